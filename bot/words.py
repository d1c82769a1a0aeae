"""Small words and numbers as people write them: plurals, lists, and `typed` words marked as such."""

from collections.abc import Sequence

from bot.message import code, text
from db.models import Span, Text


def backticked(sentence: str) -> Text:
    """A sentence of ours with its `typed` words as code spans. Only for sentences, never for outside text alone."""
    pieces = sentence.split("`")
    if len(pieces) % 2 == 0:
        return text(sentence)
    return text(*(code(piece) if index % 2 else Span(piece) for index, piece in enumerate(pieces)))


def counted(count: int, one: str, many: str = "") -> str:
    """`1 paper`, `3 papers`, `1,200 papers`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def listed(values: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(values) < 2:
        return "".join(values)
    return f"{', '.join(values[:-1])} {last} {values[-1]}"
