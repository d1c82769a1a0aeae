"""OpenReview's notes, of API version 1 and 2, from JSON to records. Pure.

Version 2 wraps every field as {"value": …}, version 1 does not; both come in one list, or one a line. A note is a
paper when it is the head of its forum; reviews and comments are not.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from adapters.sources.names import split_names
from bot.errors import SourceError
from bot.ports import Problem, Record
from db.models import SourceId

MAX_NOTES = 100_000


def read_notes(body: bytes) -> list[Mapping[str, Any]]:
    """The notes in an answer or a file: {"notes": [...]}, a list, one note, or a note a line. Raises SourceError."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError("OpenReview's notes are no UTF-8.") from error
    try:
        values: Any = _json(text)
    except ValueError:
        values = [_line(line, number) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if isinstance(values, dict):
        if "name" in values and "notes" not in values and "content" not in values:
            raise SourceError(f"OpenReview refused: {values.get('message') or values['name']}")
        values = values.get("notes", [values])
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise SourceError("This JSON holds no notes of OpenReview.")
    return values[:MAX_NOTES]


def parse_notes(notes: Iterable[Mapping[str, Any]]) -> tuple[tuple[Record, ...], tuple[Problem, ...]]:
    """The papers among notes, and why the others are none."""
    made = [_record(note, number) for number, note in enumerate(notes, start=1)]
    records = tuple(one for one in made if isinstance(one, Record))
    return records, tuple(one for one in made if isinstance(one, Problem))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise SourceError("This JSON is nested too deeply to be notes of OpenReview.") from error


def _line(line: str, number: int) -> Any:
    try:
        return _json(line)
    except ValueError as error:
        raise SourceError(f"Line {number} of OpenReview's notes is no JSON: {error}.") from error


def _record(note: Mapping[str, Any], number: int) -> Record | Problem:
    value = _text(note.get("id"))
    place = f"note {value or number}"
    if not value:
        return Problem(place, "it has no id")
    forum = _text(note.get("forum")) or value
    if forum != value:
        return Problem(place, "it is a reply in a forum, not a paper")
    content = note.get("content")
    fields: Mapping[str, Any] = content if isinstance(content, dict) else note
    title, abstract = _field(fields, "title"), _field(fields, "abstract")
    if not title and not abstract:
        return Problem(place, "it has neither a title nor an abstract")
    venue = _field(fields, "venue")
    state = f"{venue} {_field(fields, 'venueid')} {_text(note.get('invitation'))}".lower()
    submitted = _moment(note.get("tcdate")) or _moment(note.get("cdate"))
    public = _moment(note.get("odate")) or _moment(note.get("pdate"))
    return Record(
        ids=(SourceId("openreview", value),),
        title=title,
        abstract=abstract,
        authors=_authors(fields),
        url=f"https://openreview.net/forum?id={value}",
        submitted=submitted,
        announced=public.date() if public else None,
        withdrawn="withdrawn" in state or _moment(note.get("ddate")) is not None,
        licence=_text(note.get("license")),
        venue="" if venue.lower().startswith("submitted to") else venue,
        place=place,
    )


def _field(fields: Mapping[str, Any], name: str) -> str:
    """A field's text in either version; the first of several values."""
    return _text(_value(fields, name))


def _value(fields: Mapping[str, Any], name: str) -> Any:
    value = fields.get(name)
    return value.get("value") if isinstance(value, dict) else value


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _authors(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The names; none while a submission is anonymous."""
    value = _value(fields, "authors")
    if isinstance(value, str):
        value = list(split_names(value))
    if not isinstance(value, list):
        return ()
    names = tuple(_text(_value(name, "fullname") if isinstance(name, dict) else name) for name in value)
    return () if [name.lower() for name in names] in (["anonymous"], ["anonymous authors"]) else names


def _moment(value: Any) -> datetime | None:
    """An instant in milliseconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e14:
        return None
    return datetime.fromtimestamp(value / 1000, UTC)
