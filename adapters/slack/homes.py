"""The home tab: drawn when it is opened and after each thing a person does, with conflicts of two drawings settled."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from slack_sdk.errors import SlackApiError, SlackClientError

from adapters.slack import blocks as kit
from adapters.slack import limits
from adapters.slack.client import code_of
from adapters.slack.parts import laid_out
from adapters.slack.visit import Visit
from bot.desk import Desk, Visitor
from bot.home import home
from bot.message import Message, plain
from db.models import Tenant

logger = logging.getLogger(__name__)

QUIET_SECONDS = 1.0
"""What is done within it leads to one drawing."""
MOST = 2_000
"""So many open home tabs are remembered."""
Find = Callable[[Visit], Awaitable[Visitor | None]]


class Homes:
    """Draws home tabs. `visitor` finds the person of a visit."""

    def __init__(self, desk: Desk, visitor: Find) -> None:
        self._desk = desk
        self._visitor = visitor
        self._hashes: dict[tuple[Tenant, str], str] = {}
        self._locks: dict[tuple[Tenant, str], asyncio.Lock] = {}
        self._later: dict[tuple[Tenant, str], asyncio.Task[None]] = {}

    async def show(self, visit: Visit, *, seen_hash: str = "", note: Message | None = None) -> None:
        """Draw the person's home now; `seen_hash` is what Slack says they look at, `note` what just happened."""
        key = (visit.installed.tenant, visit.user)
        async with self._locks.setdefault(key, asyncio.Lock()):
            visitor = await self._visitor(visit)
            if visitor is None:
                return
            known = seen_hash or self._hashes.get(key, "")
            try:
                answer = await self._publish(visit, visitor, note, known)
            except SlackApiError as error:
                if code_of(error) != "hash_conflict":
                    raise
                # Somebody drew it meanwhile: what is true now is read again and drawn over it.
                answer = await self._publish(visit, visitor, note, "")
            self._remember(key, str((answer.get("view") or {}).get("hash") or ""))

    def changed(self, visit: Visit) -> None:
        """The person did something: their home, if they have opened it, is drawn again soon."""
        key = (visit.installed.tenant, visit.user)
        if key not in self._hashes or key in self._later:
            return
        self._later[key] = task = asyncio.create_task(self._soon(visit))
        task.add_done_callback(lambda _: self._later.pop(key, None))

    async def close(self) -> None:
        """Draw nothing more."""
        tasks = list(self._later.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _soon(self, visit: Visit) -> None:
        await asyncio.sleep(QUIET_SECONDS)
        try:
            await self.show(visit)
        except (SlackClientError, OSError) as error:
            logger.warning("the home of %s could not be drawn: %s", visit.user, error)

    async def _publish(self, visit: Visit, visitor: Visitor, note: Message | None, known: str) -> dict[str, Any]:
        sections = await self._desk.ask(visitor, home)
        answer = await visit.client.views_publish(
            user_id=visit.user, view=home_view(sections, note), hash=known or None
        )
        return dict(answer.data) if isinstance(answer.data, dict) else {}

    def _remember(self, key: tuple[Tenant, str], drawn: str) -> None:
        self._hashes.pop(key, None)
        self._hashes[key] = drawn
        while len(self._hashes) > MOST:
            oldest = next(iter(self._hashes))
            del self._hashes[oldest]
            self._locks.pop(oldest, None)


def home_view(sections: tuple[Message, ...], note: Message | None = None) -> dict[str, Any]:
    """The home tab: what just happened, then each section under its heading. At most VIEW_BLOCKS."""
    found: list[dict[str, Any]] = []
    index = 0
    for section in ((note,) if note else ()) + sections:
        if section.heading:
            found.append(kit.header(plain(section.heading)))
        found.extend(laid_out(section.parts, section.tone, index))
        index += len(section.parts)
        if section.footer:
            found.append(kit.context(plain(section.footer)))
        found.append(kit.divider())
    return {"type": "home", "blocks": found[: limits.VIEW_BLOCKS]}
