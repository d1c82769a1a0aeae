"""How a long Message becomes several that each fit Slack: large parts divided, then packed into even messages. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from adapters.slack import blocks as kit
from adapters.slack import limits
from adapters.slack.parts import part_blocks, table_row
from adapters.slack.render import blocks
from bot.message import Bars, Buttons, Card, Message, Paragraph, Part, Table

LIST_ROWS = 40
"""Rows of a table in one rich_text block."""
CHART_BARS = 20


def split(message: Message) -> tuple[Message, ...]:
    """The message as messages that each fit Slack, in order, evenly filled; files go with the last."""
    pieces = [piece for part in message.parts for piece in _divided(part)]
    groups = _packed(message, pieces)
    last = len(groups) - 1
    return tuple(
        replace(
            message,
            heading=message.heading if index == 0 else (),
            parts=tuple(group),
            footer=message.footer if index == last else (),
            files=message.files if index == last else (),
        )
        for index, group in enumerate(groups)
    )


def _divided(part: Part) -> Iterator[Part]:
    """A part that could be too large for one block as several that are not."""
    match part:
        case Paragraph():
            texts = list(kit.sliced(part.text))
            yield from (Paragraph(value) for value in texts)
        case Table():
            yield from _table_pieces(part)
        case Bars():
            for start in range(0, len(part.bars), CHART_BARS):
                yield Bars(part.title if start == 0 else "", part.bars[start : start + CHART_BARS])
            if not part.bars and part.title:
                yield part
        case Buttons():
            for start in range(0, len(part.actions), limits.ACTIONS):
                yield Buttons(part.actions[start : start + limits.ACTIONS])
        case _:
            yield part


def _table_pieces(part: Table) -> Iterator[Table]:
    rows: list[tuple[str, ...]] = []
    size = 0
    for row in part.rows:
        length = sum(len(run["text"]) for run in table_row(part.columns, row))
        if rows and (len(rows) == LIST_ROWS or size + length > limits.RICH_TEXT):
            yield Table(part.columns, tuple(rows))
            rows, size = [], 0
        rows.append(row)
        size += length
    if rows:
        yield Table(part.columns, tuple(rows))


def _packed(message: Message, pieces: Sequence[Part]) -> list[list[Part]]:
    """The parts in as few groups as can be; cards are spread evenly over theirs."""
    frame = replace(message, parts=())
    overhead, characters = len(blocks(frame)) + 1, _characters(blocks(frame))
    sizes = [_size(piece) for piece in pieces]
    room_blocks, room_characters = limits.COMPOSED_BLOCKS - overhead, limits.COMPOSED_CHARACTERS - characters
    count = len(_greedy(sizes, room_blocks, room_characters))
    fill = room_blocks
    while count > 1 and fill > 1 and len(_greedy(sizes, fill - 1, room_characters)) == count:
        fill -= 1
    groups = _greedy(sizes, fill, room_characters) or [range(0)]
    return [[pieces[place] for place in group] for group in groups]


def _greedy(sizes: Sequence[tuple[int, int]], most_blocks: int, most_characters: int) -> list[range]:
    groups: list[range] = []
    start = used_blocks = used_characters = 0
    for place, (count, characters) in enumerate(sizes):
        full = used_blocks + count > most_blocks or used_characters + characters > most_characters
        if full and place > start:
            groups.append(range(start, place))
            start, used_blocks, used_characters = place, 0, 0
        used_blocks += count
        used_characters += characters
    if sizes:
        groups.append(range(start, len(sizes)))
    return groups


def _size(part: Part) -> tuple[int, int]:
    drawn = part_blocks(part, 0)
    return len(drawn) + isinstance(part, Card), _characters(drawn)


def _characters(value: Any) -> int:
    """All the text in some blocks, in characters."""
    if isinstance(value, dict):
        return sum(len(v) if k in ("text", "url") and isinstance(v, str) else _characters(v) for k, v in value.items())
    if isinstance(value, list):
        return sum(_characters(item) for item in value)
    return 0
