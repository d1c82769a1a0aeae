"""What TeX's commands mean in running text, and which dollar signs hold a formula. The pass itself is scanner.py."""

import re
from typing import Protocol

from db.models import Style
from recommender.characters import word_set
from recommender.markup import formulas, links
from recommender.markup.symbols import ACCENTS, BINARY, FUNCTIONS, LETTERS, NATIONAL, RELATIONS


class Pass(Protocol):
    """What a command may see of the pass over the text and do to it."""

    text: str
    at: int
    style: Style

    def emit(self, text: str, style: Style = Style.PLAIN) -> None:
        """Hand on `text` in the present look and `style` besides."""

    def enter(self, brace: int, style: Style, url: str = "") -> None:
        """Go on behind the brace at `brace`, in a new look up to its partner."""

    def partner(self, brace: int) -> int | None:
        """Where the brace at `brace` is closed."""

    def drop_space(self) -> None:
        """Take back the space before something that leaves no trace."""

    def formula(self, start: int, closer: str) -> bool:
        """Take the formula from `start` to `closer`, if there is one; say whether."""


_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_BRACE = re.compile(r"[ \t]*(?:\[[^\[\]\n]{0,200}\][ \t]*){0,2}\{")
_HREF = re.compile(r"[ \t]*\{([^{}\s]{0,2000})\}[ \t]*\{")
_BASE = re.compile(r"[ \t]*(?:\{[ \t]*(?:\\([ij])|([^\W\d_]{1,2}))[ \t]*\}|\\([ij])(?![A-Za-z])[ \t]?|([^\W\d_]))")
_MATH_TAIL = re.compile(r"(?:[_^](?:\{[^{}]{0,200}\}|\\[A-Za-z]+|[^\W_]))*")
_MATH_ARGUMENTS = re.compile(r"(?:[ \t]*\{[^{}]{0,200}\}){1,2}(?:[_^](?:\{[^{}]{0,200}\}|[^\W_]))*")
_DISPLAY = re.compile(r"\\begin\{((?:equation|align|gather|multline|eqnarray|math|displaymath)\*?)\}")
_FONTS = (
    dict.fromkeys(("textbf", "mathbf", "bm", "boldsymbol"), Style.BOLD)
    | dict.fromkeys(("emph", "textit", "textsl", "mathit"), Style.ITALIC)
    | dict.fromkeys(("texttt", "mathtt"), Style.CODE)
    | dict.fromkeys(("text", "textrm", "textsc", "textsf", "textup", "textmd", "textnormal", "mbox"), Style.PLAIN)
    | dict.fromkeys(("hbox", "underline", "uline", "ul", "mathrm", "mathsf", "operatorname"), Style.PLAIN)
)
_SWITCHES = {
    "bf": Style.BOLD,
    "bfseries": Style.BOLD,
    "em": Style.ITALIC,
    "it": Style.ITALIC,
    "itshape": Style.ITALIC,
} | {"tt": Style.CODE, "ttfamily": Style.CODE, "sl": Style.ITALIC, "rm": Style.PLAIN, "sc": Style.PLAIN}
_GONE = re.compile(
    r"[cC]ite[A-Za-z]*|nocite|ref|autoref|[cC]ref|eqref|pageref|label|footnote|footnotemark|thanks|[vh]space"
    r"|includegraphics|bibliography|begin|end|color|textcolor|input"
)
_PHRASES = {"eg": "e.g.,", "ie": "i.e.,", "etal": "et al.", "etc": "etc.", "cf": "cf.", "wrt": "w.r.t.", "vs": "vs."}
_NOTHING = word_set("xspace protect relax maketitle centering left right displaystyle small noindent")
_BLANK = word_set("quad qquad par newline linebreak item thinspace enspace hfill smallskip medskip bigskip")
_SIGNS = {**dict.fromkeys(",;: \n\\", " "), **dict.fromkeys("!-/@", "")}
_TAKES_ARGUMENTS = word_set(
    "mathcal mathbb mathds mathfrak mathscr frac tfrac dfrac nicefrac sqrt binom hat widehat tilde widetilde bar"
    " overline vec dot ddot check textsuperscript textsubscript"
)
_WORDS = re.compile(r"\s*\\(textbf|texttt|textit|textsc|textsf|emph|text|mbox|textrm)\s*\{([^{}$]*)\}\s*")
_AMOUNT = re.compile(r"\d[\d,.]*\s?(?:[kKmMbBtT]|bn|million|billion)?(?![\w^])")
_QUANTITY = re.compile(r"\d[\d.,]*\s?[A-Za-zµ]{1,6}(?:/[a-z]{1,2})?")
_PROSE = re.compile(r"(?:^|\s)[A-Za-z]{2,}[.,;:]?(?=\s|$)")
_NAMES = re.compile(r"\\+(?:text|mathrm|mbox|operatorname)[a-z]*\s*\{[^{}]*\}|\\+(?:[A-Za-z]+|.)", re.DOTALL)
_SIGN_OF_MATH = re.compile(r"[\\^_={}<>+|]")


