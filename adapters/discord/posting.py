"""Making a post of the outbox: in a channel, a thread, a forum or a direct message, once; and finding it again.

A post's reference is `CHANNEL/MESSAGE`. A thread that begins with a message has the message's id, in a forum too, so
the parts after the first always go to the thread of that id.
"""

import re
import zlib
from datetime import timedelta
from typing import Any

import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.faults import translated
from adapters.discord.markdown import cut
from adapters.discord.mentions import all_components
from adapters.discord.one_try import one_try
from adapters.discord.render import plain_text, render
from bot.delivery_errors import CannotLookUp, Fault, SendFailed
from bot.message import plain
from bot.ports import Outgoing

Channel = discord.abc.Messageable
ARCHIVED, THREAD_EXISTS = "50083", 160004
NO_ACCESS = frozenset({"50001", "50013"})
NO_THREAD = frozenset({50001, 50013, 50024, 10008})
"""No right to begin a thread, no threads in such a channel, or the post it would belong to is gone: then the channel
itself is posted to.
"""
DEFAULT_NAME = "Papers"
LOOKED_AT = 100
"""So many messages after the first try are looked at: a digest's target is quiet in the minutes a post is in doubt."""
MARGIN = timedelta(minutes=1)
NONCE_HOLDS = timedelta(minutes=2)
"""So long a repeat with the same nonce is taken to be harmless; Discord says "a few minutes"."""


def mark_of(token: str) -> int:
    """The number by which a post with this token is known: the id of its frame, a positive 31-bit integer."""
    return (zlib.crc32(token.encode()) & 0x3FFFFFFF) + 1_000


async def post(client: discord.Client, outgoing: Outgoing, *, silent: bool) -> str:
    """Make the post; returns its reference. Raises SendFailed."""
    with translated(posting=False):
        place = await _place(client, outgoing)
    if isinstance(place, discord.ForumChannel):
        with translated(posting=True), one_try():
            return await _forum_post(client, place, outgoing, silent=silent)
    try:
        return await _send(place, outgoing, silent=silent)
    except SendFailed as failure:
        if failure.code != ARCHIVED:
            raise
    with translated(posting=False):
        await _unarchive(client, int(outgoing.thread.rpartition("/")[2] or outgoing.target))
    return await _send(place, outgoing, silent=silent)


async def find(client: discord.Client, outgoing: Outgoing) -> str | None:
    """The reference of a post that may have been made; None where it was not, or where a repeat is harmless.

    Raises CannotLookUp where the history may not be read, SendFailed when looking failed.
    """
    with translated(posting=False):
        place = await _place(client, outgoing)
    in_forum = isinstance(place, discord.ForumChannel)
    try:
        with translated(posting=False):
            return await (_found_in_forum if in_forum else _found)(place, outgoing)
    except SendFailed as failure:
        if failure.code not in NO_ACCESS:
            raise
        if discord.utils.utcnow() - outgoing.since < NONCE_HOLDS and not in_forum:
            return None
        raise CannotLookUp(failure.code) from failure


async def _place(client: discord.Client, outgoing: Outgoing) -> Any:
    if outgoing.direct:
        return await client.create_dm(discord.Object(int(outgoing.target)))
    return await (_thread(client, outgoing.thread) if outgoing.thread else _channel(client, int(outgoing.target)))


async def _channel(client: discord.Client, key: int) -> Any:
    return client.get_channel(key) or await client.fetch_channel(key)


async def _thread(client: discord.Client, reference: str) -> Any:
    """The thread of a post, begun where there is none; the channel itself where no thread may be begun."""
    channel_key, _, message_key = reference.partition("/")
    if channel_key == message_key or client.get_channel(int(message_key)):
        return await _channel(client, int(message_key))
    channel = await _channel(client, int(channel_key))
    if isinstance(channel, discord.Thread):
        return channel
    try:
        return await channel.get_partial_message(int(message_key)).create_thread(
            name=await _name_of(channel, int(message_key))
        )
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            return await client.fetch_channel(int(message_key))
        if error.code in NO_THREAD:
            return channel
        raise


async def _name_of(channel: Any, message_key: int) -> str:
    """The heading of the post that the thread belongs to."""
    try:
        starter = await channel.fetch_message(message_key)
    except discord.Forbidden:
        return DEFAULT_NAME
    texts = [found.content for found in all_components(starter) if isinstance(found, discord.TextDisplay)]
    heading = texts[0].partition("\n")[0].removeprefix("### ") if texts else ""
    return cut(re.sub(r"\\([^\w\s])", r"\1", heading), limits.THREAD_NAME) or DEFAULT_NAME


async def _send(place: Channel, outgoing: Outgoing, *, silent: bool) -> str:
    silent = silent and not outgoing.direct
    with translated(posting=True), one_try():
        if outgoing.plain:
            message = await place.send(
                plain_text(outgoing.message), nonce=outgoing.token, silent=silent, suppress_embeds=True
            )
        else:
            message = await place.send(view=_view(outgoing), nonce=outgoing.token, silent=silent)
    return f"{message.channel.id}/{message.id}"


async def _forum_post(client: discord.Client, forum: discord.ForumChannel, outgoing: Outgoing, *, silent: bool) -> str:
    """A new post in a forum: it has no nonce, so a doubtful one is found again by its mark.

    Not by discord.py's own call, which sends fields that Discord does not know there.
    """
    flags = discord.MessageFlags(suppress_notifications=silent, components_v2=not outgoing.plain)
    message: dict[str, Any] = {"flags": flags.value, "allowed_mentions": {"parse": []}}
    if outgoing.plain:
        message["content"] = plain_text(outgoing.message)
    else:
        message["components"] = _view(outgoing).to_components()  # type: ignore[no-untyped-call]
    body: dict[str, Any] = {
        "name": cut(plain(outgoing.message.heading), limits.THREAD_NAME) or DEFAULT_NAME,
        "message": message,
    }
    if forum.flags.require_tag:
        body["applied_tags"] = [str(tag.id) for tag in forum.available_tags[:1]]
    route = discord.http.Route("POST", "/channels/{channel_id}/threads", channel_id=forum.id)
    made = await client.http.request(route, json=body)
    return f"{made['id']}/{made['message']['id']}"


def _view(outgoing: Outgoing) -> ui.LayoutView:
    home = outgoing.tenant.id if outgoing.direct else ""
    try:
        view = render(outgoing.message, home=home, mark=mark_of(outgoing.token)).view
    except ValueError as error:
        raise SendFailed(Fault.POISON, "unrenderable") from error
    view.stop()
    return view


async def _found(place: Channel, outgoing: Outgoing) -> str | None:
    async for message in place.history(limit=LOOKED_AT, after=outgoing.since - MARGIN):
        if _is(message, outgoing):
            return f"{message.channel.id}/{message.id}"
    return None


async def _found_in_forum(forum: discord.ForumChannel, outgoing: Outgoing) -> str | None:
    for thread in await forum.guild.active_threads():
        if thread.parent_id == forum.id and thread.id >= discord.utils.time_snowflake(outgoing.since - MARGIN):
            starter = await thread.fetch_message(thread.id)
            if _is(starter, outgoing):
                return f"{thread.id}/{starter.id}"
    return None


def _is(message: discord.Message, outgoing: Outgoing) -> bool:
    if outgoing.plain and message.content:
        return message.content == plain_text(outgoing.message)
    return any(component.id == mark_of(outgoing.token) for component in all_components(message))


async def _unarchive(client: discord.Client, key: int) -> None:
    channel = await client.fetch_channel(key)
    if isinstance(channel, discord.Thread):
        await channel.edit(archived=False)
