r"""TeX mathematics as readable Unicode: `q_2=0` is q₂=0, `O(T/\sqrt{n})` is O(T/√n).

Owns one formula at a time. Where formulas begin and end, and all else of TeX, is spans.py's.
"""

import re
import unicodedata

from recommender.characters import word_set
from recommender.markup.symbols import (
    ACCENTS,
    BINARY,
    DOUBLE_STRUCK,
    FUNCTIONS,
    LETTERS,
    NATIONAL,
    RELATIONS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
)

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|[A-Za-z]+|\d+|.", re.DOTALL)
_DOUBLED = re.compile(r"(?<!\\)\\\\(?=[%&_#$]|[A-Za-z]{2})")
_DEEPEST = 30
_SPACES = {"\\,": " ", "\\;": " ", "\\:": " ", "\\ ": " ", "\\>": " ", "\\\\": " ", "~": " ", "&": " ", "\\!": ""}
_SPACES |= {"\\quad": " ", "\\qquad": " ", "\\enspace": " ", "\\thinspace": " ", "\\newline": " "}
_SILENT = word_set(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr middle limits nolimits displaystyle textstyle"
    " scriptstyle rm bf it cal em boldmath protect ensuremath phantom nonumber notag smash mathstrut strut"
)
_STYLES = word_set(
    "mathrm mathbf mathit mathcal mathscr mathfrak mathsf mathtt mathnormal bm boldsymbol text textrm textbf textit"
    " texttt textsf textsc textnormal emph mbox hbox operatorname pmb overbrace underbrace boxed mathop mathbin"
    " mathrel mathord underset overset stackrel textup"
)
_DOUBLE = frozenset({"mathbb", "mathds", "Bbb", "mathbbm"})
_WORDY = re.compile(r"[^\W_]+\Z|.[\u0300-\u036f\u20d7]*\Z")
_TIGHT = frozenset("(-[{⟨|,;:=<>≤≥~√")


def render_math(source: str) -> str:
    """The formula `source` (without its dollar signs) as plain Unicode text, trimmed; no word of it is lost."""
    text = _Formula(source).run()
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", text)).strip()


def accented(accent: str, base: str) -> str:
    """`base` with the TeX accent `accent` (such as ' or v or widehat) on its first letter; composed."""
    mark = ACCENTS[accent]
    if accent in "'`^\"~=.vuHckrdbt":
        base = base.replace("ı", "i").replace("ȷ", "j")
    return unicodedata.normalize("NFC", base[:1] + mark + base[1:]) if base.strip() else base