def is_formula(inner: str, after: str) -> bool:
    """Whether what stands between two dollar signs is a formula; `after` is the character behind the second.

    Money is not ($2,000; $5 and $10), nor is prose between two stray signs.
    """
    if not inner.strip() or re.search(r"\n\s*\n", inner):
        return False
    prose = len(_PROSE.findall(_NAMES.sub(" ", inner)))
    if _QUANTITY.fullmatch(inner) and not after.isalnum():
        return True
    if _AMOUNT.match(inner) and (prose or (after.isdigit() and not _SIGN_OF_MATH.search(inner))):
        return False
    if inner[0].isspace() and inner[-1].isspace() and prose:
        return bool(_SIGN_OF_MATH.search(inner)) and prose < 4
    return prose < (8 if _SIGN_OF_MATH.search(inner) else 3)


def words_in_formula(inner: str) -> tuple[str, Style] | None:
    """The words and their style, when a formula is nothing but words set in a font."""
    match = _WORDS.fullmatch(inner)
    return (match.group(2), _FONTS[match.group(1)]) if match else None


def take(scan: Pass) -> None:
    """Handle the backslash at which `scan` stands."""
    if scan.text.startswith("\\\\", scan.at) and _is_doubled(scan.text, scan.at):
        scan.at += 1
    name = _NAME.match(scan.text, scan.at)
    if name is None:
        _sign(scan, scan.text[scan.at + 1 : scan.at + 2])
    elif name.group(1) in ACCENTS and len(name.group(1)) == 1:
        _accent(scan, name.group(1), name.end())
    else:
        _named(scan, name.group(1), name.end())


def _is_doubled(text: str, at: int) -> bool:
    """Whether the two backslashes at `at` are one, escaped once too often; otherwise they break a line."""
    following = text[at + 2 : at + 3]
    if following and following in "%&_#${}":
        return True
    if following and following in "'`\"^~=." and text[at + 3 : at + 4].isalpha():
        return True
    name = _NAME.match(text, at + 1)
    return name is not None and _is_known(name.group(1))


def _is_known(name: str) -> bool:
    tables = (_FONTS, LETTERS, BINARY, RELATIONS, NATIONAL, FUNCTIONS, _TAKES_ARGUMENTS, _PHRASES)
    return len(name) > 1 and (any(name in table for table in tables) or bool(_GONE.fullmatch(name)) or name == "url")


def _sign(scan: Pass, sign: str) -> None:
    """A backslash with one character that is no letter: a space, an accent, a formula, or the character itself."""
    if sign in ("(", "[") and scan.formula(scan.at + 2, "\\)" if sign == "(" else "\\]"):
        return
    if sign and sign in ACCENTS:
        _accent(scan, sign, scan.at + 2)
        return
    scan.emit(_SIGNS.get(sign, sign))
    scan.at += 1 + len(sign)


