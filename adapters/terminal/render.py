"""A Message as terminal text: coloured and as wide as the window on a terminal, plain in a pipe.

No markup is parsed: outside text goes through rich's Text objects, so that brackets in a title stay brackets.
"""

import os
import sys
import unicodedata
from collections.abc import Iterator

from rich.bar import Bar as RichBar
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text as RichText

from bot.message import Action, Bars, Buttons, Card, Checklist, Message, Paragraph, Part, Table, Tone, read_press
from db.models import Span, Style, Text

PIPE_WIDTH = 100
MAX_WIDTH = 110
LABEL_WIDTH = 28
STYLES = {Style.BOLD: "bold", Style.ITALIC: "italic", Style.CODE: "cyan", Style.MATH: "none"}
TONES = {Tone.ANSWER: "bold", Tone.ERROR: "bold red", Tone.DIGEST: "bold magenta"}


def make_console(*, force_terminal: bool | None = None, width: int | None = None) -> Console:
    """A console for standard output: the window's width up to MAX_WIDTH, or PIPE_WIDTH and no colour in a pipe."""
    is_terminal = sys.stdout.isatty() if force_terminal is None else force_terminal
    if width is None and not is_terminal:
        width = int(os.environ.get("COLUMNS") or PIPE_WIDTH)
    console = Console(force_terminal=force_terminal, width=width, highlight=False, markup=False, emoji=False)
    if console.width > MAX_WIDTH:
        console.width = MAX_WIDTH
    return console


def show(console: Console, message: Message) -> None:
    """Print a message, followed by an empty line."""
    console.print(render(message))
    console.print()


def render(message: Message) -> RenderableType:
    """The message as one renderable."""
    pieces: list[RenderableType] = []
    if message.heading:
        pieces.append(rich_text(message.heading, TONES[message.tone]))
    base = "red" if message.tone is Tone.ERROR else ""
    for part in message.parts:
        if isinstance(part, Card):
            pieces.append(RichText())
        pieces.extend(_part(part, base))
    pieces += [RichText(f"[{file.name}] {file.description}", "dim") for file in message.files]
    if message.footer:
        pieces += [RichText(), rich_text(message.footer, "dim")]
    return Group(*pieces)


def _part(part: Part, base: str) -> Iterator[RenderableType]:
    match part:
        case Paragraph():
            yield rich_text(part.text, base)
        case Card():
            yield from _card(part)
        case Table():
            yield _table(part)
        case Bars():
            yield from _bars(part)
        case Checklist():
            yield from _checklist(part)
        case Buttons():
            yield _buttons(part.actions)


def _card(card: Card) -> Iterator[RenderableType]:
    number = f"{card.number:>2}  "
    title = RichText()
    title.append(number, "bold cyan")
    title.append_text(rich_text(card.title, "bold"))
    for words in (card.note, *card.marks):
        if words:
            title.append(f"  ({clean(words)})", "dim italic")
    yield _hanging(title, len(number))
    pad = (0, 0, 0, len(number))
    origin = " · ".join(clean(words) for words in (card.authors, card.origin) if words)
    if origin:
        yield Padding(RichText(origin, "dim"), pad)
    if card.summary:
        yield Padding(rich_text(card.summary), pad)
    if card.why:
        why = RichText("why: ", "green")
        why.append_text(rich_text(card.why, "green"))
        yield Padding(why, pad)
    if card.url:
        yield Padding(RichText(clean(card.url), "blue dim"), pad)


def _hanging(line: RichText, indent: int) -> RenderableType:
    """A line whose continuation stands under its text, not under its number."""
    grid = RichTable.grid()
    grid.add_column(width=indent, no_wrap=True)
    grid.add_column()
    grid.add_row(line[:indent], line[indent:])
    return grid


def _table(part: Table) -> RenderableType:
    table = RichTable(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in part.columns:
        table.add_column(column, overflow="fold")
    for row in part.rows:
        table.add_row(*(RichText(clean(cell)) for cell in row))
    return table


def _bars(part: Bars) -> Iterator[RenderableType]:
    if part.title:
        yield RichText(clean(part.title), "bold")
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(width=LABEL_WIDTH, no_wrap=True, overflow="ellipsis")
    grid.add_column(width=LABEL_WIDTH)
    for bar in part.bars:
        colour = "green" if bar.share >= 0 else "red"
        grid.add_row(RichText(clean(bar.label)), RichBar(1.0, 0, min(abs(bar.share), 1.0), color=colour))
    yield grid


def _checklist(part: Checklist) -> Iterator[RenderableType]:
    yield RichText(clean(part.title))
    for number, choice in enumerate(part.choices, start=1):
        mark = "[x]" if choice.ticked else "[ ]"
        yield RichText(f"  {mark} {number}  {clean(choice.label)}")
    yield RichText.assemble("Type ", (typed(part.confirm), "cyan"), "; add keep=1,2 for lines to leave as they are.")


def _buttons(actions: tuple[Action, ...]) -> RenderableType:
    line = RichText()
    for action in actions:
        if line:
            line.append("   ")
        words = clean(action.url) if action.url else typed(action)
        if words.lower() != action.label.lower():
            line.append(f"{clean(action.label)} → ", "bold")
        line.append(words, "cyan")
    return line


def typed(action: Action) -> str:
    """What to type for a button: the command and its arguments."""
    command, arguments = read_press(action.press)
    words = [f'{name}="{value}"' if " " in value else f"{name}={value}" for name, value in arguments.items()]
    return " ".join([command, *words])


def rich_text(value: Text, base: str = "") -> RichText:
    """Spans as a rich Text; links keep their words and show as links where the terminal can."""
    line = RichText(style=base)
    for span in value:
        words = f"`{span.text}`" if Style.CODE in span.style else span.text
        line.append(clean(words), _style(span) or None)
    return line


def _style(span: Span) -> str:
    words = [name for style, name in STYLES.items() if style in span.style and name != "none"]
    if span.url:
        words.append("underline")
    return " ".join(words)


def clean(value: str) -> str:
    """Text without what could move the cursor or turn the line around."""
    return "".join(c for c in value if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
