"""One pass over raw text that finds TeX and Markdown in it. Hands on pieces and emphasis marks; spans.py makes spans.

Every look ahead is of bounded length or remembered, so that the whole pass is linear in the text. What a TeX command
means is commands.py's.
"""

import re
import unicodedata
from dataclasses import dataclass

from db.models import Style
from recommender.characters import printable
from recommender.markup import commands, formulas, links
from recommender.markup.pieces import Delimiter, Piece, flanks, matched_braces


@dataclass(frozen=True, slots=True)
class _Group:
    """A stretch in braces or a link's text: where it ends, where to go on, and the look to go back to."""

    end: int
    resume: int
    style: Style
    url: str


_ORDINARY = re.compile(r"(?:[^\\$*_`\[\]{}'\"~^<h\n-]|h(?!ttps?://)|-(?![-\n]))+")
_SET = re.compile(r"\{(?!https?:|[,.:;]\})[^{}\\$\n]{0,80}[,;:|=<>\"][^{}\\$\n]{0,80}\}")
_PROSE = re.compile(r"(?:[A-Za-z]{2,} ){3}")
_LINE_MARK = re.compile(r"#{1,6}[ \t]+|([*+•])[ \t]+")
_WRAPPED_WORD = re.compile(r"-\n[ \t]*(?!(?:and|or|to)\b)(?=[^\W\d_])")
_LONGEST_FORMULA = 1_000
_LONGEST_CODE = 300
_TIE_BEFORE = re.compile(r"[\w.,)\]}]")
_TIE_AFTER = re.compile(r"[\w\\$(\[]")


def scan(raw: str, *, markdown: bool = True) -> list[Piece | Delimiter]:
    """`raw` in order as pieces and emphasis marks; without `markdown` only TeX is looked for."""
    return _Scanner(unicodedata.normalize("NFC", printable(raw)), markdown=markdown).run()


