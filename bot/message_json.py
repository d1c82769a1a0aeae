"""Messages as JSON text and back, so that a post is frozen in the outbox as it was composed. Files are not."""

import json
from dataclasses import fields
from typing import Any

from bot.message import (
    Action,
    ActionStyle,
    Bar,
    Bars,
    Buttons,
    Card,
    Checklist,
    Choice,
    Message,
    Paragraph,
    Part,
    Table,
    Tone,
)
from db.models import Span, Style, Text

PARTS: dict[str, type[Part]] = {
    "paragraph": Paragraph,
    "card": Card,
    "table": Table,
    "bars": Bars,
    "checklist": Checklist,
    "buttons": Buttons,
}
NAMES = {kind: name for name, kind in PARTS.items()}


def to_json(message: Message) -> str:
    """The message as JSON text. Raises ValueError for one with files: those go with answers, never with posts."""
    if message.files:
        raise ValueError("a message with files cannot be frozen")
    return json.dumps(
        {
            "heading": _spans(message.heading),
            "parts": [[NAMES[type(part)], _plain(part)] for part in message.parts],
            "footer": _spans(message.footer),
            "tone": message.tone,
            "shared": message.shared,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def from_json(frozen: str) -> Message:
    """The message that `to_json` wrote."""
    value = json.loads(frozen)
    return Message(
        heading=_text(value["heading"]),
        parts=tuple(_part(name, fields_) for name, fields_ in value["parts"]),
        footer=_text(value["footer"]),
        tone=Tone(value["tone"]),
        shared=value["shared"],
    )


def _spans(value: Text) -> list[list[Any]]:
    return [[span.text, span.style.value, span.url] for span in value]


def _text(value: list[list[Any]]) -> Text:
    return tuple(Span(words, Style(style), url) for words, style, url in value)


def _plain(value: Any) -> Any:
    if isinstance(value, Span):
        return [value.text, value.style.value, value.url]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _action(value: dict[str, Any]) -> Action:
    return Action(**{**value, "style": ActionStyle(value["style"])})


def _part(name: str, value: dict[str, Any]) -> Part:
    match name:
        case "paragraph":
            return Paragraph(_text(value["text"]))
        case "card":
            texts = {key: _text(value[key]) for key in ("title", "summary", "why")}
            actions = {key: tuple(_action(item) for item in value[key]) for key in ("actions", "menu")}
            return Card(**{**value, **texts, **actions, "marks": tuple(value["marks"])})
        case "table":
            return Table(tuple(value["columns"]), tuple(tuple(row) for row in value["rows"]))
        case "bars":
            return Bars(value["title"], tuple(Bar(**bar) for bar in value["bars"]))
        case "checklist":
            choices = tuple(Choice(**choice) for choice in value["choices"])
            return Checklist(value["title"], choices, _action(value["confirm"]))
        case "buttons":
            return Buttons(tuple(_action(item) for item in value["actions"]))
        case _:
            raise ValueError(f"no part of a message is called {name}")