def _accent(scan: Pass, accent: str, end: int) -> None:
    base = _BASE.match(scan.text, end)
    letter = next((group for group in base.groups() if group), "") if base else ""
    marked = formulas.accented(accent, letter) if letter else ""
    if base is None or (accent in "'\"`.=" and len(marked) > len(letter)):
        scan.emit(accent)
        scan.at = end
    else:
        scan.emit(marked)
        scan.at = base.end()


def _named(scan: Pass, name: str, end: int) -> None:
    brace = _BRACE.match(scan.text, end)
    if name in ("url", "href", "path", "nolinkurl"):
        _address(scan, name, end)
    elif name in _SWITCHES:
        scan.style |= _SWITCHES[name]
        scan.at = end + len(re.match(r"[ \t]?", scan.text[end : end + 1]).group())  # type: ignore[union-attr]
    elif name in _FONTS and brace:
        scan.enter(brace.end() - 1, _FONTS[name])
    elif _GONE.fullmatch(name) and brace:
        _gone(scan, brace.end() - 1)
    elif name in _PHRASES:
        scan.emit(_PHRASES[name] if scan.text[end : end + 1] not in (".", ",") else _PHRASES[name].rstrip(".,") + ".")
        scan.at = end + (scan.text[end : end + 1] == ".")
    elif name in _NOTHING or name in _BLANK:
        scan.emit(" " if name in _BLANK else "")
        scan.at = end
    else:
        _symbol(scan, name, end, brace)


def _symbol(scan: Pass, name: str, end: int, brace: re.Match[str] | None) -> None:
    """A sign of mathematics outside a formula, a national letter, or a command that only its author knows."""
    if name in NATIONAL:
        scan.emit(NATIONAL[name])
        scan.at = end + (scan.text[end : end + 1] == " ") + 2 * scan.text.startswith("{}", end)
    elif name in _TAKES_ARGUMENTS and brace:
        arguments = _MATH_ARGUMENTS.match(scan.text, end)
        stop = arguments.end() if arguments else end
        kind = {"textsuperscript": "^", "textsubscript": "_"}.get(name, "\\" + name)
        scan.emit(formulas.render_math(kind + scan.text[end:stop]), Style.MATH)
        scan.at = stop
    elif name in LETTERS or name in BINARY or name in RELATIONS or name in FUNCTIONS:
        tail = _MATH_TAIL.match(scan.text, end)
        stop = tail.end() if tail else end
        style = Style.PLAIN if name.startswith("text") else Style.MATH
        scan.emit(formulas.render_math(scan.text[scan.at : stop]), style)
        scan.at = stop + 2 * scan.text.startswith("{}", stop)
    elif brace and scan.partner(brace.end() - 1) not in (None, brace.end()):
        scan.enter(brace.end() - 1, Style.PLAIN)
    else:
        scan.emit(name)
        scan.at = end + 2 * scan.text.startswith("{}", end)


def _gone(scan: Pass, brace: int) -> None:
    """A reference, a label or the like: nothing of it is for the reader."""
    formula = _DISPLAY.match(scan.text, scan.at)
    if formula and scan.formula(formula.end(), f"\\end{{{formula.group(1)}}}"):
        return
    end = scan.partner(brace)
    scan.at = brace + 1 if end is None else end + 1
    scan.drop_space()


def _address(scan: Pass, name: str, end: int) -> None:
    target = _HREF.match(scan.text, end) if name == "href" else None
    brace = _BRACE.match(scan.text, end)
    close = scan.partner(brace.end() - 1) if brace else None
    if target:
        scan.enter(target.end() - 1, Style.PLAIN, links.unescaped_url(target.group(1)))
    elif brace and close is not None:
        written = scan.text[brace.end() : close].strip()
        url = links.unescaped_url(written)
        scan.enter(brace.end() - 1, Style.PLAIN, url)
        scan.emit(url or written)
        scan.at = close
    else:
        scan.emit(name)
        scan.at = end
