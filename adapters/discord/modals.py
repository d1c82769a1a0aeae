"""Forms: what a person fills in for a command, one field a parameter. Made of the registry's command.

A form is known by its id after a restart no more than Discord keeps it open: what is sent in then gets a sentence.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.commands import UPLOAD, described
from adapters.discord.markdown import cut
from bot.command import ADMIN_ROOT, ROOT, Command, Kind, Parameter, Registry
from bot.message import read_press
from bot.texts import discord as texts

Interaction = discord.Interaction[Any]
Send = Callable[[Interaction, Command, dict[str, str], discord.Attachment | None], Awaitable[None]]
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


def form_for_press(press: str) -> tuple[Form, dict[str, str]] | None:
    """The form that a button opens, and what is given already; None for a button that gives all there is to fill in."""
    name, given = read_press(press)
    form = START.get(given.get("how", "")) if name == "start" else PRESSED.get(name)
    return (form, given) if form and not set(form.fields) & set(given) else None


def form_for_command(command: Command, given: dict[str, str]) -> Form | None:
    """The form that a slash command opens when what it needs is not given with it."""
    if command.name == "start" and "given" not in given:
        return START.get(given.get("how", ""))
    return TYPED.get(command.name) if not given else None


class CommandForm(ui.Modal):
    """A form that sends a command. `given` are arguments that are settled already, `shown` what the fields hold at
    first.
    """

    def __init__(
        self, form: Form, command: Command, given: dict[str, str], send: Send, shown: dict[str, str] | None = None
    ) -> None:
        super().__init__(title=cut(form.title, limits.MODAL_TITLE), timeout=limits.FORM_SECONDS)
        self._form = form
        known = {parameter.name: parameter for parameter in command.parameters}
        self._command = command
        self._given = {name: value for name, value in given.items() if name in known}
        self._send = send
        self._fields: dict[str, ui.TextInput[Any] | ui.Select[Any]] = {}
        self._file: ui.FileUpload[Any] | None = None
        for name in form.fields:
            if name in known and name not in self._given:
                self._add(known[name], (shown or {}).get(name, ""))
        if form.takes_file:
            self._file = ui.FileUpload(custom_id=UPLOAD, required=False, max_values=1)
            self.add_item(ui.Label(text=texts.FILE_LABEL, description=texts.FILE_HELP, component=self._file))

    def _add(self, parameter: Parameter, shown: str) -> None:
        field: ui.TextInput[Any] | ui.Select[Any]
        if parameter.kind is Kind.CHOICE:
            options = [discord.SelectOption(label=choice, value=choice) for choice in parameter.choices]
            field = ui.Select(custom_id=parameter.name, options=options, required=parameter.required)
        else:
            style = discord.TextStyle.long if self._form.is_long else discord.TextStyle.short
            field = ui.TextInput(
                custom_id=parameter.name,
                style=style,
                required=parameter.required,
                max_length=limits.TEXT_INPUT,
                default=shown or None,
            )
        self._fields[parameter.name] = field
        self.add_item(
            ui.Label(
                text=cut(self._form.label or parameter.name.capitalize(), limits.LABEL_TEXT),
                description=None if self._form.label else described(parameter.help),
                component=field,
            )
        )

    async def on_submit(self, interaction: Interaction, /) -> None:
        """Send the command with what was filled in."""
        given = dict(self._given)
        for name, field in self._fields.items():
            value = field.value if isinstance(field, ui.TextInput) else "".join(field.values[:1])
            if value.strip():
                given[name] = value.strip()
        files = self._file.values if self._file else []
        await self._send(interaction, self._command, given, files[0] if files else None)


def make_form(
    form: Form, registry: Registry, given: dict[str, str], send: Send, shown: dict[str, str] | None = None
) -> CommandForm | None:
    """The form to show, None where the registry has no such command."""
    command = registry.get(form.command, form.root)
    return CommandForm(form, command, given, send, shown) if command else None
