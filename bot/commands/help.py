"""Help: all commands in a table, or one of them with its arguments."""

from typing import Annotated

from bot.command import Command, Registry, command
from bot.context import Context
from bot.errors import UnknownCommand
from bot.message import Message, Paragraph, Table, bold, code, text
from bot.texts import commands as command_texts
from bot.texts import papers as texts


@command("help")
def help_(context: Context, topic: Annotated[str, "a command's name"] = "") -> Message:
    """All commands, or one of them in full."""
    registry = context.services.registry
    if topic:
        return _one(registry, topic)
    rows = tuple((short_usage(c), c.help) for c in registry.visible())
    return Message(text(bold("What you can say")), (Table(("command", "what it does"), rows),), text(texts.HELP_LINE))


def short_usage(found: Command) -> str:
    """The command as it is typed after its root: `like <paper>`."""
    return found.usage.partition(" ")[2]


def _one(registry: Registry, topic: str) -> Message:
    words = topic.lower().removeprefix("/").split()
    found = [c for c in registry.visible() if c.name == " ".join(words)] or registry.group(words[0])
    if not found:
        nearest = registry.nearest(words)
        raise UnknownCommand(command_texts.unknown_command(topic, "/papers", nearest.name if nearest else ""))
    parts: list[Paragraph | Table] = []
    for one in found:
        parts.append(Paragraph(text(code(one.usage), f"  {one.help}.")))
        if one.parameters:
            rows = tuple((parameter.usage, parameter.help) for parameter in one.parameters)
            parts.append(Table(("argument", "what it takes"), rows))
    return Message(parts=tuple(parts))
