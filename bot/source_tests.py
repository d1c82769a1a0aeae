"""Trying a source from chat: asked for by a command, done by the ingest job, shown by the next command.

A command runs on the core's thread and may not wait for a network.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.message import Message, Paragraph, Tone
from bot.message_json import from_json, to_json
from bot.ports import Batch, Clock, Core, PaperSource, State
from bot.source_lists import batch_shown
from bot.texts import sources as texts
from bot.words import backticked
from db.errors import PaperroundError
from db.store import Store

logger = logging.getLogger(__name__)

GOOD_FOR = timedelta(minutes=10)
SHOWN = 5
LOOKS = 4
"""Fetches before a test is content with what there is: the first may only find out what to ask."""


def answer_to(store: Store, name: str, now: datetime) -> Message | None:
    """What trying the source gave in the last minutes; None when nobody asked."""
    asked, answer = store.sources.answer_of(name, now - GOOD_FOR)
    if not asked:
        return None
    return from_json(answer) if answer else Message(parts=(Paragraph(backticked(texts.still_asking(name))),))


async def look(source: PaperSource, now: datetime) -> Batch:
    """What a source would bring; nothing is kept. Raises SourceError."""
    state: State = {}
    batch = Batch()
    for _ in range(LOOKS):
        batch = await source.fetch(state, now)
        if batch.records or not batch.more:
            break
        state = batch.state
    return batch


async def run_tests(core: Core, make: Callable[[str], PaperSource], clock: Clock) -> None:
    """Try the sources that wait to be tried and keep what they said. Never raises for a source's fault."""
    for name in await core(lambda store: store.sources.asked()):
        answer = to_json(await _tried(make, name, clock.now()))
        await core(lambda store, name=name, answer=answer: store.sources.answer(name, answer, clock.now()))  # type: ignore[misc]


async def _tried(make: Callable[[str], PaperSource], name: str, now: datetime) -> Message:
    try:
        return batch_shown(name, await look(make(name), now), SHOWN)
    except PaperroundError as error:
        return Message(parts=(Paragraph(backticked(str(error))),), tone=Tone.ERROR)
    except Exception:
        logger.exception("the test of %s failed", name)
        return Message(parts=(Paragraph(backticked(texts.FAULT)),), tone=Tone.ERROR)
