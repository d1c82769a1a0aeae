"""Showing others what I found: the papers of a reply, without anything that tells of me."""

from typing import Annotated

from bot.cards import card
from bot.command import command
from bot.commands.papers import MAX_COUNT, reader_zone
from bot.context import Context
from bot.errors import NotFound
from bot.message import Message, bold, read_paper_key, text
from bot.texts import commands as texts
from bot.texts.sharing import shared_by


@command("share", hidden=True)
def share(context: Context, papers: Annotated[str, "the papers' keys"]) -> Message:
    """Show these papers here, to everybody."""
    keys = [read_paper_key(word) for word in papers.split(",")][:MAX_COUNT]
    found = context.store.papers.many([key for key in keys if key is not None])
    if not found:
        raise NotFound(texts.PAPER_GONE)
    zone = reader_zone(context)
    cards = tuple(card(number, paper, zone=zone) for number, paper in enumerate(found, start=1))
    return Message(text(bold(shared_by(context.profile.name, len(cards)))), cards, shared=True)
