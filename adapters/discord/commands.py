"""The registry as Discord's slash commands: two roots with typed options, groups, choices and completions.

A command whose name is a group's as well (`saved` beside `saved export`) is that group's `list`, since Discord allows
no command on a group itself. What a command does is the given Handler's.
"""

import hashlib
import inspect
import json
from collections.abc import Mapping
from typing import Any, Literal, Protocol

import discord
from discord import app_commands

from adapters.discord import limits
from adapters.discord.files import Attached, attached
from adapters.discord.markdown import cut
from bot.command import ADMIN_ROOT, ROOT, Command, Kind, Parameter, Registry
from bot.suggestions import ZONE, Suggestion
from bot.texts import discord as texts

Interaction = discord.Interaction[Any]
UPLOAD = "file"
UPLOADING = frozenset({"start"})
"""Commands that take a file as well."""
COMPLETED = frozenset({Kind.PAPER, Kind.INTEREST, Kind.SUBJECT})
LARGEST_INTEGER = 1_000_000
ROOTS = {ROOT: "Research papers that matter to you", ADMIN_ROOT: "Paperround for keepers and admins"}
EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
Names = Mapping[str, Mapping[str, str]]
"""Translated names and descriptions: by Discord's locale, then by the English words."""


class Handler(Protocol):
    """What answers slash commands."""

    async def command(
        self, interaction: Interaction, command: Command, given: dict[str, str], file: Attached | None
    ) -> None:
        """Run a command with its arguments as text."""

    async def complete(self, interaction: Interaction, kind: Kind, name: str, typed: str) -> list[Suggestion]:
        """Completions for an argument."""

    async def more_like(self, interaction: Interaction, message: discord.Message) -> None:
        """Show papers like the one in a message."""


class Translator(app_commands.Translator):
    """Names in the reader's language, where there are any."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The words in that language, None where there are none."""
        return self._names.get(locale.value, {}).get(string.message)


def add_commands(tree: app_commands.CommandTree[Any], registry: Registry, handler: Handler) -> None:
    """Put both roots and the message's menu entry into the tree."""
    for root in (ROOT, ADMIN_ROOT):
        tree.add_command(_root(registry, root, handler))

    async def more_like(interaction: Interaction, message: discord.Message) -> None:
        await handler.more_like(interaction, message)

    entry = app_commands.ContextMenu(name=texts.MORE_LIKE_THIS, callback=more_like)
    entry.allowed_contexts = EVERYWHERE
    entry.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
    tree.add_command(entry)


def path(command: Command, registry: Registry) -> tuple[str, ...]:
    """The words under the root by which Discord knows a command."""
    words = tuple(command.name.split(" "))
    is_group = any(other.group == command.name for other in registry.visible(command.root))
    return (*words, "list") if is_group else words


def _root(registry: Registry, root: str, handler: Handler) -> app_commands.Group:
    is_admin = root == ADMIN_ROOT
    group = app_commands.Group(
        name=root,
        description=ROOTS[root],
        allowed_contexts=SERVERS if is_admin else EVERYWHERE,
        allowed_installs=app_commands.AppInstallationType(guild=True, user=not is_admin),
        default_permissions=discord.Permissions(manage_guild=True) if is_admin else None,
    )
    inner: dict[str, app_commands.Group] = {}
    for command in registry.visible(root):
        *above, name = path(command, registry)
        parent = group
        if above:
            if above[0] not in inner:
                names = ", ".join(c.name.rpartition(" ")[2] for c in registry.group(above[0], root))
                description = cut(f"{above[0].capitalize()}: {names}", limits.COMMAND_DESCRIPTION)
                inner[above[0]] = app_commands.Group(name=above[0], description=description, parent=group)
            parent = inner[above[0]]
        parent.add_command(_command(name, command, handler))
    return group


def _command(name: str, command: Command, handler: Handler) -> app_commands.Command[Any, ..., Any]:
    async def run(interaction: Interaction, **given: Any) -> None:
        file = given.pop(UPLOAD, None) if command.name in UPLOADING else None
        words = {key: str(value) for key, value in given.items() if value is not None}
        told = attached(file.to_dict()) if file is not None else None
        await handler.command(interaction, command, words, told)

    options = [_option(parameter) for parameter in command.parameters]
    if command.name in UPLOADING:
        kind = discord.Attachment | None
        options.append(inspect.Parameter(UPLOAD, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    run.__signature__ = inspect.Signature([first, *options])  # type: ignore[attr-defined]
    helps = {p.name: described(p.help) or p.name for p in command.parameters}
    if command.name in UPLOADING:
        helps[UPLOAD] = described(texts.FILE_HELP)
    made: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=name,
        description=described(command.help) or name,
        callback=app_commands.describe(**helps)(run) if helps else run,
    )
    for parameter in command.parameters:
        if parameter.kind in COMPLETED or (parameter.kind is Kind.TEXT and parameter.name == ZONE):
            made.autocomplete(parameter.name)(_completer(parameter, handler))
    return made


def described(help_text: str) -> str:
    """A help text where Discord shows no markup."""
    return cut(help_text.replace("`", ""), limits.COMMAND_DESCRIPTION)


def _option(parameter: Parameter) -> inspect.Parameter:
    """The parameter as discord.py reads one from a signature."""
    kind: Any = str
    if parameter.kind is Kind.INTEGER:
        kind = app_commands.Range[int, 1, LARGEST_INTEGER]
    elif parameter.kind is Kind.CHOICE:
        kind = Literal[parameter.choices]
    default = inspect.Parameter.empty if parameter.required else None
    annotation = kind if parameter.required else kind | None
    return inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _completer(parameter: Parameter, handler: Handler) -> Any:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await handler.complete(interaction, parameter.kind, parameter.name, current)
        return [
            app_commands.Choice(name=cut(s.label, limits.OPTION_LABEL), value=s.value)
            for s in found[: limits.OPTIONS]
            if s.label and 0 < len(s.value) <= limits.OPTION_VALUE
        ]

    return complete


async def commands_hash(tree: app_commands.CommandTree[Any]) -> str:
    """A fingerprint of what would be registered: another one means that Discord has to be told."""
    translator = tree.translator
    payload = []
    for command in tree.get_commands():
        if translator is None:
            payload.append(command.to_dict(tree))
        else:
            payload.append(await command.get_translated_payload(tree, translator))
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
