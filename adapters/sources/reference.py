"""One reference of a library as a record, from the fields that BibTeX, RIS and CSL-JSON share. Pure."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from adapters.sources.html_text import to_text
from bot.library_files import LibraryEntry
from bot.paper_names import read_arxiv, read_paper_name
from bot.ports import Problem, Record
from db.models import SourceId

MAX_GROUPS = 20
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>,;]+")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference's fields as its format gave them. `names` are ids, DOIs and links in any spelling."""

    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    date: str = ""
    venue: str = ""
    groups: tuple[str, ...] = ()
    place: str = ""
    is_html: bool | None = None


def entry_of(reference: Reference) -> LibraryEntry | Problem | SourceId:
    """The entry; an id alone where there is no title but a name to look up; a Problem where there is neither."""
    title = " ".join(to_text(reference.title, is_html=reference.is_html).split())
    abstract = to_text(reference.abstract, is_html=reference.is_html)
    ids = names_in(reference.names)
    if not title and not abstract:
        return ids[0] if ids else Problem(reference.place, "it has no title")
    year = year_of(reference.date)
    record = Record(
        ids=(*ids, SourceId("library", _key(title or abstract, reference.authors))),
        title=title,
        abstract=abstract,
        authors=reference.authors,
        url=next((name for name in reference.names if name.startswith(("https://", "http://"))), ""),
        submitted=datetime(year, 1, 1, tzinfo=UTC) if year else None,
        venue=to_text(reference.venue, is_html=reference.is_html),
        place=reference.place or title[:60],
    )
    groups = tuple(dict.fromkeys(group.strip() for group in reference.groups if group.strip()))[:MAX_GROUPS]
    return LibraryEntry(record, groups, year)


def names_in(texts: Iterable[str]) -> tuple[SourceId, ...]:
    """The ids that texts spell, an archive's before DOIs."""
    found: list[SourceId] = []
    for text in texts:
        name = read_paper_name(text) or read_arxiv(text)
        if name is None and (doi := _DOI.search(text)):
            name = SourceId("doi", doi[0].rstrip(".)").lower())
        if name is not None and name.kind in ("arxiv", "openreview", "doi"):
            found.append(name)
    return tuple(dict.fromkeys(sorted(found, key=lambda name: name.kind == "doi")))


def year_of(date: str) -> int:
    """The year in a date of any format, 0 when there is none."""
    found = _YEAR.search(date)
    return int(found[0]) if found else 0


def _key(title: str, authors: Sequence[str]) -> str:
    """By this a reference without ids is known again, whatever file it comes in."""
    first = _WORD.findall(authors[0].casefold())[-1:] if authors else []
    words = " ".join([*_WORD.findall(title.casefold()), *first])
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:12]
