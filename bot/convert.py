"""From an argument's text to what the handler takes: a number, paper, interest, wish. Every refusal is a sentence."""

import re
from typing import Any

from bot.command import Command, Kind, Parameter, Wish
from bot.context import Context
from bot.errors import Ambiguous, NotFound, WrongArgument
from bot.message import read_paper_key
from bot.paper_names import read_paper_name
from bot.texts import commands as texts
from db.models import Interest, Paper, Subject

MAX_INTEGER = 1_000_000
MAX_CANDIDATES = 5
MAX_TOPIC = 200


def converted(context: Context, command: Command, arguments: dict[str, str]) -> dict[str, Any]:
    """The handler's keyword arguments. Raises WrongArgument, NotFound or Ambiguous with a sentence."""
    values: dict[str, Any] = {}
    for parameter in command.parameters:
        given = arguments.get(parameter.name, "").strip()
        if given:
            values[parameter.name] = _convert(context, command, parameter, given)
        elif parameter.required:
            raise WrongArgument(texts.missing_argument(parameter.name, parameter.help, command.usage))
    return values


def _convert(context: Context, command: Command, parameter: Parameter, given: str) -> Any:
    match parameter.kind:
        case Kind.INTEGER:
            return integer(given, parameter.name, command.usage)
        case Kind.CHOICE:
            return choice(given, parameter, command.usage)
        case Kind.PAPER:
            return paper(context, given)
        case Kind.INTEREST:
            return interest(context, given)
        case Kind.SUBJECT:
            return wish(given)
        case _:
            return given


def integer(given: str, name: str, usage: str) -> int:
    """A whole number from 1. Raises WrongArgument."""
    if not (given.isascii() and given.isdigit()) or not 1 <= int(given[:9]) <= MAX_INTEGER:
        raise WrongArgument(texts.not_a_number(given, name, usage))
    return int(given[:9])


def choice(given: str, parameter: Parameter, usage: str) -> str:
    """One of the choices, in any case. Raises WrongArgument."""
    if given.lower() not in parameter.choices:
        raise WrongArgument(texts.not_a_choice(given, parameter.choices, usage))
    return given.lower()


def wish(given: str) -> Wish:
    """`author:…`, `category:…`, or a topic."""
    name, colon, value = given.partition(":")
    if colon and name.strip().lower() in (Subject.AUTHOR, Subject.CATEGORY, Subject.TOPIC):
        if not value.strip():
            raise WrongArgument(texts.empty_subject(name.strip().lower()))
        return Wish(Subject(name.strip().lower()), value.strip()[:MAX_TOPIC])
    return Wish(Subject.TOPIC, given.strip()[:MAX_TOPIC])


def interest(context: Context, given: str) -> Interest:
    """The person's interest of this name, in any case. Raises NotFound, naming those there are."""
    interests = context.store.people.interests(context.tenant, context.profile.key)
    for found in interests:
        if found.name.casefold() == given.casefold():
            return found
    raise NotFound(texts.no_such_interest(given, [i.name for i in interests]))


def paper(context: Context, given: str) -> Paper:
    """The paper that a button's key, a card's number, an id, a link or words of a title mean.

    Raises NotFound, or Ambiguous with the candidates.
    """
    papers = context.store.papers
    key = read_paper_key(given)
    if key is not None:
        found = papers.get(key)
        if found is None:
            raise NotFound(texts.PAPER_GONE)
        return found
    if re.fullmatch(r"#?\d{1,3}", given):
        return _by_number(context, int(given.removeprefix("#")))
    if re.fullmatch(r"#?\d{1,3}(?:[\s,;]+#?\d{1,3})+", given):
        raise NotFound(texts.one_at_a_time(given))
    name = read_paper_name(given)
    if name is not None:
        found = papers.by_name(name) or papers.by_id(f"{name.kind}:{name.value}")
        if found is None:
            raise NotFound(texts.paper_not_here(f"{name.kind}:{name.value}"))
        return found
    candidates = papers.titled(given, MAX_CANDIDATES + 1)
    exact = [p for p in candidates if p.title.casefold() == given.casefold()]
    if len(exact or candidates) == 1:
        return (exact or candidates)[0]
    if not candidates:
        raise NotFound(texts.no_such_title(given))
    raise Ambiguous(texts.several_papers(given, len(candidates), MAX_CANDIDATES), candidates[:MAX_CANDIDATES])


def named_paper(context: Context, words: str) -> Paper | None:
    """The paper that a number, key, id or link means; words alone are a topic."""
    given = words.strip()
    is_name = (
        re.fullmatch(r"#?\d{1,3}", given) or read_paper_key(given) is not None or read_paper_name(given) is not None
    )
    return paper(context, given) if is_name else None


def _by_number(context: Context, number: int) -> Paper:
    keys = context.store.people.last_list(context.tenant, context.profile.key)
    if not keys:
        raise NotFound(texts.NO_LIST)
    if not 1 <= number <= len(keys):
        raise NotFound(texts.not_on_list(number, len(keys)))
    found = context.store.papers.get(keys[number - 1])
    if found is None:
        raise NotFound(texts.PAPER_GONE)
    return found
