"""CSL-JSON libraries (Zotero, Pandoc), from parsed JSON to entries. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.sources.reference import Reference, entry_of
from bot.library_files import Library, LibraryEntry
from bot.ports import Problem
from db.models import SourceId

MAX_ITEMS = 200_000


def is_csl(value: Any) -> bool:
    """Whether a value looks like one CSL item."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("type"), str)
        and isinstance(value.get("title", ""), str)
        and not {"indexed", "data", "content", "paperId"} & set(value)
        and bool({"title", "author", "issued", "DOI", "URL"} & set(value))
    )


def parse_csl(items: Sequence[Any]) -> Library:
    """The library in CSL items; what is none is named."""
    entries: list[LibraryEntry] = []
    wanted: list[SourceId] = []
    problems: list[Problem] = []
    for number, item in enumerate(items[:MAX_ITEMS], start=1):
        if not isinstance(item, dict):
            problems.append(Problem(f"item {number}", "it is no reference"))
            continue
        made = entry_of(_reference(item, number))
        if isinstance(made, LibraryEntry):
            entries.append(made)
        elif isinstance(made, SourceId):
            wanted.append(made)
        else:
            problems.append(made)
    return Library("CSL-JSON", tuple(entries), tuple(wanted), tuple(problems))


def _reference(item: Mapping[str, Any], number: int) -> Reference:
    people = item.get("author") or item.get("editor") or []
    return Reference(
        title=_text(item.get("title")),
        abstract=_text(item.get("abstract")),
        authors=tuple(name for person in people if (name := _person(person))) if isinstance(people, list) else (),
        names=tuple(_text(item.get(name)) for name in ("DOI", "URL", "number", "note") if item.get(name)),
        date=_date(item.get("issued")),
        venue=_text(item.get("container-title")) or _text(item.get("publisher")),
        place=f"item {number}" + (f" ({_text(item.get('id'))[:60]})" if item.get("id") else ""),
    )


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return str(value) if isinstance(value, str | int | float) else ""


def _person(person: Any) -> str:
    """A name in reading order, whether in parts or literal."""
    if not isinstance(person, dict):
        return _text(person)
    parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix")
    return _text(person.get("literal")) or " ".join(text for name in parts if (text := _text(person.get(name))))


def _date(issued: Any) -> str:
    if not isinstance(issued, dict):
        return _text(issued)
    parts = issued.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list):
        return " ".join(_text(part) for part in parts[0])
    return _text(issued.get("raw")) or _text(issued.get("literal"))
