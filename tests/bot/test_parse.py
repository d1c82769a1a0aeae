"""A typed line becomes a command and its arguments, or a sentence that helps."""

from contextlib import suppress
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.command import Registry, command
from bot.commands import build_registry
from bot.errors import UnknownCommand, UserError, WrongArgument
from bot.message import Message, paper_key, press, read_paper_key, read_press
from bot.parse import parse_line, parse_press, tokens

REGISTRY = build_registry()


@pytest.mark.parametrize(
    ("line", "name", "arguments"),
    [
        ("today", "today", {}),
        ("today 3", "today", {"count": "3"}),
        ("today 3 main", "today", {"count": "3", "interest": "main"}),
        ("today main", "today", {"interest": "main"}),
        ("TODAY", "today", {}),
        ("/papers today", "today", {}),
        ("papers today", "today", {}),
        ("search sparse autoencoders", "search", {"words": "sparse autoencoders"}),
        ("search author:li diffusion", "search", {"words": "author:li diffusion"}),
        ("like 3", "like", {"paper": "3"}),
        ("like paper=3", "like", {"paper": "3"}),
        ("interests", "interests list", {}),
        ("interests add proteins and folding", "interests add", {"name": "proteins and folding"}),
        ('interests rename "old name" new name', "interests rename", {"interest": "old name", "name": "new name"}),
        ("interests rename “old name” new", "interests rename", {"interest": "old name", "name": "new"}),
        ("interests\u00a0add\u00a0x", "interests add", {"name": "x"}),
        ("saved", "saved", {}),
        ("saved export ris", "saved export", {"format": "ris"}),
        ("saved diffusion", "saved", {"words": "diffusion"}),
        ("profile", "profile show", {}),
        ("", "help", {}),
        ("help like", "help", {"topic": "like"}),
        ("mute author:Ann Li for 30d", "mute", {"subject": "author:Ann Li for 30d"}),
    ],
)
def test_a_line_is_understood(line: str, name: str, arguments: dict[str, str]) -> None:
    call = parse_line(REGISTRY, line)
    assert (call.command.name, call.arguments) == (name, arguments)


@pytest.mark.parametrize(("typed", "meant"), [("serch x", "search"), ("lik 3", "like"), ("todya", "today")])
def test_a_mistyped_command_gets_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(UnknownCommand, match=f"Did you mean `{meant}`"):
        parse_line(REGISTRY, typed)


def test_nonsense_gets_help_and_no_guess() -> None:
    with pytest.raises(UnknownCommand) as caught:
        parse_line(REGISTRY, "xyzzyplugh")
    assert "Did you mean" not in str(caught.value)
    assert "help" in str(caught.value)


def test_a_missing_argument_gets_the_usage() -> None:
    with pytest.raises(WrongArgument, match="Usage: `/papers like <paper>`"):
        parse_line(REGISTRY, "like")


def test_words_too_many_get_the_usage() -> None:
    with pytest.raises(WrongArgument, match=r"now please.*Usage: `/papers undo`"):
        parse_line(REGISTRY, "undo now please")


def test_a_groups_unknown_word_gets_the_groups_usages() -> None:
    with pytest.raises(WrongArgument, match="interests add <name>"):
        parse_line(REGISTRY, "interests explode")


@given(st.text(max_size=300))
def test_any_text_is_a_call_or_a_sentence(line: str) -> None:
    with suppress(UserError):
        assert parse_line(REGISTRY, line).command in list(REGISTRY)


@given(st.text(max_size=100))
def test_tokens_are_never_empty(line: str) -> None:
    assert all(tokens(line))


@given(st.integers(min_value=0, max_value=2**53))
def test_a_papers_key_survives_a_button(key: int) -> None:
    value = press("dislike", paper=paper_key(key))
    assert len(value) <= 100
    name, arguments = read_press(value)
    assert (name, read_paper_key(arguments["paper"])) == ("dislike", key)


def test_a_button_of_a_command_that_is_gone_gets_a_sentence() -> None:
    with pytest.raises(UnknownCommand, match="older version"):
        parse_press(REGISTRY, "teleport?paper=~1")


def test_a_button_longer_than_a_platform_takes_is_refused_when_made() -> None:
    with pytest.raises(ValueError, match="100 characters"):
        press("like", paper="x" * 100)


def test_two_commands_of_one_name_are_refused() -> None:
    registry = Registry()
    import bot.commands.answers as module

    registry.collect(module)
    with pytest.raises(ValueError, match="two commands"):
        registry.collect(module)


def test_a_handlers_signature_becomes_the_parameters() -> None:
    @command("brew")
    def brew(
        context: object,
        cups: Annotated[int, "how many"],
        kind: Annotated[Literal["tea", "coffee"], "what"] = "tea",
        note: Annotated[str, "anything"] = "",
    ) -> Message:
        """Brew something hot."""
        raise NotImplementedError

    made = brew.command  # type: ignore[attr-defined]
    assert made.usage == "/papers brew <cups> [tea|coffee] [note]"
    assert made.help == "Brew something hot"
    assert [p.greedy for p in made.parameters] == [False, False, True]


def test_the_registry_fits_discords_limits() -> None:
    for root in ("papers", "papers-admin"):
        visible = REGISTRY.visible(root)
        assert len({c.name.partition(" ")[0] for c in visible}) <= 22
        size = sum(len(c.name) + len(c.help) + sum(len(p.name) + len(p.help) for p in c.parameters) for c in visible)
        assert size <= 8_000
        assert all(len(c.help) <= 100 and all(len(p.help) <= 100 for p in c.parameters) for c in visible)
        assert all(c.help for c in visible)
