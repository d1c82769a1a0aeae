"""A message's parts as pieces of a Components V2 layout: strings of markdown, and rows of buttons or menus.

Each piece keeps its own limit; how many go into one message is adapters.discord.split's to say.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.ids import PICK, TICK, Ids
from adapters.discord.items import PickMenu, PressButton, TickMenu
from adapters.discord.markdown import clipped, cut, markdown, masked_link, verbatim
from bot.message import (
    Action,
    ActionStyle,
    Bars,
    Buttons,
    Card,
    Checklist,
    Message,
    Paragraph,
    Part,
    Table,
    bold,
    italic,
    paper_key,
    press,
    text,
)
from bot.words import backticked
from db.models import Style, Text

Row = ui.ActionRow[Any]
Piece = str | Row

HEADING, TITLE, META, SUMMARY, WHY = 300, 420, 400, 1_000, 420
"""Characters of markdown that each field of a heading or a card may take."""
LINK = 512
"""A longer address is left out: it would take the place of the words."""
MAX_CHOICES = 5 * limits.OPTIONS
CELL = 32
TABLE_WIDTH = 58
"""A table wider than this would break its lines in a narrow window, and is told line by line."""
BAR_LABEL, BAR, STROKE = 30, 14, "━"
STYLES = {
    ActionStyle.NORMAL: discord.ButtonStyle.secondary,
    ActionStyle.PRIMARY: discord.ButtonStyle.primary,
    ActionStyle.DANGER: discord.ButtonStyle.danger,
}
MORE = "⋯"
REMOVE = "Remove …"
NOTHING_TICKED = "Nothing is ticked"


def heading_piece(message: Message) -> str:
    """The heading as one, nothing where there is none."""
    return "### " + markdown(clipped(message.heading, HEADING), without=Style.BOLD) if message.heading else ""


def footer_piece(message: Message) -> str:
    """The footer in small print."""
    return small(message.footer) if message.footer else ""


def small(value: Text, limit: int = META) -> str:
    """A text as one line of small print."""
    return "-# " + markdown(clipped(value, limit)).replace("\n", " ")


def pieces(part: Part, ids: Ids) -> list[Piece]:
    """The part as pieces of a layout."""
    match part:
        case Paragraph():
            return [markdown(part.text)] if markdown(part.text).strip() else []
        case Card():
            return [card_text(part), *rows(card_actions(part), ids)]
        case Table():
            return [table_text(part)]
        case Bars():
            return [bars_text(part), *_removals(part, ids)]
        case Checklist():
            return _checklist(part, ids)
        case Buttons():
            return list(rows(part.actions, ids))


@lru_cache(maxsize=64)
def card_text(card: Card) -> str:
    """One paper: linked title, then authors and origin in small print, the sentence, and why.

    Kept for a moment, as a card is weighed before it is drawn.
    """
    title = markdown(clipped(card.title, TITLE), without=Style.BOLD)
    link = masked_link(title, card.url)
    number = f"{card.number}. " if card.number else ""
    first = f"**{number}{link if len(link) <= len(title) + LINK else title}**"
    notes = [card.note, *card.marks]
    first += "".join(f" · {markdown(text(italic(note)))}" for note in notes if note)
    lines = [first]
    meta = " · ".join(words for words in (card.authors, card.origin) if words)
    if meta:
        lines.append(small(text(meta)))
    if card.summary:
        lines.append(markdown(clipped(card.summary, SUMMARY)))
    if card.why:
        lines.append(small(text(italic("why:"), " ", *card.why), WHY))
    return "\n".join(lines)


def card_actions(card: Card) -> tuple[Action, ...]:
    """The card's buttons, and one that opens its menu."""
    shown = card.actions[: limits.ROW_BUTTONS - 1]
    return (*shown, Action(MORE, press("menu", paper=paper_key(card.paper)))) if card.menu else shown


def rows(actions: Sequence[Action], ids: Ids) -> Iterator[Row]:
    """Buttons, five a row."""
    buttons = [made for action in actions for made in _button(action, ids)]
    for start in range(0, len(buttons), limits.ROW_BUTTONS):
        yield ui.ActionRow(*buttons[start : start + limits.ROW_BUTTONS])


