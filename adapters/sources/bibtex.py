"""BibTeX libraries, from bytes to entries, by bibtexparser; duplicate keys, missing keys and `#` are forgiven. Pure."""

import logging
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from adapters.sources.names import turned
from adapters.sources.reference import Reference, entry_of
from bot.library_files import Library, LibraryEntry
from bot.ports import Problem
from db.models import SourceId

if TYPE_CHECKING:
    from bibtexparser.model import Block

_NO_KEY = re.compile(r"(@\s*(?!string|comment|preamble)\w+\s*[{(])(?=\s*[A-Za-z][\w-]*\s*=)", re.IGNORECASE)
_GROUP_FIELDS = ("groups", "mendeley-groups", "mendeley-tags", "collections")
_NAME_FIELDS = ("doi", "eprint", "arxiv", "arxivid", "url", "bdsk-url-1", "howpublished", "link", "note")
_VENUES = ("journal", "journaltitle", "booktitle", "publisher", "institution", "school")
_MAYBE_ARXIV = re.compile(r"arxiv|openreview|doi\.org|10\.\d{4}", re.IGNORECASE)


def parse_bibtex(text: str) -> Library:
    """The library in a BibTeX text. What cannot be read is named, the rest is kept."""
    from bibtexparser.entrypoint import parse_string

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    numbers = iter(range(1, len(text) + 2))
    keyed = _NO_KEY.sub(lambda found: f"{found[1]}no-key-{next(numbers)},", text)
    found = parse_string(keyed, parse_stack=[])
    strings = {string.key.lower(): str(string.value) for string in found.strings}
    entries: list[LibraryEntry] = []
    wanted: list[SourceId] = []
    problems: list[Problem] = []
    for block in found.blocks:
        made = _entry(block, strings)
        if isinstance(made, LibraryEntry):
            entries.append(made)
        elif isinstance(made, SourceId):
            wanted.append(made)
        elif made is not None:
            problems.append(made)
    return Library("BibTeX", tuple(entries), tuple(wanted), tuple(problems))


def _entry(block: "Block", strings: Mapping[str, str]) -> LibraryEntry | Problem | SourceId | None:
    from bibtexparser.model import Entry, ParsingFailedBlock

    line = (block.start_line or 0) + 1
    if isinstance(block, ParsingFailedBlock):
        inner = block.ignore_error_block
        if not isinstance(inner, Entry):
            return Problem(f"line {line}", f"it is no well-formed BibTeX ({_first_line(str(block.error))})")
        block = inner
    if not isinstance(block, Entry):
        return None
    fields: dict[str, str] = {}
    for field in block.fields:
        fields.setdefault(field.key.lower(), value_of(str(field.value), strings))
    key = "" if block.key.startswith("no-key-") else block.key
    return entry_of(_reference(fields, f"line {line}" + (f" ({key[:60]})" if key else "")))


def _reference(fields: Mapping[str, str], place: str) -> Reference:
    people = fields.get("author") or fields.get("editor", "")
    eprint_kind = (fields.get("archiveprefix") or fields.get("eprinttype", "")).lower()
    names = [fields[name] for name in _NAME_FIELDS if name in fields]
    if "eprint" in fields and eprint_kind not in ("", "arxiv"):
        names.remove(fields["eprint"])
    return Reference(
        title=_unbraced(fields.get("title", "")),
        abstract=fields.get("abstract", ""),
        authors=tuple(_person(name) for name in split_people(people)),
        names=tuple(_unescaped(name) for name in names if _MAYBE_ARXIV.search(name) or name == fields.get("eprint")),
        date=f"{fields.get('year', '')} {fields.get('date', '')}",
        venue=next((_unbraced(fields[name]) for name in _VENUES if name in fields), ""),
        groups=tuple(group for name in _GROUP_FIELDS for group in re.split(r"[,;]", fields.get(name, ""))),
        place=place,
        is_html=False,
    )


def value_of(raw: str, strings: Mapping[str, str]) -> str:
    """A field's value: parts joined by `#`, each in braces, in quotes, a number or the name of a string."""
    parts: list[str] = []
    for part in _split_top(raw, "#"):
        part = part.strip()
        if len(part) >= 2 and (part[0], part[-1]) in (("{", "}"), ('"', '"')):
            parts.append(part[1:-1])
        else:
            parts.append(value_of(strings[part.lower()], {}) if part.lower() in strings else part)
    return " ".join("".join(parts).split())


def split_people(people: str) -> list[str]:
    """The names that `and` parts, outside braces."""
    return [name.strip() for name in _split_top(people, " and ") if name.strip() and name.strip() != "others"]


def _split_top(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that stand in no braces and no quotes around a whole part."""
    parts: list[str] = []
    depth = start = at = 0
    in_quotes = False
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char == '"' and depth == 0 and mark == "#":
            in_quotes = not in_quotes
        depth += (char == "{") - (char == "}")
        if depth <= 0 and not in_quotes and text.startswith(mark, at):
            parts.append(text[start:at])
            at += len(mark)
            start = at
            continue
        at += 1
    return [*parts, text[start:]]


def _person(name: str) -> str:
    """A name in reading order; one all in braces is a body's and stays whole."""
    if name.startswith("{") and name.endswith("}") and name.count("{") == 1:
        return name[1:-1]
    return turned(name)


def _unbraced(value: str) -> str:
    """A value without braces around the whole of it."""
    while value.startswith("{") and value.endswith("}") and _split_top(value[1:-1] + "\0", "\0")[0] == value[1:-1]:
        value = value[1:-1].strip()
    return value


def _unescaped(value: str) -> str:
    return re.sub(r"\\([_%&#])", r"\1", value).replace("\\url{", "").strip("{}")


def _first_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[0][:120]
