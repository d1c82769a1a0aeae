"""Messages at the terminal: as wide as the window, coloured or plain, and never more than text."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from adapters.terminal.render import clean, show
from bot.message import (
    Action,
    Bar,
    Bars,
    Buttons,
    Card,
    Checklist,
    Choice,
    File,
    Message,
    Paragraph,
    Table,
    bold,
    link,
    press,
    text,
)  # fmt: skip

CARD = Card(
    number=1, paper=7, title=text("A title with [brackets] and ", bold("bold")), url="https://arxiv.org/abs/1",
    note="our title", authors="Ann Li and 9 more", origin="arXiv · 30 Nov 2026", summary=text("It works."),
    why=text("diffusion"), actions=(Action("like", press("like", paper="~7")),),
)  # fmt: skip
EVERYTHING = Message(
    heading=text(bold("Heading")),
    parts=(
        CARD,
        Paragraph(text("Words, ", link("a link", "https://example.org"))),
        Table(("a", "b"), (("1", "two"),)),
        Bars("words", (Bar("diffusion", 1.0), Bar("biology", -0.5))),
        Checklist("Which?", (Choice("1", "one"), Choice("2", "two", ticked=False)), Action("Forget", press("forget"))),
        Buttons((Action("Undo", press("undo")),)),
    ),
    footer=text("footer"),
    files=(File("a.bib", b"x", "text/plain", "Two papers."),),
)


def drawn(message: Message, width: int = 80, *, colour: bool = False) -> str:
    out = io.StringIO()
    show(Console(file=out, width=width, force_terminal=colour, highlight=False, markup=False, emoji=False), message)
    return out.getvalue()


def test_every_part_is_drawn() -> None:
    page = drawn(EVERYTHING)
    for words in ("Heading", "[brackets] and bold", "(our title)", "Ann Li and 9 more · arXiv", "why: diffusion",
                  "a link", "two", "biology", "[x] 1  one", "[ ] 2  two", "undo", "footer", "a.bib"):  # fmt: skip
        assert words in page, words


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_window(width: int) -> None:
    assert max(len(line) for line in drawn(EVERYTHING, width).splitlines()) <= width


def test_a_pipe_gets_no_colours_and_a_terminal_does() -> None:
    assert "\x1b" not in drawn(EVERYTHING)
    assert "\x1b" in drawn(EVERYTHING, colour=True)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_outside_text_cannot_move_the_cursor_or_turn_the_line(words: str) -> None:
    page = drawn(Message(parts=(Paragraph(text(words or "x")), Card(1, 1, text(words or "x")))))
    assert not set(page) & {"\x1b", "\x07", "\x08", "\r", "\u202e", "\u2066", "\x00"}


def test_cleaning_keeps_letters_of_all_scripts() -> None:
    assert clean("é论文שלום🙂\u202e\x1b[2J") == "é论文שלום🙂[2J"