def _button(action: Action, ids: Ids) -> Iterator[ui.Item[Any]]:
    label = cut(action.label, limits.BUTTON_LABEL) or MORE
    if action.url:
        yield ui.Button(label=label, url=action.url)
    elif custom_id := ids.make(action.press):
        yield PressButton(ui.Button(label=label, style=STYLES[action.style], custom_id=custom_id))


def table_text(table: Table) -> str:
    """Two columns as lines; more of them aligned where that is narrow enough, else told line by line."""
    if len(table.columns) <= 2:
        return "\n".join(_pair(row) for row in table.rows)
    grid = [tuple(cut(cell, CELL) for cell in row) for row in (table.columns, *table.rows)]
    widths = [max(width(row[column]) for row in grid) for column in range(len(table.columns))]
    if sum(widths) + 2 * len(widths) <= TABLE_WIDTH:
        return block("  ".join(padded(cell, wide) for cell, wide in zip(row, widths, strict=True)) for row in grid)
    return "\n".join(_told(table.columns, row) for row in table.rows)


def _pair(row: Sequence[str]) -> str:
    first = f"`{verbatim(row[0].strip())}`" if row and row[0].strip() else ""
    return f"{first} {' '.join(markdown(backticked(cell)) for cell in row[1:])}".strip()


def _told(columns: Sequence[str], row: Sequence[str]) -> str:
    cells = zip(columns[1:], row[1:], strict=True)
    told = [markdown(text(italic(name), " ", cell)) for name, cell in cells if cell]
    return " · ".join([markdown(text(bold(row[0]))), *told])


def bars_text(bars: Bars) -> str:
    """A bar chart in a block of fixed width; what speaks against has a minus."""
    title = markdown(text(bold(bars.title)))
    labels = [cut(bar.label, BAR_LABEL) for bar in bars.bars]
    wide = max((width(label) for label in labels), default=0)
    lines = [
        f"{padded(label, wide)}  {'−' if bar.share < 0 else ''}{STROKE * max(1, round(min(abs(bar.share), 1.0) * BAR))}"
        for label, bar in zip(labels, bars.bars, strict=True)
    ]
    return f"{title}\n{block(lines)}" if bars.title else block(lines)


def _removals(bars: Bars, ids: Ids) -> Iterator[Row]:
    found = {bar.remove: bar.label for bar in bars.bars if bar.remove}
    options = [
        discord.SelectOption(label=cut(label, limits.OPTION_LABEL), value=value)
        for value, label in list(found.items())[: limits.OPTIONS]
    ]
    if options:
        yield ui.ActionRow(PickMenu(ui.Select(custom_id=ids.make(PICK), placeholder=REMOVE, options=options)))


def _checklist(checklist: Checklist, ids: Ids) -> list[Piece]:
    found: list[Piece] = [markdown(text(bold(checklist.title)))]
    shown = checklist.choices[:MAX_CHOICES]
    for start in range(0, len(shown), limits.OPTIONS):
        options = [
            discord.SelectOption(
                label=cut(choice.label, limits.OPTION_LABEL), value=choice.value, default=choice.ticked
            )
            for choice in shown[start : start + limits.OPTIONS]
        ]
        select: ui.Select[Any] = ui.Select(
            custom_id=ids.make(TICK),
            placeholder=NOTHING_TICKED,
            options=options,
            min_values=0,
            max_values=len(options),
        )
        found.append(ui.ActionRow(TickMenu(select)))
    return [*found, *rows((checklist.confirm,), ids)]


def block(lines: Iterator[str] | Sequence[str]) -> str:
    """Lines in a block of fixed width."""
    return "```\n" + "\n".join(verbatim(line).rstrip() for line in lines) + "\n```"


def width(value: str) -> int:
    """How many columns the text takes in a block of fixed width."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in value)
    marks = sum(unicodedata.combining(char) > 0 for char in value)
    return len(value) + wide - marks


def padded(value: str, columns: int) -> str:
    """The text filled up with blanks."""
    return value + " " * (columns - width(value))
