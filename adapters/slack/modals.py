"""The forms: a digest's schedule, and bringing papers in. Drawn from plain values, read back into commands. Pure."""

import json
from dataclasses import dataclass
from datetime import time
from typing import Any

from adapters.slack import blocks as kit
from adapters.slack import limits
from adapters.slack.blocks import Block
from bot.slots import WEEKDAYS
from bot.subscribing import DEFAULT_AT, DEFAULT_DAYS, DEFAULT_SIZE, MAX_SIZE

SCHEDULE, IMPORT, PHRASES = "schedule", "import", "phrases"
"""The callback ids of the forms."""
AT, DAYS, SIZE, ZONE, MORE = "at", "days", "size", "zone", "more"
"""The block ids of the schedule's fields; the first four are the command's parameters too."""
AS_NEW, QUIET = "new", "quiet"
TEXT, FILE = "text", "file"
"""The block ids of the import's fields."""
FIRST, SECOND = "first", "second"
"""The block ids of the two phrases."""
VALUE = "value"
"""The action id of every field."""
FILE_TYPES = ("bib", "bibtex", "ris", "txt", "csv", "json")
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Schedule:
    """What the form shows at first. `at` None waits for the day's papers."""

    at: time | None = DEFAULT_AT
    days: tuple[int, ...] = DEFAULT_DAYS
    size: int = DEFAULT_SIZE
    zone: str = "UTC"
    quiet: bool = False
    which: int = 1


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a form was opened from, carried through it: the answer goes back there."""

    channel: str = ""
    channel_name: str = ""
    thread: str = ""
    response_url: str = ""
    which: int = 1

    def packed(self) -> str:
        """As private_metadata."""
        return json.dumps([self.channel, self.channel_name, self.thread, self.response_url, self.which])

    @classmethod
    def unpacked(cls, metadata: str) -> "Origin":
        """From private_metadata; empty where it holds none."""
        return cls(*json.loads(metadata)) if metadata else cls()


def schedule_form(schedule: Schedule, origin: Origin) -> Block:
    """The form of a digest: time, days, number of papers, zone."""
    at = schedule.at or DEFAULT_AT
    days = [kit.option(DAY_NAMES[day], WEEKDAYS[day]) for day in range(7)]
    more = [
        kit.option("When the day's papers are in, not at a set time", AS_NEW),
        kit.option("No message on days without papers", QUIET),
    ]
    ticked = [entry for entry, on in zip(more, (schedule.at is None, schedule.quiet), strict=True) if on]
    zone = {
        "type": "external_select",
        "min_query_length": 2,
        "placeholder": kit.plain_text("Type a city, like Berlin", limits.PLACEHOLDER),
        "initial_option": kit.option(schedule.zone, schedule.zone),
    }
    size = {
        "type": "number_input",
        "is_decimal_allowed": False,
        "min_value": "1",
        "max_value": str(MAX_SIZE),
        "initial_value": str(schedule.size),
    }
    return _modal(
        SCHEDULE,
        "Your digest",
        "Save",
        origin,
        _input(AT, "Time", {"type": "timepicker", "initial_time": f"{at:%H:%M}"}),
        _input(DAYS, "Days", _boxes(days, [days[day] for day in schedule.days])),
        _input(SIZE, f"Papers, at most {MAX_SIZE}", size),
        _input(ZONE, "Time zone", zone),
        _input(MORE, "Also", _boxes(more, ticked), optional=True),
    )


def import_form(origin: Origin) -> Block:
    """The form that brings papers in: pasted text or a file."""
    paste: Block = {"type": "plain_text_input", "multiline": True, "max_length": limits.INPUT}
    file = {"type": "file_input", "filetypes": list(FILE_TYPES), "max_files": 1}
    hint = "arXiv ids, DOIs, links, titles, BibTeX or RIS, in any mixture. Longer lists go into the file."
    return _modal(
        IMPORT,
        "Import papers",
        "Import",
        origin,
        _input(TEXT, "Paste papers", paste, optional=True, hint=hint),
        _input(FILE, "Or a file", file, optional=True, hint="BibTeX, RIS, or a list as text."),
    )


def phrases_form(origin: Origin) -> Block:
    """The form that asks for two phrases to start with."""
    line = {"type": "plain_text_input", "max_length": 100}
    hint = "As they stand in titles, like “sparse autoencoders”. You then pick from what they find."
    return _modal(
        PHRASES,
        "Two phrases",
        "Find papers",
        origin,
        _input(FIRST, "Something you work on", line, hint=hint),
        _input(SECOND, "And something else", line, optional=True),
    )


def read_schedule(view: Block) -> dict[str, str]:
    """The arguments of `digest set` that a submitted form means; empty days are left to the caller."""
    more = [entry["value"] for entry in _field(view, MORE).get("selected_options") or []]
    days = [entry["value"] for entry in _field(view, DAYS).get("selected_options") or []]
    zone = _field(view, ZONE).get("selected_option") or {}
    return {
        "where": "dm",
        AT: AS_NEW if AS_NEW in more else _field(view, AT).get("selected_time") or "",
        DAYS: ",".join(days),
        SIZE: str(_field(view, SIZE).get("value") or ""),
        ZONE: zone.get("value", ""),
        QUIET: "on" if QUIET in more else "off",
        "which": str(Origin.unpacked(view.get("private_metadata", "")).which),
    }


def read_import(view: Block) -> tuple[str, list[dict[str, Any]]]:
    """What was pasted, and the files as Slack tells of them."""
    return (_field(view, TEXT).get("value") or "").strip(), _field(view, FILE).get("files") or []


def read_phrases(view: Block) -> str:
    """The phrases, parted by a semicolon."""
    values = [str(_field(view, name).get("value") or "").replace(";", " ") for name in (FIRST, SECOND)]
    return "; ".join(" ".join(value.split()) for value in values if value.strip())


def _field(view: Block, name: str) -> dict[str, Any]:
    found = view.get("state", {}).get("values", {}).get(name, {}).get(VALUE)
    return found if isinstance(found, dict) else {}


def _boxes(options: list[Block], ticked: list[Block]) -> Block:
    found: Block = {"type": "checkboxes", "options": options}
    return {**found, "initial_options": ticked} if ticked else found


def _input(name: str, label: str, element: Block, *, optional: bool = False, hint: str = "") -> Block:
    found: Block = {
        "type": "input",
        "block_id": name,
        "label": kit.plain_text(label),
        "element": {**element, "action_id": VALUE},
        "optional": optional,
    }
    return {**found, "hint": kit.plain_text(hint)} if hint else found


def _modal(callback: str, title: str, submit: str, origin: Origin, *fields: Block) -> Block:
    return {
        "type": "modal",
        "callback_id": callback,
        "private_metadata": origin.packed(),
        "title": kit.plain_text(title, limits.MODAL_TITLE),
        "submit": kit.plain_text(submit, limits.MODAL_BUTTON),
        "close": kit.plain_text("Cancel", limits.MODAL_BUTTON),
        "blocks": list(fields),
    }
