"""Web addresses in running text: where one ends, and which are safe to follow. Knows no other markup."""

import re
from dataclasses import dataclass

_BARE = re.compile(r"https?://[^\s<>\"{}|\\^`\[\]$“”’‘，。；（）]{1,2000}", re.IGNORECASE)
_INLINE = re.compile(
    r"\[([^\[\]]{1,400})\]\(<?([^()\s<>]{0,2000}(?:\([^()\s<>]{0,500}\)[^()\s<>]{0,500})?)>?(\s\"[^\"\n]{0,200}\")?\)"
)
_SAFE = re.compile(r"https?://[^\s/?#@:]+[^\s]*\Z", re.IGNORECASE)
_ESCAPED = re.compile(r"\\+([_%#&~{}$^-])")


@dataclass(frozen=True, slots=True)
class Link:
    """A link found at a known place: its address ('' when it may not be followed), where its text and it end."""

    url: str
    text_end: int
    end: int


def bare_url(text: str, start: int) -> Link | None:
    """The address that begins at `start`, without the punctuation glued to its end."""
    match = _BARE.match(text, start)
    if match is None:
        return None
    url = _without_tail(match.group())
    return Link(url, start + len(url), start + len(url)) if safe_url(url) else None


def markdown_link(text: str, start: int) -> Link | None:
    """The `[text](address)` that begins at `start`; its `url` is '' for any scheme but http and https."""
    match = _INLINE.match(text, start)
    return Link(safe_url(match.group(2)), match.end(1), match.end()) if match else None


def safe_url(url: str) -> str:
    """`url` if it is a printable http or https address with a host, else ''."""
    url = url.strip()
    return url if _SAFE.match(url) and url.isprintable() else ""


def unescaped_url(url: str) -> str:
    """An address out of a TeX argument, its escapes undone; '' when it may not be followed."""
    return safe_url(_ESCAPED.sub(r"\1", url).replace("~{}", "~"))


def _without_tail(url: str) -> str:
    while url:
        shorter = url.rstrip(".,;:!?'*_~")
        if shorter.endswith(")") and shorter.count(")") > shorter.count("("):
            shorter = shorter[:-1]
        if shorter == url:
            break
        url = shorter
    return url
