"""👍 on a digest's post as a vote, in channels whose keepers switched that on. 👎 is never counted.

A reaction belongs to a message. Where that holds one paper, 👍 means it; where it holds several, the number on a card
does (1️⃣ … 🔟), as 👍 would not say which.
"""

import logging
import re

import discord

from adapters.discord.mentions import cards_in
from adapters.discord.visitors import PLATFORM, roles_of
from bot.context import Place
from bot.desk import Desk, Visitor
from bot.message import press
from db.models import Tenant

logger = logging.getLogger(__name__)

THUMB = "👍"
NUMBER = re.compile("([1-9])\ufe0f?\u20e3")
TEN = "🔟"


class Reactions:
    """Turns reactions into presses; there is nowhere to answer, so nothing is said."""

    def __init__(self, desk: Desk, client: discord.Client) -> None:
        self._desk = desk
        self._client = client

    async def added(self, payload: discord.RawReactionActionEvent) -> None:
        """Count a vote."""
        await self._press("like", "paper", payload)

    async def removed(self, payload: discord.RawReactionActionEvent) -> None:
        """Take a vote back."""
        await self._press("remove", "what", payload)

    async def _press(self, command: str, argument: str, payload: discord.RawReactionActionEvent) -> None:
        number = number_of(payload.emoji)
        me = self._client.user
        if number is None or me is None or payload.user_id == me.id:
            return
        if payload.guild_id is None or payload.message_author_id not in (None, me.id):
            return
        channel = self._client.get_channel(payload.channel_id)
        above = channel.parent if isinstance(channel, discord.Thread) else channel
        tenant, place = Tenant(PLATFORM, str(payload.guild_id)), str(above.id if above else payload.channel_id)
        if not await self._desk.counts_reactions(tenant, place):
            return
        try:
            message = await self._client.get_partial_messageable(payload.channel_id).fetch_message(payload.message_id)
        except discord.HTTPException as error:
            logger.info("a reaction in %s was not counted: %s", payload.channel_id, error)
            return
        papers = cards_in(message) if message.author.id == me.id else []
        if number == 0 and len(papers) == 1:
            number = 1
        if not 1 <= number <= len(papers):
            return
        member = payload.member
        visitor = Visitor(
            tenant,
            str(payload.user_id),
            member.display_name if member else "",
            place=Place(place, getattr(above, "name", "") or "", is_direct=False),
            roles=roles_of(member) if member else frozenset(),
        )
        await self._desk.press(visitor, press(command, **{argument: papers[number - 1]}))


def number_of(emoji: discord.PartialEmoji) -> int | None:
    """The card that an emoji means; 0 for the only one, None for an emoji that means nothing here."""
    name = (emoji.name or "") if emoji.is_unicode_emoji() else ""
    if name.startswith(THUMB):
        return 0
    found = NUMBER.fullmatch(name)
    return int(found[1]) if found else 10 if name == TEN else None
