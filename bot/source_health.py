"""How a source stands: current, quiet, waiting or stalled, with its last batch and the next one expected. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from bot.announcements import Calendar, eastern_day, out_at
from db.sources import SourceRow

FEED_IS_QUIET = timedelta(days=14)
FEED_PATIENCE = timedelta(hours=36)


class Standing(StrEnum):
    """CURRENT: all is in. QUIET: all is in, and nothing comes today. WAITING: something should be in soon. STALLED: it
    should have been in long ago.
    """

    CURRENT = "current"
    QUIET = "quiet"
    WAITING = "waiting"
    STALLED = "stalled"


@dataclass(frozen=True, slots=True)
class Health:
    """A source's standing. `expected` is the instant of the next batch, None where the source has no schedule."""

    name: str
    title: str
    standing: Standing
    last_day: date | None
    last_seen: datetime | None
    last_size: int
    expected: datetime | None
    problem: str


def health(row: SourceRow, now: datetime, calendar: Calendar) -> Health:
    """How a source stands now."""
    if row.kind == "arxiv":
        standing = _by_calendar(row, now, calendar)
        expected: datetime | None = out_at(calendar.following(max(calendar.expected(now), eastern_day(now))))
    else:
        standing = _by_answers(row, now)
        expected = row.due
    return Health(row.name, row.title, standing, row.batch_day, row.batch_seen, row.batch_size, expected, row.problem)


def _by_calendar(row: SourceRow, now: datetime, calendar: Calendar) -> Standing:
    day = calendar.expected(now)
    if row.batch_day is not None and row.batch_day >= day:
        return Standing.CURRENT if eastern_day(now) == day else Standing.QUIET
    missing_since = max(out_at(calendar.following(row.batch_day)) if row.batch_day else out_at(day), row.added)
    return Standing.WAITING if now - missing_since <= calendar.patience(day) else Standing.STALLED


def _by_answers(row: SourceRow, now: datetime) -> Standing:
    if row.failures or row.succeeded is None:
        since = row.succeeded or row.added
        return Standing.WAITING if now - since <= FEED_PATIENCE else Standing.STALLED
    if row.batch_seen is None or now - row.batch_seen > FEED_IS_QUIET:
        return Standing.QUIET
    return Standing.CURRENT
