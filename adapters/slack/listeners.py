"""Registers what Slack may send with Bolt: commands, buttons, menus, forms, shortcuts, events. Acknowledges first.

Listeners read the payload and begin the work; the work itself is the surface's.
"""

import re
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack import blocks as kit
from adapters.slack import modals
from adapters.slack.events import register_events
from adapters.slack.form_listeners import register_forms
from adapters.slack.manifest import MORE_LIKE
from adapters.slack.parts import BOXES, SEPARATOR
from adapters.slack.recent import Recent
from adapters.slack.surface import Surface
from adapters.slack.visit import Body, fingerprint, visit_of
from adapters.slack.work import Work, after_ack
from bot.command import ADMIN_ROOT, ROOT, Kind
from bot.suggestions import ZONE

PRESSED = re.compile(rf"^({kit.PRESS}|{kit.MENU}|{kit.PICK})\b")
"""The ids of what presses."""


def register(app: AsyncApp, surface: Surface, work: Work) -> None:
    """Register everything with an app."""
    recent = Recent()
    _commands(app, surface, work, recent)
    _actions(app, surface, work, recent)
    register_forms(app, surface, work, recent)
    register_events(app, surface, work)


def _commands(app: AsyncApp, surface: Surface, work: Work, recent: Recent) -> None:
    def command(body: Body, context: AsyncBoltContext) -> None:
        if not recent.again(fingerprint(body)):
            visit, root = visit_of(body, context), str(body.get("command", "")).removeprefix("/")
            words = str(body.get("text") or "")
            work.begin(visit, lambda: surface.line(visit, words, root), f"/{root}")

    def more_like(body: Body, context: AsyncBoltContext) -> None:
        if not recent.again(fingerprint(body)):
            visit = visit_of(body, context)
            work.begin(visit, lambda: surface.more_like(visit, body.get("message") or {}), "the shortcut")

    for root in (ROOT, ADMIN_ROOT):
        app.command(f"/{root}")(after_ack(command))
    app.message_shortcut(MORE_LIKE)(after_ack(more_like))


def _actions(app: AsyncApp, surface: Surface, work: Work, recent: Recent) -> None:
    def pressed(body: Body, context: AsyncBoltContext) -> None:
        value = pressed_value(body)
        if value and not recent.again(fingerprint(body)):
            visit = visit_of(body, context)
            work.begin(visit, lambda: surface.press(visit, body, value), "a button")

    async def suggest(ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        visit = visit_of(body, context)
        visitor = await surface.visitor(visit)
        found = await surface.desk.suggest(visitor, Kind.TEXT, ZONE, str(body.get("value") or "")) if visitor else []
        await ack(options=[kit.option(entry.label, entry.value) for entry in found])

    app.action(PRESSED)(after_ack(pressed))
    # Links, boxes that are ticked, fields of forms, and whatever an older version drew: Slack wants an answer to each.
    app.action(re.compile(""))(after_ack(lambda body, context: None))
    app.options(modals.VALUE)(suggest)


def pressed_value(body: Body) -> str:
    """The press of a button, a menu or a select; a checklist's confirmation gets what was unticked."""
    action = (body.get("actions") or [{}])[0]
    value = str(action.get("value") or (action.get("selected_option") or {}).get("value") or "")
    state = (body.get("state") or {}).get("values") or {}
    boxes = [name for name in state if name.startswith(f"{BOXES}:")]
    if not value or not boxes:
        return value
    kept = [v for name in boxes for v in _unticked(name, state[name])]
    joint = "&" if "?" in value else "?"
    return f"{value}{joint}keep={','.join(kept)}" if kept else value


def _unticked(block_id: str, fields: dict[str, Any]) -> list[str]:
    values = block_id.split(":", 3)[3].split(SEPARATOR)
    ticked = {entry["value"] for field in fields.values() for entry in field.get("selected_options") or []}
    return [value for value in values if value not in ticked]
