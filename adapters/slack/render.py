"""A Message as what Slack takes: blocks and fallback text, or text alone. Pure; `split` makes a long one fit first."""

from collections.abc import Iterator
from typing import Any

from adapters.slack import blocks as kit
from adapters.slack import limits
from adapters.slack.blocks import Block, clean, clip, escape
from adapters.slack.parts import laid_out
from bot.message import Bars, Card, Checklist, Message, Paragraph, Table, Tone, plain
from db.models import Style


def blocks(message: Message) -> list[Block]:
    """The whole message as blocks. Fits a message only when `split` has been over it."""
    found = list(_heading(message))
    found.extend(laid_out(message.parts, message.tone))
    found.extend(kit.context(f"📎 {file.name}: {file.description}") for file in message.files)
    if message.footer:
        found.append(kit.context(plain(message.footer)))
    return found or [kit.rich_text(kit.section(kit.run("–")))]


def payload(message: Message) -> dict[str, Any]:
    """What chat.postMessage, chat.postEphemeral and a response_url take: blocks, fallback, nothing unfurled."""
    return {"text": fallback(message), "blocks": blocks(message), "unfurl_links": False, "unfurl_media": False}


def plain_payload(message: Message) -> dict[str, Any]:
    """The same as text alone, for when the blocks were refused."""
    for brief in (False, True):
        lines = [line for line in _plain_lines(message, brief=brief) if line.strip()]
        if sum(len(line) + 1 for line in lines) <= limits.FALLBACK:
            break
    return {"text": _escaped("\n".join(lines)), "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


def fallback(message: Message) -> str:
    """What a notification and a screen reader get: one line of the point, escaped, never empty."""
    said = [plain(message.heading), *(plain(part.text) for part in message.parts if isinstance(part, Paragraph))]
    words = [line for line in said if line.strip()]
    titles = "; ".join(plain(card.title) for card in message.cards)
    pieces = [" ".join(piece.split()) for piece in (*words[:1], titles)] if titles else [*words]
    pieces += [file.description for file in message.files if file.description not in pieces]
    pieces += [part.title for part in message.parts if isinstance(part, Bars | Checklist) and not pieces]
    pieces += [" ".join(row) for part in message.parts if isinstance(part, Table) and not pieces for row in part.rows]
    line = ""
    for piece in pieces:
        line += (" " if line.endswith((".", "!", "?", ":")) else ": ") + piece if line else piece
    return _escaped(clip(line, limits.FALLBACK // 6))


def _escaped(words: str) -> str:
    """Escaped words that fit the fallback's limit; never empty, as Slack refuses that."""
    words = clip(clean(words).strip() or "Paperround", limits.FALLBACK)
    while len(escape(words)) > limits.FALLBACK:
        words = clip(words, len(words) * 3 // 4)
    return escape(words)


def _heading(message: Message) -> Iterator[Block]:
    if not message.heading:
        return
    if message.tone is Tone.DIGEST:
        yield kit.header(plain(message.heading))
    else:
        for value in kit.sliced(message.heading):
            yield kit.rich_text(kit.section(*kit.runs(value, Style.BOLD) or [kit.run("–")]))


def _plain_lines(message: Message, *, brief: bool) -> Iterator[str]:
    yield plain(message.heading)
    for part in message.parts:
        match part:
            case Paragraph():
                yield plain(part.text)
            case Card():
                yield f"{part.number}. {plain(part.title)}"
                if not brief:
                    yield " · ".join(words for words in (part.authors, part.origin) if words)
                    yield plain(part.summary)
                yield part.url if part.url.startswith(("https://", "http://")) else ""
            case Table():
                yield from ("  ".join(row) for row in part.rows)
            case _:
                continue
    yield plain(message.footer)
