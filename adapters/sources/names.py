"""One line of authors as single names: commas, `and`, semicolons, affiliations in brackets, `Jr.` and collaborations.

Pure text. TeX accents are left as they are.
"""

import re
from collections.abc import Iterable

MAX_LINE = 400_000

_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?\s?d)\.?", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|AND|&)\s+|,?\s+&\s+")
_LEADING_AND = re.compile(r"\A(?:and\s+)+", re.IGNORECASE)
_NOBODY = re.compile(r"(?:et\.?\s+al\.?|others|\W*|n/?a|none|unknown)", re.IGNORECASE)
_GROUP = re.compile(r"(?P<group>[^:,;()]*\b(?:collaborations?|consortium|team|group)\b[^:,;()]*):", re.IGNORECASE)


def split_names(line: str) -> tuple[str, ...]:
    """The names in a line of authors, in order, each `Given Family` where the line shows which is which.

    Semicolons part `Family, Given; Family, Given`; else commas and `and` part the names, and a lone `Jr.` belongs to
    the name before it. What stands in brackets is an affiliation and goes.
    """
    line = _without_brackets(" ".join(line[:MAX_LINE].split()))
    line = _GROUP.sub(lambda found: f"{found['group']}, ", line)
    if ";" in line:
        return _kept(turned(part) for part in line.split(";"))
    parts: list[str] = []
    for piece in _AND.sub(", ", line).split(","):
        name = _LEADING_AND.sub("", piece.strip())
        if parts and _SUFFIX.fullmatch(name):
            parts[-1] = f"{parts[-1]} {name}"
        else:
            parts.append(name)
    return _kept(parts)


def turned(name: str) -> str:
    """`Given Family` for `Family, Given` and `Family, Jr., Given`; anything else as it is."""
    parts = [part.strip() for part in name.split(",") if part.strip()]
    if len(parts) == 2 and _SUFFIX.fullmatch(parts[1]):
        return " ".join(parts)
    if len(parts) == 3 and _SUFFIX.fullmatch(parts[1]):
        return f"{parts[2]} {parts[0]} {parts[1]}"
    if len(parts) == 3 and _SUFFIX.fullmatch(parts[2]):
        return f"{parts[1]} {parts[0]} {parts[2]}"
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}"
    return " ".join(parts) if len(parts) < 2 else name.strip()


def _kept(names: Iterable[str]) -> tuple[str, ...]:
    cleaned = (" ".join(name.split()).strip(" ,;:") for name in names)
    return tuple(dict.fromkeys(name for name in cleaned if not _NOBODY.fullmatch(name)))


def _without_brackets(line: str) -> str:
    """The line without anything in round brackets, nested or not; an unclosed bracket takes nothing with it."""
    kept: list[str] = []
    opened: list[int] = []
    for char in line:
        if char == "(":
            opened.append(len(kept))
            kept.append(char)
        elif char == ")" and opened:
            del kept[opened.pop() :]
        else:
            kept.append(char)
    return "".join(kept)
