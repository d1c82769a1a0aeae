"""A message as posts that each fit one Discord message: cut between parts, long texts between words. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from adapters.discord import limits
from adapters.discord.ids import Ids
from adapters.discord.markdown import divided, size, units16
from adapters.discord.parts import Piece, footer_piece, heading_piece, pieces, table_text
from bot.message import Bars, Buttons, Message, Paragraph, Part, Table

LONGEST_PART = 3_000
"""A longer paragraph or table is cut: so it fits beside any heading and footer."""
MOST_BARS = 20


def split(message: Message) -> list[Message]:
    """The posts, in order: the heading opens the first, files and footer close the last."""
    groups = [[]] if not message.parts else list(_packed(message))
    last = len(groups) - 1
    return [
        replace(
            message,
            heading=message.heading if index == 0 else (),
            parts=tuple(group),
            footer=message.footer if index == last else (),
            files=message.files[: limits.FILES] if index == last else (),
        )
        for index, group in enumerate(groups)
    ]


def _packed(message: Message) -> Iterator[list[Part]]:
    """Groups of parts, each as large as a message may be; buttons stay with what stands above them."""
    frame = [heading_piece(message), footer_piece(message)]
    used_components = 1 + sum(bool(piece) for piece in frame) + len(message.files[: limits.FILES])
    used_texts = sum(units16(piece) + 1 for piece in frame)
    group: list[Part] = []
    components, texts = used_components, used_texts
    for unit in _units(message):
        more_components, more_texts = _weight(unit)
        too_much = components + more_components > limits.COMPONENTS or texts + more_texts > limits.TEXTS_IN_MESSAGE
        if group and too_much:
            yield group
            group, components, texts = [], used_components, used_texts
        group += unit
        components, texts = components + more_components, texts + more_texts
    if group:
        yield group


def _units(message: Message) -> Iterator[list[Part]]:
    waiting: list[Part] = []
    for part in (piece for whole in message.parts for piece in _small(whole)):
        if waiting and not isinstance(part, Buttons):
            yield waiting
            waiting = []
        waiting.append(part)
        if isinstance(part, Buttons) and _weight(waiting)[0] > limits.COMPONENTS // 2:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _small(part: Part) -> Iterator[Part]:
    """The part in pieces that each fit."""
    match part:
        case Paragraph() if size(part.text) > LONGEST_PART:
            rest = part.text
            while rest:
                head, rest = divided(rest, LONGEST_PART)
                yield Paragraph(head)
        case Table() if units16(table_text(part)) > LONGEST_PART and len(part.rows) > 1:
            middle = len(part.rows) // 2
            yield from _small(replace(part, rows=part.rows[:middle]))
            yield from _small(replace(part, rows=part.rows[middle:]))
        case Bars() if len(part.bars) > MOST_BARS:
            for start in range(0, len(part.bars), MOST_BARS):
                yield Bars(part.title if start == 0 else "", part.bars[start : start + MOST_BARS])
        case Buttons():
            most = 3 * limits.ROW_BUTTONS
            for start in range(0, len(part.actions), most):
                yield Buttons(part.actions[start : start + most])
        case _:
            yield part


def _weight(unit: list[Part]) -> tuple[int, int]:
    """Components and characters that the parts take."""
    found = [piece for part in unit for piece in pieces(part, Ids())]
    return sum(_components(piece) for piece in found), sum(units16(p) + 1 for p in found if isinstance(p, str))


def _components(piece: Piece) -> int:
    return 1 if isinstance(piece, str) else 1 + len(piece.children)
