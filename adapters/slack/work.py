"""Work that goes on after a request was acknowledged: counted, guarded, and let finish at the end.

Nothing is raised into Bolt's listener after its ack, where an exception within 10 ms would take the ack back.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack import replies
from adapters.slack.visit import Visit
from bot.message import Message, Paragraph, Tone, say, text
from bot.texts.commands import INTERNAL
from bot.texts.slack import BUSY
from bot.words import backticked
from db.errors import PaperroundError

logger = logging.getLogger(__name__)

MOST = 1_000
"""So many pieces of work may go on at once; more are answered with a word, and twice as many not at all."""


class Work:
    """The pieces of work in flight."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self, visit: Visit | None, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Start it; whatever fails is logged with a number and told to who asked."""
        if self._closed or len(self._tasks) >= 2 * MOST or (visit is None and len(self._tasks) >= MOST):
            logger.warning("%s is left undone: %s", name, "stopping" if self._closed else "too much at once")
            return
        if visit is not None and len(self._tasks) >= MOST:
            asked = visit
            work = lambda: replies.answer(asked, say(BUSY, tone=Tone.ERROR))  # noqa: E731 - it takes the work's place
        task = asyncio.create_task(_guarded(visit, work, name))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def open(self) -> None:
        """Take work again, after a drain."""
        self._closed = False

    async def drain(self, seconds: float) -> None:
        """Take nothing more, wait for what is in flight, and cut what takes longer."""
        self._closed = True
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def after_ack(take: Callable[[dict[str, Any], AsyncBoltContext], None]) -> Callable[..., Awaitable[None]]:
    """A listener that acknowledges first and then hands the request to `take`, from which nothing gets out."""

    async def listener(ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        await ack()
        try:
            take(body, context)
        except Exception:
            logger.exception("a request of Slack's could not be read")

    return listener


async def _guarded(visit: Visit | None, work: Callable[[], Awaitable[None]], name: str) -> None:
    try:
        await work()
    except PaperroundError as error:
        await _tell(visit, Message(parts=(Paragraph(backticked(str(error))),), tone=Tone.ERROR), name)
    except Exception:
        number = secrets.token_hex(4)
        logger.exception("%s failed (%s)", name, number)
        await _tell(visit, say(text(INTERNAL.format(number=number)), tone=Tone.ERROR), name)


async def _tell(visit: Visit | None, message: Message, name: str) -> None:
    if visit is None:
        logger.warning("%s: nobody to tell", name)
        return
    try:
        await replies.answer(visit, message)
    except Exception:
        logger.exception("the failure of %s could not be told to %s", name, visit.user)
