"""Commands, defined once for every platform: `@command` reads a handler's signature into a frozen Command.

A handler is `def like(context, paper: Annotated[Paper, "which paper"]) -> Message`. Slack and the terminal parse a line
by it, Discord makes typed options of it, help and docs are written from it. Registering is `Registry.collect(module)`.
"""

import difflib
import inspect
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

from bot.message import Message
from db.models import Interest, Paper, Subject

ROOT = "papers"
ADMIN_ROOT = "papers-admin"


class Role(StrEnum):
    """Who may run a command."""

    PERSON = "person"
    KEEPER = "keeper"
    ADMIN = "admin"


class Flood(StrEnum):
    """Which flood limit a command falls under."""

    ANSWER = "answer"
    COSTLY = "costly"
    PLAIN = "plain"


class Kind(StrEnum):
    """What a parameter takes."""

    TEXT = "text"
    INTEGER = "integer"
    CHOICE = "choice"
    PAPER = "paper"
    INTEREST = "interest"
    SUBJECT = "subject"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a follow or mute names: `author:Ann Li`, `category:cs.CL`, or a topic in words."""

    subject: Subject
    value: str


KINDS: dict[type, Kind] = {
    str: Kind.TEXT,
    int: Kind.INTEGER,
    Paper: Kind.PAPER,
    Interest: Kind.INTEREST,
    Wish: Kind.SUBJECT,
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument. A `greedy` one, the last, takes all the words that are left."""

    name: str
    kind: Kind
    help: str
    required: bool
    default: Any
    choices: tuple[str, ...]
    greedy: bool

    @property
    def usage(self) -> str:
        """`<paper>`, `[count]` or `<bibtex|ris|csv>`."""
        words = "|".join(self.choices) or self.name
        return f"<{words}>" if self.required else f"[{words}]"


@dataclass(frozen=True, slots=True)
class Command:
    """A named handler with typed parameters. `bare` is a group's name that means it when nothing follows, `short` one
    that means it when something does (`digest` and `digest at 9:00`). A `worded` one is typed with its parameters'
    names as words: `at 9:00 days mon-fri`.
    """

    name: str
    root: str
    help: str
    parameters: tuple[Parameter, ...]
    role: Role
    flood: Flood
    bare: str
    short: str
    hidden: bool
    handler: Callable[..., Message]
    worded: bool = False

    @property
    def usage(self) -> str:
        """The command as it is typed, `/papers like <paper>`."""
        words = [p.usage for p in self.parameters]
        if self.worded:
            words = [p.usage if i == 0 and p.choices else f"[{p.name} …]" for i, p in enumerate(self.parameters)]
        return " ".join([f"/{self.root}", self.name, *words])

    @property
    def group(self) -> str:
        """The first word of a two-word name, or nothing."""
        return self.name.partition(" ")[0] if " " in self.name else ""


def command(
    name: str,
    *,
    root: str = ROOT,
    role: Role = Role.PERSON,
    flood: Flood = Flood.PLAIN,
    bare: str = "",
    short: str = "",
    hidden: bool = False,
    worded: bool = False,
) -> Callable[[Callable[..., Message]], Callable[..., Message]]:
    """Make a handler a command. Its docstring's first line is the help; `hidden` ones only buttons send."""

    def mark(handler: Callable[..., Message]) -> Callable[..., Message]:
        help_text = (inspect.getdoc(handler) or "").partition("\n")[0].rstrip(".")
        built = Command(name, root, help_text, _parameters(handler), role, flood, bare, short, hidden, handler, worded)
        handler.command = built  # type: ignore[attr-defined]
        return handler

    return mark


class Registry:
    """All commands, found by name; refuses two of one name."""

    def __init__(self) -> None:
        self._commands: dict[tuple[str, str], Command] = {}

    def collect(self, module: ModuleType) -> None:
        """Add every command that a module defines, in the order of its text."""
        for value in vars(module).values():
            found = getattr(value, "command", None)
            if isinstance(found, Command) and getattr(value, "__module__", "") == module.__name__:
                key = (found.root, found.name)
                if key in self._commands:
                    raise ValueError(f"two commands are called {found.name}")
                self._commands[key] = found

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def get(self, name: str, root: str = ROOT) -> Command | None:
        """The command of exactly this name."""
        return self._commands.get((root, name))

    def visible(self, root: str = ROOT) -> list[Command]:
        """What help shows and platforms offer, in order."""
        return [c for c in self if c.root == root and not c.hidden]

    def find(self, words: list[str], root: str = ROOT) -> tuple[Command, list[str]] | None:
        """The command that a line's words begin with, and the words after its name."""
        lowered = [word.lower() for word in words[:2]]
        for length in (2, 1):
            found = self.get(" ".join(lowered[:length]), root) if len(lowered) >= length else None
            if found is not None:
                return found, words[length:]
        for candidate in self.visible(root):
            name = candidate.short if len(words) > 1 else candidate.bare
            if lowered and name == lowered[0]:
                return candidate, words[1:]
        return None

    def nearest(self, words: list[str], root: str = ROOT) -> Command | None:
        """The command that a mistyped line most likely meant."""
        names = {c.name: c for c in self.visible(root)}
        for typed in (" ".join(words[:2]).lower(), words[0].lower() if words else ""):
            close = difflib.get_close_matches(typed, [*names], n=1, cutoff=0.6)
            if close:
                return names[close[0]]
        return None

    def group(self, name: str, root: str = ROOT) -> list[Command]:
        """The commands that begin with this word."""
        return [c for c in self.visible(root) if c.group == name]


def _parameters(handler: Callable[..., Message]) -> tuple[Parameter, ...]:
    hints = typing.get_type_hints(handler, include_extras=True)
    found = list(inspect.signature(handler).parameters.values())[1:]
    return tuple(_parameter(value, hints[value.name], last=value is found[-1]) for value in found)


def _parameter(value: inspect.Parameter, hint: Any, *, last: bool) -> Parameter:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"the parameter {value.name} needs Annotated[type, help]")
    bare, help_text = get_args(hint)[:2]
    choices: tuple[str, ...] = ()
    if get_origin(bare) in (UnionType, typing.Union):
        bare = next(option for option in get_args(bare) if option is not type(None))
    if get_origin(bare) is Literal:
        kind, choices = Kind.CHOICE, tuple(get_args(bare))
    else:
        kind = KINDS[bare]
    required = value.default is inspect.Parameter.empty
    greedy = last and kind not in (Kind.INTEGER, Kind.CHOICE)
    return Parameter(value.name, kind, help_text, required, None if required else value.default, choices, greedy)
