"""RIS libraries and Web of Science's own form of it, from text to entries, by rispy. Pure.

rispy drops what it does not understand without a word, so the records it gave are counted against those begun.
"""

import re
from collections.abc import Mapping
from typing import Any

from adapters.sources.names import turned
from adapters.sources.reference import Reference, entry_of
from bot.library_files import Library, LibraryEntry
from bot.ports import Problem
from db.models import SourceId

_BEGUN = re.compile(r"^(?:TY {0,2}- ?|PT )", re.MULTILINE)
_ENDED = re.compile(r"^ER(?: {0,2}-| *$)", re.MULTILINE)
_WEB_OF_SCIENCE = re.compile(r"^PT ", re.MULTILINE)
_TITLES = ("title", "primary_title", "document_title", "translated_title")
_AUTHORS = ("author_full_name", "authors", "first_authors", "secondary_authors")
_ABSTRACTS = ("abstract", "notes_abstract")
_VENUES = ("journal_name", "secondary_title", "publication_name", "alternate_title3", "publisher")
_DATES = ("year", "publication_year", "date", "publication_date")


def parse_ris(text: str) -> Library:
    """The library in a RIS text. What could not be read is counted and named."""
    import rispy

    text = text.lstrip("\ufeff")
    in_wos = bool(_WEB_OF_SCIENCE.search(text)) and not re.search(r"^TY {0,2}-", text, re.MULTILINE)
    found = rispy.loads(text, implementation=rispy.WokParser) if in_wos else rispy.loads(text)
    entries: list[LibraryEntry] = []
    wanted: list[SourceId] = []
    problems: list[Problem] = []
    for number, fields in enumerate(found, start=1):
        made = entry_of(_reference(fields, f"record {number}"))
        if isinstance(made, LibraryEntry):
            entries.append(made)
        elif isinstance(made, SourceId):
            wanted.append(made)
        else:
            problems.append(made)
    lost = max(len(_BEGUN.findall(text)), len(_ENDED.findall(text))) - len(found)
    missing = range(len(found) + 1, len(found) + lost + 1)
    problems += [Problem(f"record {number}", "it does not begin with TY or end with ER") for number in missing]
    return Library("RIS", tuple(entries), tuple(wanted), tuple(problems))


def _reference(fields: Mapping[str, Any], place: str) -> Reference:
    people: Any = next((fields[name] for name in _AUTHORS if fields.get(name)), [])
    return Reference(
        title=_first(fields, _TITLES),
        abstract=_first(fields, _ABSTRACTS),
        authors=tuple(turned(str(name)) for name in (people if isinstance(people, list) else [people])),
        names=tuple(_texts(fields, ("doi", "urls", "url", "accession_number"))),
        date=_first(fields, _DATES),
        venue=_first(fields, _VENUES),
        place=place,
    )


def _first(fields: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next(iter(_texts(fields, names)), "")


def _texts(fields: Mapping[str, Any], names: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for name in names:
        value = fields.get(name) or []
        found += [str(one) for one in (value if isinstance(value, list) else [value]) if str(one).strip()]
    return found
