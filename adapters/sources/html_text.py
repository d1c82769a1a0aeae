"""HTML as it comes in feeds, as plain text: tags out, entities read, scripts and styles dropped. Linear, never raises.

Text that only looks a little like HTML (`x<y`, `S&P`) is left alone. (The standard library's parser takes quadratic
time for some input, and raises for some.)
"""

import html
import re

MAX_HTML = 400_000

_KNOWN = re.compile(
    r"</?(?:p|br|div|span|a|b|i|u|em|strong|sub|sup|ul|ol|li|dl|dt|dd|h[1-6]|img|table|tr|td|th|tbody|section|article|"
    r"header|figure|figcaption|blockquote|pre|code|font|small|center|hr|script|style|iframe|title|sec|jats:\w+|math|mml:\w+)"
    r"(?:\s+[\w:-]+\s*=[^<>]*)?\s*/?>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<!--|<(?P<end>/?)(?P<name>[A-Za-z][\w:-]{0,30})[^<>]{0,2000}>|<[!?][^<>]{0,2000}>")
_DROPPED = frozenset({"script", "style", "template", "noscript", "iframe"})
_BREAKS = frozenset(("p", "br", "hr", "div", "section", "article", "header", "figure", "blockquote", "pre", "table"))
_BREAKS |= {"tr", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"}
_LABEL = re.compile(r"\A\s*(?:abstract|summary)\s*[:.\n]\s*", re.IGNORECASE)


def to_text(value: str, *, is_html: bool | None = None) -> str:
    """The text of a value that may be HTML (None: judge by its tags), its lines trimmed."""
    value = value[:MAX_HTML]
    if is_html is None:
        is_html = bool(_KNOWN.search(value))
    if not is_html:
        return html.unescape(value).strip()
    lines = (" ".join(html.unescape(line).split()) for line in _without_tags(value).split("\n"))
    return "\n".join(line for line in lines if line)


def without_label(abstract: str) -> str:
    """An abstract without the word `Abstract` before it."""
    return _LABEL.sub("", abstract)


def _without_tags(value: str) -> str:
    parts: list[str] = []
    lowered = value.lower()
    at = 0
    while found := _TAG.search(value, at):
        parts.append(value[at : found.start()].replace("\n", " "))
        at = found.end()
        name = (found["name"] or "").lower()
        if found[0] == "<!--":
            at = _place(lowered, "-->", at) + len("-->")
        elif name in _DROPPED and not found["end"]:
            at = _place(lowered, f"</{name}", at)
        elif name in _BREAKS:
            parts.append("\n")
    parts.append(value[at:].replace("\n", " "))
    return "".join(parts)


def _place(value: str, mark: str, start: int) -> int:
    """The place of the next mark; the end where there is none, so that nothing is searched twice."""
    found = value.find(mark, start)
    return len(value) if found < 0 else found
