"""From a typed line or a button's press to a Call: a command and its arguments, still as text."""

import re
from dataclasses import dataclass, field
from typing import Any

from bot.command import ROOT, Command, Kind, Parameter, Registry
from bot.errors import UnknownCommand, WrongArgument
from bot.message import read_press
from bot.texts import commands as texts
from recommender.text import clean_text

MAX_LINE = 20_000
SMART = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " ", "\u202f": " ", "\u200b": ""})
TOKEN = re.compile(r'([A-Za-z_]+)="([^"]*)"|"([^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Call:
    """A command to run with its arguments as text, by parameter name."""

    command: Command
    arguments: dict[str, str] = field(default_factory=dict)


def tokens(line: str) -> list[str]:
    """The words of a line; quotes (also a phone's) keep several together, and `name="two words"` too."""
    found = []
    for name, named, quoted, word in TOKEN.findall(clean_text(line[:MAX_LINE].translate(SMART))):
        found.append(f"{name}={named}" if name else quoted or word)
    return [token for token in found if token]


def parse_line(registry: Registry, line: str, root: str = ROOT) -> Call:
    """The call that a typed line means; an empty line is `help`.

    Raises UnknownCommand (naming the nearest) or WrongArgument (showing the usage).
    """
    words = tokens(line) or ["help"]
    words[0] = words[0].removeprefix("/")
    if words[0] == root and len(words) > 1:
        words = words[1:]
    found = registry.find(words, root)
    if found is None:
        raise _unknown(registry, words, root)
    command, rest = found
    return Call(command, bind(command, rest))


def parse_press(registry: Registry, value: str, root: str = ROOT) -> Call:
    """The call that a button sends. A button of an older version whose command is gone gets a sentence."""
    name, arguments = read_press(value)
    command = registry.get(name, root) or registry.get(name, "papers-admin")
    if command is None:
        raise UnknownCommand(texts.OLD_BUTTON)
    known = {p.name for p in command.parameters}
    return Call(command, {name: value for name, value in arguments.items() if name in known})


def bind(command: Command, words: list[str]) -> dict[str, str]:
    """Arguments by position or `name=value`. Raises WrongArgument when one is missing or too many are there."""
    parameters = {p.name: p for p in command.parameters}
    bound: dict[str, str] = {}
    loose: list[str] = []
    if command.worded:
        bound, words = _worded(parameters, words)
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name.lower() in parameters and name.lower() not in bound:
            bound[name.lower()] = value
        else:
            loose.append(word)
    for parameter in parameters.values():
        if parameter.name in bound or not loose:
            continue
        if parameter.greedy:
            bound[parameter.name] = " ".join(loose)
            loose = []
        elif parameter.required or _fits(parameter, loose[0]):
            bound[parameter.name] = loose.pop(0)
    if loose:
        raise WrongArgument(texts.too_many_words(loose, command.usage))
    missing = [p.name for p in parameters.values() if p.required and p.name not in bound]
    if missing:
        raise WrongArgument(texts.missing_argument(missing[0], parameters[missing[0]].help, command.usage))
    return bound


def _worded(parameters: dict[str, Parameter], words: list[str]) -> tuple[dict[str, str], list[str]]:
    """Take `name value …` apart; the first parameter's choices stand for themselves. Gives the bound and the rest."""
    found: dict[str, list[str]] = {}
    loose: list[str] = []
    first = next(iter(parameters.values()))
    current = ""
    for word in words:
        lowered = word.lower()
        if lowered in parameters and lowered not in found:
            current = lowered
            found[current] = []
        elif lowered in first.choices and first.name not in found and (not current or found[current]):
            found[first.name] = [word]
        elif current and "=" not in word:
            found[current].append(word)
        else:
            loose.append(word)
    return {name: " ".join(said) for name, said in found.items()}, loose


def _fits(parameter: Parameter, word: str) -> bool:
    if parameter.kind is Kind.INTEGER:
        return word.isdigit()
    if parameter.kind is Kind.CHOICE:
        return word.lower() in parameter.choices
    return True


def _unknown(registry: Registry, words: list[str], root: str) -> Exception:
    group: list[Any] = registry.group(words[0].lower(), root)
    if group:
        return WrongArgument(texts.unknown_subcommand(words[0], [c.usage for c in group]))
    nearest = registry.nearest(words, root)
    return UnknownCommand(texts.unknown_command(words[0], f"/{root}", nearest.name if nearest else ""))
