"""Block Kit's pieces as plain dicts: text that cannot be read as markup, buttons, menus. Knows no Message.

Outside text goes into rich_text and plain_text, which Slack does not parse; only the fallback text is escaped.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from adapters.slack import limits
from bot.message import Action, ActionStyle
from db.models import Span, Style, Text

Block = dict[str, Any]
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
APART = "\u2060"
"""A word joiner, put between `<` and what would make it a mention where text came to be parsed after all."""
STYLES = {Style.BOLD: "bold", Style.ITALIC: "italic", Style.CODE: "code"}
PRESS, MENU, PICK, LINK = "press", "menu", "pick", "link"
"""What the ids of a button, an overflow menu, a select and a link button begin with; the press is in the value."""


def clean(words: str) -> str:
    """Text without control, format and unassigned characters, and with no `<!`, `<@` or `<#` in it; newlines stay."""
    kept = words
    if not words.replace("\n", "").isprintable():
        kept = "".join(c for c in words if c == "\n" or unicodedata.category(c) not in INVISIBLE)
    for mark in "!@#":
        kept = kept.replace("<" + mark, "<" + APART + mark)
    return kept


def escape(words: str) -> str:
    """Clean text for a place that Slack parses: `&`, `<` and `>` as entities, in this order."""
    return clean(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def clip(words: str, length: int) -> str:
    """At most `length` characters, cut between words where there is a space in the last third, with an ellipsis."""
    if len(words) <= length:
        return words
    kept = words[: length - 1]
    space = kept.rfind(" ")
    return (kept[:space] if space > length * 2 // 3 else kept).rstrip() + "…"


def plain_text(words: str, length: int = limits.PLAIN_TEXT) -> Block:
    """A plain_text object. Never empty: Slack refuses that."""
    return {"type": "plain_text", "text": clip(clean(words).strip(), length) or "–", "emoji": False}


def header(words: str) -> Block:
    """A heading in large letters."""
    return {"type": "header", "text": plain_text(words, limits.HEADER)}


def context(*lines: str) -> Block:
    """Small grey lines."""
    return {"type": "context", "elements": [plain_text("\n".join(line for line in lines if line))]}


def divider() -> Block:
    """A thin line."""
    return {"type": "divider"}


def rich_text(*elements: Block) -> Block:
    """A rich_text block of sections, lists and quotes."""
    return {"type": "rich_text", "elements": list(elements)}


def section(*runs: Block) -> Block:
    """A rich_text_section of runs."""
    return {"type": "rich_text_section", "elements": list(runs)}


def run(words: str, style: Style = Style.PLAIN) -> Block:
    """A run of text in one style."""
    return _styled({"type": "text", "text": clean(words)}, style)


def link_run(words: str, url: str, style: Style = Style.PLAIN) -> Block:
    """Words that open an address; the words alone where it is no web address that Slack takes."""
    if not url.startswith(("https://", "http://")) or len(url) > limits.URL:
        return run(words, style)
    return _styled({"type": "link", "url": clean(url), "text": clean(words)}, style)


def runs(value: Text, base: Style = Style.PLAIN) -> list[Block]:
    """Spans as runs. A link is one only where its words are its address; else the address is shown beside them."""
    found = []
    for span in value:
        if not clean(span.text):
            continue
        if not span.url:
            found.append(run(span.text, span.style | base))
        elif span.text.strip() and span.text.strip().rstrip("/…") in span.url:
            found.append(link_run(span.text, span.url, span.style | base))
        else:
            found.append(run(f"{span.text} ({span.url})", span.style | base))
    return found


def sliced(value: Text, length: int = limits.RICH_TEXT) -> Iterator[Text]:
    """A long text as texts of at most `length` characters, cut at a space where there is one."""
    now: list[Span] = []
    room = length
    for span in value:
        words, url = span.text, span.url
        if url and len(words) + len(url) > length // 2:
            words, url = f"{words} ({url})", ""
        extra = len(url) + 3 if url else 0
        while words:
            if len(words) + extra <= room:
                now.append(Span(words, span.style, url))
                room -= len(words) + extra
                break
            space = words.rfind(" ", 0, max(1, room - extra))
            cut = space + 1 if space > 0 else (0 if now else room)
            if cut:
                now.append(Span(words[:cut], span.style))
                words = words[cut:]
            yield tuple(now)
            now, room = [], length
    if now:
        yield tuple(now)


def shortened(value: Text, length: int) -> Text:
    """At most `length` characters of a text, with an ellipsis where it went on."""
    pieces = list(sliced(value, length - 1))
    if len(pieces) < 2:
        return value
    *before, last = pieces[0]
    return (*before, Span(last.text.rstrip() + "…", last.style, last.url))


def button(action: Action, number: int) -> Block:
    """A button that presses, or one that opens an address."""
    found: Block = {"type": "button", "text": plain_text(action.label, limits.BUTTON_LABEL)}
    if action.url.startswith(("https://", "http://")) and len(action.url) <= limits.URL:
        found |= {"action_id": f"{LINK}:{number}", "url": clean(action.url)}
    else:
        found |= {"action_id": f"{PRESS}:{number}", "value": action.press}
    if action.style is not ActionStyle.NORMAL:
        found["style"] = action.style.value
    return found


def overflow(entries: Sequence[Action], number: int) -> Block:
    """The ⋯ menu: at most five entries."""
    return {
        "type": "overflow",
        "action_id": f"{MENU}:{number}",
        "options": [option(entry.label, entry.press) for entry in entries[: limits.OVERFLOW]],
    }


def option(label: str, value: str) -> Block:
    """An entry of a menu or a checklist."""
    return {"text": plain_text(label, limits.OPTION_LABEL), "value": value[: limits.OPTION_VALUE]}


def actions(*elements: Block) -> Block:
    """A row of buttons and menus."""
    return {"type": "actions", "elements": list(elements)}


def _styled(found: Block, style: Style) -> Block:
    names = {name: True for flag, name in STYLES.items() if flag in style}
    return {**found, "style": names} if names else found
