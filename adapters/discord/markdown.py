"""Marked-up text as Discord's markdown: everything escaped that could be read as markup, mention, time stamp or emoji.

A backslash before a sign makes Discord show the sign itself; before a letter, a digit or a space it would be shown.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from urllib.parse import quote

from db.models import Span, Style, Text
from recommender.characters import printable

ELLIPSIS = "…"
MARKUP = re.compile(r"[\\*_~`|<>\[\]()#@&!]|:(?=/|[\w+~-]+:)|^(?=[-+]\s)|(?<=^\d)\.|(?<=^\d\d)\.", re.MULTILINE)
MARKS = ((Style.BOLD, "**"), (Style.ITALIC, "*"))
SAFE_IN_URL = "%/:?#@!$&'*+,;=~-._[]"
SKIN_TONES = range(0x1F3FB, 0x1F400)
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
    if size(value) <= limit:
        return value
    head, _ = divided(value, limit - len(ELLIPSIS))
    return (*head, Span(ELLIPSIS))


def divided(value: Text, limit: int) -> tuple[Text, Text]:
    """The text in two: as much as `limit` characters of markdown hold, ending with a word where one ends, and the rest.

    The first part is never empty, so that dividing again and again ends.
    """
    whole = [unit for span in value for unit in _units(span)]
    low, high = 1, max(1, min(len(whole), limit))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(tuple(whole[:middle])) <= limit else (low, middle - 1)
    end = _word_end(whole, low) if low < len(whole) else low
    return _joined(whole[:end]), _joined(whole[end:])


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


def _units(span: Span) -> Iterator[Span]:
    for sign in graphemes(printable(span.text)):
        yield Span(sign, span.style, span.url)


def _word_end(units: list[Span], end: int) -> int:
    """The last place up to `end` where a word is over; `end` itself inside of one endless word."""
    places = (place for place in range(end, end // 2, -1) if units[place].text.isspace())
    return next(places, end)


def _joined(units: list[Span]) -> Text:
    text = tuple(
        Span("".join(unit.text for unit in group), style, url)
        for (style, url), group in groupby(units, key=lambda unit: (unit.style, unit.url))
    )
    if text and not text[0].text.lstrip():
        text = text[1:]
    elif text:
        text = (Span(text[0].text.lstrip(), text[0].style, text[0].url), *text[1:])
    return text


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
