"""Characters: which ones may enter the house, and how two spellings are made comparable.

Owns cleaning (what a screen must never get) and folding (what search and matching compare). Knows no markup.
"""

import re
import unicodedata
from collections.abc import Callable

_NEWLINES = re.compile(r"\r\n?|[\n\x0b\x0c\x85\u2028\u2029]")
_ANY_SPACE = re.compile(r"\s+")
_MARKS = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_LOOKALIKES = str.maketrans(
    dict.fromkeys("‐‑‒–—―−⁃﹘﹣－", "-")
    | dict.fromkeys("‘’‚‛′´`ʻʼ＇", "'")
    | dict.fromkeys("“”„‟″«»＂", '"')
    | {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
    | {"ŋ": "ng", "ĸ": "k", "ȷ": "j", "ϵ": "ε", "ϑ": "θ", "ϕ": "φ", "ϱ": "ρ", "ϖ": "π", "ς": "σ", "µ": "μ"}
)


def clean_text(value: str, *, keep_newlines: bool = False) -> str:
    r"""`value` fit for storing and showing: NFC, whitespace folded, trimmed, printable characters only.

    Control, format (zero-width, bidirectional), private, unassigned and surrogate characters are dropped, NUL
    among them. With `keep_newlines` a line break stays one `\n`, and more than one empty line becomes one.
    """
    if keep_newlines:
        lines = _NEWLINES.sub("\n", value).split("\n")
        text = "\n".join(clean_text(line) for line in lines)
        return re.sub(r"\n{3,}", "\n\n", text).strip()
    return _ANY_SPACE.sub(" ", unicodedata.normalize("NFC", printable(value))).strip()


def printable(value: str) -> str:
    """`value` without unprintable characters; every kind of whitespace becomes a space, except the line feed."""
    if value.isprintable():
        return value
    return "".join(map(_as_printed, value))


def _as_printed(char: str) -> str:
    if char.isprintable() or char == "\n":
        return char
    return " " if char.isspace() else ""


def word_set(table: str) -> frozenset[str]:
    """The words of a table written as one string."""
    return frozenset(table.split())


def fold(text: str) -> str:
    """`text` for comparing: no case, no diacritics, compatibility forms, plain dashes and quotes.

    Used by search, mutes and whole-word matching, never for showing. Folding twice changes nothing.
    """
    if text.isascii():
        return text.lower()
    steps: tuple[Callable[[str], str], ...] = (_decompose, str.casefold, _decompose, str.casefold, _compose)
    for step in steps:
        text = step(text)
    return text


def _decompose(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).translate(_LOOKALIKES)


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text)
