"""The generated pages of docs/: chat commands, command line, settings. `make docs` writes, a test compares them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from adapters.cli.main import cli
from bot.command import ADMIN_ROOT, ROOT, Command, Registry
from bot.commands import build_registry
from bot.config import Settings

GENERATED = "<!-- Written by `make docs`; change the code it comes from. -->\n"
ROLES = {"person": "", "keeper": " (keepers of the channel)", "admin": " (admins)"}


def commands_page(registry: Registry) -> str:
    """All chat commands with their arguments."""
    lines = ["# Commands in chat\n", GENERATED]
    lines.append(
        "The same in Slack, Discord and at `paperround chat`. A paper is named by an id, a link, the number on a card "
        "of your last list, or a few words of its title. Arguments go by position or as `name=value`; quotes keep "
        "words together. Replies are seen by you alone unless shared.\n"
    )
    for root, title in ((ROOT, "For everyone"), (ADMIN_ROOT, "For keepers and admins")):
        found = registry.visible(root)
        if found:
            lines += [f"## {title}: `/{root}`\n", "| command | what it does |\n|---|---|"]
            lines += [_command_row(command) for command in found]
            lines.append("")
    return "\n".join(lines)


def _command_row(command: Command) -> str:
    usage = command.usage.replace("|", "\\|")
    arguments = "; ".join(f"`{p.name}`: {p.help}" for p in command.parameters).replace("|", "\\|")
    return f"| `{usage}` | {command.help}{ROLES[command.role]}.{' ' + arguments if arguments else ''} |"


def command_line_page(group: click.Group) -> str:
    """All commands of the console script with their options."""
    lines = ["# The command line\n", GENERATED]
    lines.append(
        "Exit codes: 0 good, 1 the job failed, 2 wrong use. Every listing takes `--json`. The data folder is "
        "`PAPERROUND_DATA_DIR`.\n"
    )
    for name, command in _leaves(group):
        lines.append(f"## paperround {name}\n")
        lines.append(f"{command.help}\n")
        context = click.Context(command, info_name=name)
        rows = [row for row in (parameter.get_help_record(context) for parameter in command.params) if row]
        arguments = [p.make_metavar(context) for p in command.params if isinstance(p, click.Argument)]
        lines += [f"Arguments: `{' '.join(arguments)}`\n"] if arguments else []
        lines += [f"- `{option}`: {text}" for option, text in rows]
        lines.append("")
    return "\n".join(lines)


def _leaves(group: click.Group, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _leaves(command, f"{prefix}{name} ")
        elif command is not None and not command.hidden:
            yield f"{prefix}{name}", command


def settings_page(model: type[BaseModel]) -> str:
    """All settings with their defaults and their environment names."""
    lines = ["# Settings\n", GENERATED]
    lines.append(
        "Environment over `paperround.toml` in the data folder over the defaults. A name that is none is refused.\n"
    )
    lines.append("| setting | default | what it is | environment |\n|---|---|---|---|")
    lines += [f"| `{name}` | {default} | {text} | `{env}` |" for name, default, text, env in _fields(model)]
    return "\n".join([*lines, ""])


def _fields(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, str, str, str]]:
    for name, info in model.model_fields.items():
        kind: Any = info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _fields(kind, f"{prefix}{name}.")
            continue
        default = "" if info.default is PydanticUndefined else f"`{info.default}`"
        env = "PAPERROUND_" + f"{prefix}{name}".upper().replace(".", "__")
        yield f"{prefix}{name}", default, info.description or "", env


def pages() -> dict[str, str]:
    """Every generated page by its name in docs/."""
    return {
        "commands.md": commands_page(build_registry()),
        "command-line.md": command_line_page(cli),
        "settings.md": settings_page(Settings),
    }


def write(folder: Path) -> None:
    """Write all pages into a folder."""
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "docs")
