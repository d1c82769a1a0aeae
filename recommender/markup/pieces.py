"""What the scanner hands on, and two facts about raw text it needs: which braces match, which marks may stress."""

import re
from dataclasses import dataclass

from db.models import Style

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that needs no more parsing, with the style and link that TeX or a link gave it."""

    text: str
    style: Style = Style.PLAIN
    url: str = ""
    ends_paragraph: bool = False


@dataclass(frozen=True, slots=True)
class Delimiter:
    """A run of * or _ that may open or close emphasis."""

    char: str
    count: int
    can_open: bool
    can_close: bool
    style: Style = Style.PLAIN
    url: str = ""


def matched_braces(text: str) -> dict[int, int]:
    """Where each brace that has a partner is closed."""
    partner: dict[int, int] = {}
    waiting: list[int] = []
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            waiting.append(match.start())
        elif match.group() == "}" and waiting:
            partner[waiting.pop()] = match.start()
    return partner


def flanks(before: str, after: str, char: str, count: int) -> tuple[bool, bool]:
    """Whether a run between these characters may open and may close emphasis (CommonMark's rule of flanks).

    A single star between two word characters opens nothing: it multiplies more often than it stresses.
    """
    word_before, word_after = before.isalnum(), after.isalnum()
    left = not after.isspace() and (word_after or not word_before)
    right = not before.isspace() and (word_before or not word_after)
    if char == "_":
        return left and not word_before, right and not word_after
    inside = word_before and word_after
    if count > 1 and not before.isdigit():  # bold may begin or end before any sign: a**--**b
        left, right = not after.isspace(), not before.isspace()
    return left and not (inside and (count == 1 or before.isdigit())), right
