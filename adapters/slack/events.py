"""Registers the events of Slack: mentions, direct messages, files, the home tab, reactions, comings and goings.

An event is taken up once in 24 hours by its own name, and something said once, however many events tell of it.
"""

import re
from collections.abc import Awaitable, Callable

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack.files import download
from adapters.slack.replies import answer
from adapters.slack.surface import BRING, Surface
from adapters.slack.visit import Body, Visit, said_by_a_bot, visit_of_event
from adapters.slack.work import Work, after_ack
from bot import tenancy

LIKES = frozenset({"+1", "thumbsup"})
"""Names of 👍 without its skin tone; 👎 never counts."""
Listener = Callable[[Body, Visit], Awaitable[None]]


def register_events(app: AsyncApp, surface: Surface, work: Work) -> None:
    """Register everything that arrives as an event."""
    events = Events(surface)
    for name, listener in (
        ("app_mention", events.said),
        ("message", events.said),
        ("file_shared", events.file_shared),
        ("app_home_opened", events.home_opened),
        ("reaction_added", events.reaction),
        ("reaction_removed", events.reaction),
        ("member_left_channel", events.left),
        ("member_joined_channel", events.joined),
    ):
        app.event(name)(_once(surface, work, name, listener))
    # Events that somebody subscribed to by hand are taken too, or Slack would send each four times.
    app.event(re.compile(""))(after_ack(lambda body, context: None))


def _once(surface: Surface, work: Work, name: str, listener: Listener) -> Callable[..., Awaitable[None]]:
    def event(body: Body, context: AsyncBoltContext) -> None:
        visit = visit_of_event(body, context)

        async def take() -> None:
            known = str(body.get("event_id") or "")
            if not known or await surface.desk.first_time(f"slack:{known}"):
                await listener(body["event"], visit)

        work.begin(visit if name in ("app_mention", "message") else None, take, name)

    return after_ack(event)


class Events:
    """What each event leads to."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface

    async def said(self, event: Body, visit: Visit) -> None:
        """A mention in a channel, or a line in our direct messages, perhaps with a file."""
        direct = event.get("channel_type") == "im" or visit.channel.startswith("D")
        if said_by_a_bot(event, visit.installed) or (event["type"] == "message" and not direct):
            return
        if not await self._surface.desk.first_time(f"slack:said:{visit.channel}:{event.get('ts')}"):
            return
        files = event.get("files") or []
        for told in files if direct else []:
            await self._file(visit, told)
        words = str(event.get("text") or "")
        if words.strip() and not (files and direct):
            await self._surface.line(visit, words)

    async def file_shared(self, event: Body, visit: Visit) -> None:
        """A file in our direct messages, where no message told of it."""
        if not visit.channel.startswith("D") or visit.user == visit.installed.bot_user:
            return
        told = (await visit.client.files_info(file=event.get("file_id") or "")).get("file") or {}
        if told.get("user") == visit.user:
            await self._file(visit, told)

    async def _file(self, visit: Visit, told: Body) -> None:
        """Bring a file in, once, whichever event told of it first."""
        if not await self._surface.desk.first_time(f"slack:file:{told.get('id')}"):
            return
        if not told.get("url_private_download") and told.get("id"):
            told = (await visit.client.files_info(file=told["id"])).get("file") or told
        visitor = await self._surface.visitor(visit)
        if visitor is None:
            return
        brought = await download(visit, told)
        visitor = await self._surface.visitor(visit, brought)
        if visitor is not None:
            await answer(visit, await self._surface.desk.press(visitor, BRING))
            self._surface.homes.changed(visit)

    async def home_opened(self, event: Body, visit: Visit) -> None:
        """The home tab is looked at: draw it; the first look is the first meeting."""
        await self._surface.meet(visit)
        if event.get("tab", "home") == "home":
            await self._surface.homes.show(visit, seen_hash=str((event.get("view") or {}).get("hash") or ""))

    async def reaction(self, event: Body, visit: Visit) -> None:
        """👍 put on, or taken off, one of our posts."""
        item = event.get("item") or {}
        name = str(event.get("reaction") or "").partition("::")[0]
        if name not in LIKES or item.get("type") != "message":
            return
        if event.get("item_user") not in (None, visit.installed.bot_user):
            return
        reference = f"{visit.channel}:{item.get('ts')}"
        await self._surface.reaction(visit, reference, added=event["type"] == "reaction_added")

    async def left(self, event: Body, visit: Visit) -> None:
        """Somebody left a channel."""
        tenant, channel, user = visit.installed.tenant, visit.channel, visit.user
        await self._surface.desk.note(lambda store, now: tenancy.left(store, tenant, channel, user, now))

    async def joined(self, event: Body, visit: Visit) -> None:
        """We were invited into a channel."""
        if visit.user == visit.installed.bot_user:
            tenant, channel = visit.installed.tenant, visit.channel
            await self._surface.desk.note(lambda store, now: tenancy.invited(store, tenant, channel, now))