class _Scanner:
    def __init__(self, text: str, *, markdown: bool) -> None:
        self.text = text
        self.at = 0
        self.style = Style.PLAIN
        self.url = ""
        self.pieces: list[Piece | Delimiter] = []
        self._markdown = markdown
        self._groups: list[_Group] = []
        self._quotes = 0
        self._partner = matched_braces(text)
        self._closers = set(self._partner.values())
        self._remembered: dict[str, int] = {}

    def run(self) -> list[Piece | Delimiter]:
        self._line_start()
        while self.at < len(self.text):
            plain = _ORDINARY.match(self.text, self.at)
            if plain:
                self.emit(plain.group())
                self.at = plain.end()
                continue
            self._special(self.text[self.at])
        return self.pieces

    def emit(self, text: str, style: Style = Style.PLAIN) -> None:
        """Hand on `text` as it is, in the present look and `style` besides."""
        if text:
            self.pieces.append(Piece(text, self.style | style, self.url))

    def next(self, needle: str, start: int) -> int:
        """Where `needle` is next at or after `start`, or -1; asked for rising starts, the whole costs one pass."""
        known = self._remembered.get(needle, -2)
        if known == -1 or known >= start:
            return known
        found = self.text.find(needle, start)
        self._remembered[needle] = found
        return found

    def enter(self, brace: int, style: Style, url: str = "") -> None:
        """Go on behind the `brace`, in a new look up to its partner; a brace without a partner changes nothing."""
        end = self._partner.get(brace)
        if end is not None:
            self._groups.append(_Group(end, end + 1, self.style, self.url))
            self.style |= style
            self.url = self.url or url
        self.at = brace + 1

    def partner(self, brace: int) -> int | None:
        """Where the brace at `brace` is closed."""
        return self._partner.get(brace)

    def drop_space(self) -> None:
        """Take back the space before something that leaves no trace; brackets emptied by it go with it."""
        following = self.text[self.at : self.at + 1]
        last = self.pieces[-1] if self.pieces else None
        if not isinstance(last, Piece) or (following and following not in ".,;:)!?"):
            return
        kept = last.text.rstrip()
        if following == ")" and kept.endswith("("):
            kept = kept[:-1].rstrip()
            self.at += 1
        self.pieces[-1] = Piece(kept, last.style, last.url, last.ends_paragraph)

    def formula(self, start: int, closer: str) -> bool:
        """Take the formula that begins at `start` and ends at `closer`, if there is one; say whether."""
        end = self.next(closer, start)
        while end > 0 and self.text[end - 1] == "\\" and closer == "$":
            end = self.text.find(closer, end + 1, start + _LONGEST_FORMULA)
        if end < 0 or end - start > _LONGEST_FORMULA:
            return False
        inner, after = self.text[start:end], self.text[end + len(closer) : end + len(closer) + 1]
        if not commands.is_formula(inner, after):
            return False
        words = commands.words_in_formula(inner)
        source, style = words if words else (inner, Style.MATH)
        self.emit(formulas.render_math(source), style)
        self.at = end + len(closer)
        return True

    def _special(self, char: str) -> None:
        if char == "\\":
            commands.take(self)
        elif char == "$":
            self._dollar()
        elif char in "{}[]":
            self._bracket(char)
        elif char in "`'\"":
            self._quote(char)
        elif char in "*_^":
            self._mark(char)
        elif char == "\n":
            self._newline()
        elif char == "-":
            self._dash()
        elif char == "~":
            before, after = self.text[self.at - 1 : self.at], self.text[self.at + 1 : self.at + 2]
            tie = _TIE_BEFORE.match(before) and _TIE_AFTER.match(after) and not (before + after).isdigit()
            self._literal(" " if tie else "~", 1)
        else:
            self._address(char)

    def _literal(self, text: str, consumed: int) -> None:
        self.emit(text)
        self.at += consumed

    def _dollar(self) -> None:
        opener = "$$" if self.text.startswith("$$", self.at) else "$"
        if not self.formula(self.at + len(opener), opener):
            self._literal(opener, len(opener))

    def _bracket(self, char: str) -> None:
        if char == "{":
            self._open_brace()
        elif char == "[":
            link = links.markdown_link(self.text, self.at) if self._markdown else None
            if link is None:
                self._literal("[", 1)
                return
            image = self.pieces[-1] if self.pieces else None
            if isinstance(image, Piece) and image.text.endswith("!"):
                self.pieces[-1] = Piece(image.text[:-1], image.style, image.url, image.ends_paragraph)
            self._groups.append(_Group(link.text_end, link.end, self.style, self.url))
            self.url = self.url or link.url
            self.at += 1
        else:
            self._close(char)

    def _open_brace(self) -> None:
        written = _SET.match(self.text, self.at)
        if self.at not in self._partner or (written and not _PROSE.search(written.group())):
            self._closers.discard(self._partner.get(self.at, -1))
            self._literal("{", 1)
        else:
            self.enter(self.at, Style.PLAIN)

    def _close(self, char: str) -> None:
        ended = None
        while self._groups and self._groups[-1].end <= self.at:
            ended = self._groups.pop()
        if ended is not None:
            self.style, self.url = ended.style, ended.url
            self.at = ended.resume if ended.end == self.at else self.at + 1
        else:
            within_word = self.text[self.at + 1 : self.at + 2].isalpha()
            self._literal("" if char == "}" and (self.at in self._closers or within_word) else char, 1)

    def _quote(self, char: str) -> None:
        before, after = self.text[self.at - 1 : self.at], self.text[self.at + 2 : self.at + 3]
        if char == "`":
            self._backtick()
        elif char == '"':
            closes = self._quotes > 0 and not before.isspace()
            self._quotes -= closes
            self._literal("”" if closes else char, 1)
        elif not self.text.startswith("''", self.at):
            self._literal(char, 1)
        elif self._quotes:
            self._quotes -= 1
            self._literal("”", 2)
        elif (not before or before.isspace() or before in "([—–") and after and not after.isspace():
            self._quotes += 1
            self._literal("“", 2)
        else:
            self._literal("″" if before.isdigit() else "”", 2)

    def _backtick(self) -> None:
        fence = next(mark for mark in ("```", "``", "`") if self.text.startswith(mark, self.at))
        start = self.at + len(fence)
        end = self.next(fence, start)
        inner = self.text[start:end] if 0 <= end - start <= _LONGEST_CODE else ""
        if fence == "``":
            rivals = [place for place in (self.next("''", start), self.next('"', start)) if place >= 0]
            inner = "" if rivals and min(rivals) < end else inner
        quoted = re.search(r"'(?!\w)", inner)
        if self._markdown and inner.strip() and "\n\n" not in inner and inner == inner.strip(" ") and not quoted:
            self.emit(inner, Style.CODE)
            self.at = end + len(fence)
        elif fence == "``":
            self._quotes += 1
            self._literal("“", 2)
        else:
            self._literal("‘" if fence == "`" else "", len(fence))

    def _mark(self, char: str) -> None:
        script = self._partner.get(self.at + 1) if char in "^_" else None
        if script is not None and script - self.at <= _LONGEST_FORMULA:
            self.emit(formulas.render_math(self.text[self.at : script + 1]), Style.MATH)
            self.at = script + 1
            return
        end = self.at
        while end < len(self.text) and self.text[end] == char:
            end += 1
        if char == "^" or not self._markdown:
            self._literal(self.text[self.at : end], end - self.at)
            return
        opens, closes = flanks(
            self.text[self.at - 1 : self.at] or " ", self.text[end : end + 1] or " ", char, end - self.at
        )
        self.pieces.append(Delimiter(char, end - self.at, opens, closes, self.style, self.url))
        self.at = end

    def _newline(self) -> None:
        end = self.at + 1
        while end < len(self.text) and self.text[end].isspace():
            end += 1
        paragraph = "\n" in self.text[self.at + 1 : end]
        self.pieces.append(Piece(" ", self.style, self.url, ends_paragraph=paragraph))
        self.at = end
        self._line_start()

    def _line_start(self) -> None:
        mark = _LINE_MARK.match(self.text, self.at) if self._markdown else None
        if mark:
            self.emit("• " if mark.group(1) else "")
            self.at = mark.end()

    def _dash(self) -> None:
        wrapped = _WRAPPED_WORD.match(self.text, self.at)
        if wrapped and self.text[self.at - 1 : self.at].isalpha():
            self._literal("-", wrapped.end() - self.at)
            return
        end = self.at
        while end < len(self.text) and self.text[end] == "-":
            end += 1
        length = end - self.at
        option = (
            length == 2 and self.text[self.at - 1 : self.at] in ("", " ", "\n") and self.text[end : end + 1].isalpha()
        )
        self._literal({2: "–", 3: "—"}.get(length, "-" * length) if not option else "--", length)

    def _address(self, char: str) -> None:
        start = self.at + (char == "<")
        link = links.bare_url(self.text, start)
        if link is None:
            self._literal(char, 1)
            return
        closed = char == "<" and self.text.startswith(">", link.end)
        if char == "<" and not closed:
            self._literal("<", 1)
        self.pieces.append(Piece(link.url, self.style, self.url or link.url))
        self.at = link.end + closed