class _Formula:
    """One pass over the tokens of a formula; groups recurse to a fixed depth, so no input exhausts the stack."""

    def __init__(self, source: str) -> None:
        self._tokens: list[str] = _TOKEN.findall(_DOUBLED.sub(r"\\", source))
        self._at = 0

    def run(self) -> str:
        out = self._sequence(0, closer="")
        while self._at < len(self._tokens):  # a closing brace too many ends nothing
            self._at += 1
            out += self._sequence(0, closer="")
        return out

    def _sequence(self, depth: int, closer: str) -> str:
        """Everything up to the closing brace (consumed) or the end."""
        out: list[str] = []
        while self._at < len(self._tokens):
            item = self._tokens[self._at]
            if item == "}":
                if closer or depth == 0:
                    self._at += bool(closer)
                    break
                self._at += 1
                continue
            self._emit(out, depth)
        return "".join(out)

    def _emit(self, out: list[str], depth: int) -> None:
        """Append what the next token stands for to `out`."""
        item = self._tokens[self._at]
        if item in ("^", "_"):
            self._at += 1
            out.append(_script(self._argument(depth), item))
        elif item[0] == "\\" and (item[1:] in RELATIONS or item[1:] in BINARY):
            self._at += 1
            self._operator(out, item[1:])
        elif item[0] == "\\" and item[1:].rstrip("*") in FUNCTIONS:
            self._at += 1
            self._function(out, item[1:].rstrip("*"))
        else:
            out.append(self._atom(depth))

    def _operator(self, out: list[str], name: str) -> None:
        sign = RELATIONS.get(name) or BINARY[name]
        before = out[-1] if out else ""
        self._skip_blank()
        if not before.strip() and len(out) < 2:
            out.append(sign)
        elif name in RELATIONS and before[-1:] not in _TIGHT:
            out.append(sign + " " if before[-1:] == " " else f" {sign} ")
        else:
            out.append(sign + " " if before[-1:] == " " else sign)

    def _function(self, out: list[str], name: str) -> None:
        self._skip_blank()
        before = out[-1][-1:] if out else ""
        following = self._tokens[self._at] if self._at < len(self._tokens) else ""
        lead = " " if before.isalnum() or before in (")", "]", "}") else ""
        opens = following[:1].isalnum() or (following[:1] == "\\" and following[1:2].isalpha())
        out.append(f"{lead}{name} " if opens and following not in ("\\left", "\\big", "\\bigl") else lead + name)

    def _skip_blank(self) -> None:
        if self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1

    def _argument(self, depth: int) -> str:
        """What a script or a command takes: a group, or the next single token (one letter of a word)."""
        self._skip_blank()
        if self._at >= len(self._tokens):
            return ""
        item = self._tokens[self._at]
        if item == "}":
            return ""
        if item[0].isalnum() and len(item) > 1:
            self._tokens[self._at] = item[1:]
            return item[0]
        return self._atom(depth + 1)

    def _atom(self, depth: int) -> str:
        """One token, or one group or command with its arguments, as text."""
        item = self._tokens[self._at]
        self._at += 1
        if item == "{":
            return self._sequence(depth + 1, closer="}") if depth < _DEEPEST else ""
        if item in _SPACES:
            return _SPACES[item]
        if item == "'":
            return "′"
        if item[0] != "\\" or len(item) == 1:
            return item if item != "\\" else ""
        return self._command(item[1:].rstrip("*"), depth)

    def _command(self, name: str, depth: int) -> str:
        if depth >= _DEEPEST:
            return self._sign(name)
        if name in ("frac", "dfrac", "tfrac", "nicefrac", "sfrac"):
            above, below = self._argument(depth), self._argument(depth)
            return f"{_group(above)}/{_group(below)}"
        if name in ("binom", "tbinom", "dbinom"):
            return f"({self._argument(depth)} choose {self._argument(depth)})"
        if name == "sqrt":
            return "√" + _group(self._argument(depth))
        if name in _DOUBLE:
            return "".join(DOUBLE_STRUCK.get(char, char) for char in self._argument(depth))
        if name in _STYLES:
            return self._argument(depth)
        if name in ACCENTS and (len(name) > 1 or not name.isalpha()):
            return accented(name, self._argument(depth))
        if name in _SILENT or not name:
            self._skip_blank()
            return ""
        if name == "not":
            return unicodedata.normalize("NFC", self._argument(depth) + "\u0338")
        if name in ("|", "Vert"):
            return "‖"
        return self._sign(name)

    def _sign(self, name: str) -> str:
        """A command that takes nothing; an unknown one stays as its bare name, so that no word is lost."""
        for table in (LETTERS, RELATIONS, BINARY, NATIONAL):
            if name in table:
                if table in (LETTERS, NATIONAL):
                    self._skip_blank()
                return table[name]
        return name


def _group(text: str) -> str:
    """`text` as an operand: in brackets when it is more than one item."""
    text = text.strip()
    return text if re.fullmatch(r"[^\W_]*[⁰-⁹₀-₉ⁿᵈ]*|\w\([^()]*\)", text) else f"({text})"


def _script(text: str, kind: str) -> str:
    """`text` raised or lowered: Unicode's own small characters where it has all of them, else ^(…) or _(…)."""
    text = text.strip()
    table = SUPERSCRIPTS if kind == "^" else SUBSCRIPTS
    if kind == "^" and text in ("°", "∘"):
        return "°"
    if kind == "^" and text in ("⊤", "†", "‡", "⋆"):
        return "ᵀ" if text == "⊤" else text
    letters = sum(char.isalpha() for char in text)
    if text and letters <= 3 and all(char in table for char in text):
        return "".join(table[char] for char in text)
    if not text:
        return ""
    return f"{kind}{text}" if _WORDY.match(unicodedata.normalize("NFC", text)) else f"{kind}({text})"
