"""Marked-up text as Discord's markdown: everything escaped that could be read as markup, mention, time stamp or emoji.

A backslash before a sign makes Discord show the sign itself; before a letter, a digit or a space it would be shown.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby, islice
from urllib.parse import quote

from db.models import Span, Style, Text
from recommender.characters import printable

ELLIPSIS = "…"
MARKUP = re.compile(r"[\\*_~`|<>\[\]()#@&!]|:(?=/|[\w+~-]+:)|^(?=[-+]\s)|(?<=^\d)\.|(?<=^\d\d)\.", re.MULTILINE)
MARKS = ((Style.BOLD, "**"), (Style.ITALIC, "*"))
SAFE_IN_URL = "%/:?#@!$&'*+,;=~-._[]"
SKIN_TONES = range(0x1F3FB, 0x1F400)
Spelled = list[tuple[Span, list[str]]]
FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def escaped(value: str) -> str:
    """Outside text as it stands: no markup, link, mention, time stamp, emoji or command tag can come of it."""
    return MARKUP.sub(lambda found: f"\\{found[0]}", printable(value))


def markdown(value: Text, *, without: Style = Style.PLAIN) -> str:
    """The text as markdown; styles in `without` are left out, as what is around has them already."""
    merged: list[Span] = []
    for (style, url), spans in groupby(value, key=lambda span: (span.style & ~without, span.url)):
        merged.append(Span("".join(span.text for span in spans), style, url))
    return "".join(_span(span) for span in merged)


def _span(span: Span) -> str:
    """One span; blanks at its ends stay outside of the marks, which would not be read as marks otherwise."""
    inner = printable(span.text)
    stripped = inner.strip()
    if not stripped:
        return inner
    before, after = inner[: inner.index(stripped[0])], inner[len(inner.rstrip()) :]
    words = f"`{verbatim(stripped)}`" if Style.CODE in span.style else escaped(stripped)
    if span.url:
        words = masked_link(words, span.url)
    for style, mark in MARKS:
        if style in span.style and Style.CODE not in span.style:
            words = f"{mark}{words}{mark}"
    return f"{before}{words}{after}"


def verbatim(value: str) -> str:
    """Text for a code span or a code block: nothing is read in there but the backtick that would end it."""
    return printable(value).replace("`", "ˋ")


def masked_link(words: str, url: str) -> str:
    """Escaped words as a link; the words alone where the address is none of the web."""
    if not words or not url.startswith(("https://", "http://")):
        return words
    return f"[{words}]({quote(printable(url), safe=SAFE_IN_URL)})"


def clipped(value: Text, limit: int) -> Text:
    """The text cut so that its markdown has at most `limit` characters, at a word's end, with an ellipsis."""
    spelled = _spelled(value, limit + 1)
    if sum(len(signs) for _, signs in spelled) <= limit and size(value) <= limit:
        return value
    return (*_between(spelled, 0, _fitting(spelled, limit - len(ELLIPSIS))), Span(ELLIPSIS))


def divided(value: Text, limit: int) -> tuple[Text, Text]:
    """The text in two: as much as `limit` characters of markdown hold, ending with a word where one ends, and the rest.

    The first part is never empty, so that dividing again and again ends.
    """
    spelled = _spelled(value)
    end = _fitting(spelled, limit)
    return _between(spelled, 0, end), _between(spelled, end)


def size(value: Text) -> int:
    """The characters that the text takes as Discord counts them (a sign beyond the basic plane may count as two)."""
    return units16(markdown(value))


def units16(value: str) -> int:
    """UTF-16 code units: never fewer than Discord counts."""
    return len(value) + sum(char > "\uffff" for char in value)


def graphemes(value: str) -> Iterator[str]:
    """What a reader sees as one sign each: a letter with its accents, an emoji with its skin tone, a flag."""
    current = ""
    for char in value:
        if current and not _belongs(current, char):
            yield current
            current = ""
        current += char
    if current:
        yield current


def _belongs(current: str, char: str) -> bool:
    if unicodedata.combining(char) or unicodedata.category(char).startswith("M") or ord(char) in SKIN_TONES:
        return True
    return len(current) == 1 and ord(current) in FLAG_LETTERS and ord(char) in FLAG_LETTERS


def _spelled(value: Text, most: int | None = None) -> Spelled:
    """Each span with its signs, `most` of them together."""
    found, left = [], most
    for span in value:
        signs = list(islice(graphemes(printable(span.text)), left))
        found.append((span, signs))
        left = None if left is None else left - len(signs)
    return found


def _fitting(spelled: Spelled, limit: int) -> int:
    """How many signs fit into `limit` characters of markdown, at least one, ending with a word where one is near."""
    signs = [sign for _, found in spelled for sign in found]
    low, high = 1, max(1, min(len(signs), limit))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(_between(spelled, 0, middle)) <= limit else (low, middle - 1)
    if low >= len(signs):
        return low
    return next((place for place in range(low, low // 2, -1) if signs[place].isspace()), low)


def _between(spelled: Spelled, start: int, end: int | None = None) -> Text:
    """The signs from `start` up to `end` as a text, without blanks at its beginning."""
    text: list[Span] = []
    passed = 0
    for span, signs in spelled:
        kept = "".join(signs[max(0, start - passed) : None if end is None else max(0, end - passed)])
        kept = kept if text else kept.lstrip()
        if kept:
            text.append(Span(kept, span.style, span.url))
        passed += len(signs)
    return tuple(text)


def cut(value: str, limit: int) -> str:
    """Plain text (a label, a name) in at most `limit` characters, cut at a word's end where one is near."""
    value = " ".join(printable(value).split())
    if units16(value) <= limit:
        return value
    kept = ""
    for sign in graphemes(value):
        if units16(kept + sign + ELLIPSIS) > limit:
            break
        kept += sign
    head, blank, _ = kept.rpartition(" ")
    return (head if blank and len(head) > limit // 2 else kept).rstrip() + ELLIPSIS
