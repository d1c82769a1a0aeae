"""Fetching what is due: the async edge asks the sources, a thread prepares, the core keeps.

One source's trouble is its own. Knows no source's format and no SQL.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.errors import SourceBusy
from bot.ingest import LIVE_CHUNK, Intake, keep, prepare
from bot.ports import Batch, Clock, Core, PaperSource
from db.errors import PaperroundError
from db.sources import SourceRow

logger = logging.getLogger(__name__)

FIRST_RETRY = timedelta(minutes=15)
LAST_RETRY = timedelta(hours=12)
MOST_ROUNDS = 1_000
"""Fetches of one source in one run; a source that never ends is broken."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one source in one run. `problem` is empty when all went well."""

    source: str
    intake: Intake = field(default_factory=Intake)
    problem: str = ""
    note: str = ""
    done: int = 0
    total: int = 0


Hear = Callable[[Report], None]


async def fetch_due(
    core: Core,
    make: Callable[[SourceRow], PaperSource],
    clock: Clock,
    *,
    names: Iterable[str] | None = None,
    hear: Hear = lambda report: None,
) -> list[Report]:
    """Fetch the sources that are due, or exactly those named, and keep what they bring.

    Sources take turns page by page, so that the long past of one does not hold up the news of another. `hear` gets each
    source's report so far, after each page. Never raises for a source's fault: it is in the report and in the store.
    """
    if names is None:
        rows = await core(lambda store: store.sources.due(clock.now()))
    else:
        wanted = list(names)
        rows = [row for row in await core(lambda store: store.sources.all()) if row.name in wanted]
    reports = {row.name: Report(row.name) for row in rows}
    going = {row.name: row for row in rows}
    for _ in range(MOST_ROUNDS):
        if not going:
            break
        for name, row in list(going.items()):
            report, more = await _one(core, make, clock, row)
            reports[name] = _joined(reports[name], report)
            hear(reports[name])
            fresh = await core(lambda store, name=name: store.sources.get(name))  # type: ignore[misc]
            if more and fresh is not None:
                going[name] = fresh
            else:
                del going[name]
    return list(reports.values())


async def _one(
    core: Core, make: Callable[[SourceRow], PaperSource], clock: Clock, row: SourceRow
) -> tuple[Report, bool]:
    """One fetch of one source, its papers kept and its state remembered; whether there is more."""
    now = clock.now()
    try:
        source = make(row)
        batch = await source.fetch(row.state, now)
    except SourceBusy as busy:
        return await _failed(core, row, now, str(busy), timedelta(seconds=busy.seconds)), False
    except PaperroundError as error:
        return await _failed(core, row, now, str(error), _pause(row)), False
    except Exception:
        logger.exception("source %s failed", row.name)
        reason = "An unexpected fault of ours; the log has the details."
        return await _failed(core, row, now, reason, _pause(row)), False
    intake = await take(core, source.kind, batch, now)
    await core(
        lambda store: store.sources.succeeded(
            row.name,
            now,
            state=batch.state,
            due=now if batch.more else batch.due,
            batch_day=batch.day,
            batch_size=intake.new if batch.day else 0,
            note=batch.note,
            title=batch.title,
        )
    )
    return Report(row.name, intake, note=batch.note, done=batch.done, total=batch.total), batch.more


async def take(core: Core, kind: str, batch: Batch, now: datetime) -> Intake:
    """Keep a batch, a chunk at a time, prepared off the loop."""
    taken = Intake(skipped=len(batch.problems), problems=batch.problems)
    for start in range(0, len(batch.records), LIVE_CHUNK):
        part = batch.records[start : start + LIVE_CHUNK]
        drafts = await asyncio.to_thread(prepare, part, kind, now)
        taken += await core(lambda store, drafts=drafts: keep(store, drafts, now))  # type: ignore[misc]
    return taken


async def _failed(core: Core, row: SourceRow, now: datetime, reason: str, wait: timedelta) -> Report:
    logger.warning("source %s: %s", row.name, reason)
    await core(lambda store: store.sources.failed(row.name, now, reason, now + wait))
    return Report(row.name, problem=reason)


def _pause(row: SourceRow) -> timedelta:
    """15 minutes after the first failure, twice as long after each next one, 12 hours at most."""
    return min(FIRST_RETRY * (1 << min(row.failures, 10)), LAST_RETRY)


def _joined(before: Report, last: Report) -> Report:
    return replace(last, intake=before.intake + last.intake, note=last.note or before.note)
