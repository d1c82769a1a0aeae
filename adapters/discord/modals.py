"""Forms: what a person fills in for a command, one field a parameter. Made of the registry's command.

A form is known by its id alone, as buttons are, so that one that was opened before a restart can be sent in after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.commands import UPLOAD, described
from adapters.discord.files import Attached, attached
from adapters.discord.ids import BUTTON_IDS, Ids, read_home
from adapters.discord.markdown import cut
from bot.command import ADMIN_ROOT, ROOT, Command, Kind, Parameter, Registry
from bot.message import press, read_press
from bot.texts import discord as texts

TIMES = ("at", "days", "size", "zone")


@dataclass(frozen=True, slots=True)
class Form:
    """Which command a form sends, with which of its parameters as fields. `label` names a form's only field."""

    command: str
    root: str
    title: str
    fields: tuple[str, ...]
    label: str = ""
    is_long: bool = False
    takes_file: bool = False


SCHEDULE = Form("digest set", ROOT, texts.SCHEDULE_TITLE, TIMES)
CHANNEL_START = Form("channel start", ADMIN_ROOT, texts.CHANNEL_SCHEDULE_TITLE, TIMES)
CHANNEL_SCHEDULE = Form("channel digest", ADMIN_ROOT, texts.CHANNEL_SCHEDULE_TITLE, TIMES)
START = {
    "papers": Form("start", ROOT, texts.PAPERS_TITLE, ("given",), texts.PAPERS_LABEL, is_long=True, takes_file=True),
    "phrases": Form("start", ROOT, texts.PHRASES_TITLE, ("given",), texts.PHRASES_LABEL),
    "name": Form("start", ROOT, texts.NAME_TITLE, ("given",), texts.NAME_LABEL),
}
PRESSED = {
    "digest show": SCHEDULE,
    "digest set": SCHEDULE,
    "channel digest": CHANNEL_SCHEDULE,
    "channel start": CHANNEL_START,
}
"""Buttons that open a form."""
TYPED = {"digest set": SCHEDULE}
"""Slash commands that open a form when nothing is given with them."""


def form_for_press(pressed: str) -> tuple[Form, dict[str, str]] | None:
    """The form that a button opens, and what is given already; None for a button that gives all there is to fill in."""
    name, given = read_press(pressed)
    form = START.get(given.get("how", "")) if name == "start" else PRESSED.get(name)
    return (form, given) if form and not set(form.fields) & set(given) else None


def form_for_command(command: Command, given: dict[str, str]) -> Form | None:
    """The form that a slash command opens when what it needs is not given with it."""
    if command.name == "start" and "given" not in given:
        return START.get(given.get("how", ""))
    return TYPED.get(command.name) if not given else None


def make_form(
    form: Form, registry: Registry, given: dict[str, str], home: str = "", shown: dict[str, str] | None = None
) -> ui.Modal | None:
    """The form to show, None where the registry has no such command.

    `given` are arguments that are settled already, `home` the server meant in private, `shown` what the fields hold at
    first. What was given stands in the form's id, so that nothing has to be kept until it is sent in.
    """
    command = registry.get(form.command, form.root)
    if command is None:
        return None
    known = {parameter.name: parameter for parameter in command.parameters}
    settled = {name: value for name, value in given.items() if name in known}
    modal = ui.Modal(
        title=cut(form.title, limits.MODAL_TITLE), custom_id=Ids(home).make(press(command.name, **settled))
    )
    for name in form.fields:
        if name in known and name not in settled:
            modal.add_item(_field(form, known[name], (shown or {}).get(name, "")))
    if form.takes_file:
        file: ui.FileUpload[Any] = ui.FileUpload(custom_id=UPLOAD, required=False, max_values=1)
        modal.add_item(ui.Label(text=texts.FILE_LABEL, description=texts.FILE_HELP, component=file))
    modal.stop()
    return modal


def _field(form: Form, parameter: Parameter, shown: str) -> ui.Label[Any]:
    field: ui.TextInput[Any] | ui.Select[Any]
    if parameter.kind is Kind.CHOICE:
        options = [discord.SelectOption(label=choice, value=choice) for choice in parameter.choices]
        field = ui.Select(custom_id=parameter.name, options=options, required=parameter.required)
    else:
        field = ui.TextInput(
            custom_id=parameter.name,
            style=discord.TextStyle.long if form.is_long else discord.TextStyle.short,
            required=parameter.required,
            max_length=limits.TEXT_INPUT,
            default=shown or None,
        )
    return ui.Label(
        text=cut(form.label or parameter.name.capitalize(), limits.LABEL_TEXT),
        description=None if form.label else described(parameter.help),
        component=field,
    )


@dataclass(frozen=True, slots=True)
class Filled:
    """What a form brought: the command's name, its arguments, the server meant in private, a file."""

    command: str
    given: dict[str, str]
    home: str
    file: Attached | None


def read_form(data: Mapping[str, Any]) -> Filled | None:
    """What was filled in, as Discord sends it; None for a form that is not ours."""
    found = BUTTON_IDS.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        return None
    command, given = read_press(found["press"])
    files = (data.get("resolved") or {}).get("attachments") or {}
    file: Attached | None = None
    for label in data.get("components", []):
        field = label.get("component") or {}
        values = [field["value"]] if "value" in field else field.get("values") or []
        if not values or not str(values[0]).strip():
            continue
        if field["custom_id"] == UPLOAD:
            file = attached(files[str(values[0])])
        else:
            given[field["custom_id"]] = str(values[0]).strip()
    return Filled(command, given, read_home(found["rest"]), file)
