"""Marked-up text as spans: TeX, Markdown and Unicode in, db.models.Text out.

Owns what the scanner finds made readable: emphasis resolved, styles laid over the text, spaces folded. The scanner
itself is scanner.py, formulas are formulas.py. Knows no platform's syntax, and no HTML.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from db.models import Span, Style, Text
from recommender.characters import clean_text
from recommender.markup.pieces import Delimiter, Piece
from recommender.markup.scanner import scan


def parse_markup(raw: str, *, markdown: bool = True) -> Text:
    """`raw` as spans of plain, bold, italic, code, math and linked text; no two neighbours are alike.

    Joined, the spans are the clean text: NFC, one space between words, none at the ends. Without `markdown` only
    TeX is understood. Links are http or https; any other stays as its text. The time is linear in `raw`.
    """
    pieces = list(scan(raw, markdown=markdown))
    return _laid_out(_styled(pieces))


def _styled(pieces: list[Piece | Delimiter]) -> Iterator[Span]:
    """The pieces with Markdown's emphasis resolved; a delimiter without its partner stays as written."""
    emphasis = _Emphasis()
    for index, piece in enumerate(pieces):
        if isinstance(piece, Delimiter):
            emphasis.meet(index, piece)
        elif piece.ends_paragraph:
            emphasis.forget()
    depth = {Style.BOLD: 0, Style.ITALIC: 0}
    for index, piece in enumerate(pieces):
        for style, change in emphasis.changes.get(index, ()):
            depth[style] += change
        laid = Style.PLAIN
        for style, count in depth.items():
            laid |= style if count > 0 else Style.PLAIN
        if isinstance(piece, Delimiter):
            rest = piece.count - emphasis.used.get(index, 0)
            yield Span(piece.char * rest, piece.style | laid, piece.url)
        else:
            yield Span(piece.text, piece.style | laid, piece.url)


@dataclass
class _Emphasis:
    """Pairs runs of * and of _, nearest first, two at a time where both have two (as in CommonMark)."""

    changes: dict[int, list[tuple[Style, int]]] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)
    _open: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def meet(self, index: int, run: Delimiter) -> None:
        """Let the run at `index` close what is open, then open what is left of it."""
        left = run.count
        waiting = self._open.setdefault(run.char, [])
        while run.can_close and left and waiting:
            opener, count = waiting.pop()
            size = 2 if count >= 2 and left >= 2 else 1
            style = Style.BOLD if size == 2 else Style.ITALIC
            self.changes.setdefault(opener, []).append((style, 1))
            self.changes.setdefault(index, []).append((style, -1))
            self.used[opener] = self.used.get(opener, 0) + size
            self.used[index] = self.used.get(index, 0) + size
            left -= size
            if count > size:
                waiting.append((opener, count - size))
        if run.can_open and left:
            waiting.append((index, left))

    def forget(self) -> None:
        """A paragraph has ended: what is still open stays unmatched."""
        self._open.clear()


def _laid_out(spans: Iterable[Span]) -> Text:
    """Neighbours of one look joined, characters cleaned, whitespace folded across borders, ends trimmed."""
    joined: list[tuple[list[str], Style, str]] = []
    for span in spans:
        if joined and joined[-1][1:] == (span.style, span.url):
            joined[-1][0].append(span.text)
        elif span.text:
            joined.append(([span.text], span.style, span.url))
    laid: list[Span] = []
    owed = False
    for texts, style, url in joined:
        text = clean_text(f"x{''.join(texts)}x")[1:-1]
        core = text.strip()
        if not core:
            owed = owed or bool(text)
            continue
        space = " " if laid and (owed or text[0] == " ") else ""
        owed = text[-1] == " "
        _append(laid, space, Span(core, style, url))
    return tuple(laid)


def _append(laid: list[Span], space: str, span: Span) -> None:
    """Add `span`; a space before it takes the look that both neighbours share, so that no mark ends or begins on it."""
    if laid and space:
        last = laid[-1]
        _join(laid, Span(space, last.style & span.style, last.url if last.url == span.url else ""))
    _join(laid, span)


def _join(laid: list[Span], span: Span) -> None:
    if laid and (laid[-1].style, laid[-1].url) == (span.style, span.url):
        laid[-1] = Span(laid[-1].text + span.text, span.style, span.url)
    else:
        laid.append(span)
