"""What a category of arXiv remembers between fetches, and what it should do next. Pure: no network, no store.

Three jobs, the most urgent first: today's feed; the changes of the last days by OAI-PMH (every night, and at once when
a day was missed or a feed was cut); the past of a category that was just added.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from bot.announcements import EASTERN, Calendar, eastern_day, out_at

NIGHTLY = time(23)
"""US Eastern: arXiv's OAI-PMH server is brought up to date at about 22:30."""
FEED_SETTLES = timedelta(minutes=20)
FIRST_TRIES = 4
SHORT_PAUSE = timedelta(minutes=30)
LONG_PAUSE = timedelta(hours=2)
WINDOW = timedelta(days=7)


class Step(StrEnum):
    """What to do next."""

    DAILY = "daily"
    CHANGES = "changes"
    PAST = "past"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Memory:
    """`day` is the last day whose batch is in, `digest` a hash of its ids, `tries` the attempts at the next one.

    `changes_day` is the day up to which changes are known; `changes_from` and `token` belong to a pass under way.
    The past is fetched in windows, backwards from `past_until` to `past_from`; both are None before and after.
    """

    day: date | None = None
    digest: str = ""
    tries: int = 0
    retry: datetime | None = None
    etag: str = ""
    modified: str = ""
    missed: bool = False
    changes_day: date | None = None
    changes_from: date | None = None
    changes_token: str = ""
    past_from: date | None = None
    past_until: date | None = None
    past_token: str = ""
    past_count: int = 0

    @property
    def fresh(self) -> bool:
        """Whether nothing was ever fetched."""
        return self.changes_day is None

    def as_state(self) -> dict[str, str]:
        """The memory as text by name; what is empty is left out."""
        values = asdict(self)
        return {name: _as_text(value) for name, value in values.items() if value not in (None, "", 0, False)}


def read_memory(state: Mapping[str, str]) -> Memory:
    """The memory that `as_state` wrote."""
    days = {name: date.fromisoformat(state[name]) for name in _DAYS if state.get(name)}
    return Memory(
        digest=state.get("digest", ""),
        tries=int(state.get("tries", "0")),
        retry=datetime.fromisoformat(state["retry"]) if state.get("retry") else None,
        etag=state.get("etag", ""),
        modified=state.get("modified", ""),
        missed=state.get("missed") == "yes",
        changes_token=state.get("changes_token", ""),
        past_token=state.get("past_token", ""),
        past_count=int(state.get("past_count", "0")),
        **days,
    )


_DAYS = ("day", "changes_day", "changes_from", "past_from", "past_until")


def _as_text(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    return "yes" if value is True else str(value)


def begun(now: datetime, backfill_days: int, calendar: Calendar) -> Memory:
    """The memory of a category that was just added: the changes up to now come with its past."""
    today = eastern_day(now)
    return Memory(
        day=None if today == calendar.expected(now) else calendar.expected(now),
        changes_day=changes_until(now),
        past_from=today - timedelta(days=backfill_days) if backfill_days else None,
        past_until=today + timedelta(days=1) if backfill_days else None,
    )


def next_step(memory: Memory, now: datetime, calendar: Calendar) -> Step:
    """The most urgent thing to do."""
    expected = calendar.expected(now)
    lacking = memory.day is None or memory.day < expected
    in_feed = eastern_day(now) == expected
    if lacking and in_feed and (memory.retry is None or memory.retry <= now):
        return Step.DAILY
    if memory.changes_from is not None or memory.missed or (lacking and not in_feed):
        return Step.CHANGES
    if memory.changes_day is None or memory.changes_day < changes_until(now):
        return Step.CHANGES
    return Step.PAST if memory.past_until is not None else Step.NOTHING


def due(memory: Memory, now: datetime, calendar: Calendar) -> datetime:
    """When there is something to do again, once nothing is left to do now."""
    expected = calendar.expected(now)
    lacking = memory.day is None or memory.day < expected
    tomorrow = out_at(calendar.following(max(expected, eastern_day(now)))) + FEED_SETTLES
    if lacking and eastern_day(now) == expected:
        tomorrow = min(memory.retry or now, tomorrow)
    return min(tomorrow, _next_night(now))


def changes_until(now: datetime) -> date:
    """The last day whose changes the OAI-PMH server has in full."""
    there = now.astimezone(EASTERN)
    return there.date() if there.time() >= NIGHTLY else there.date() - timedelta(days=1)


def pause(tries: int) -> timedelta:
    """How long to wait after so many vain attempts at a day's batch."""
    return SHORT_PAUSE if tries < FIRST_TRIES else LONG_PAUSE


def _next_night(now: datetime) -> datetime:
    there = now.astimezone(EASTERN)
    day = there.date() if there.time() < NIGHTLY else there.date() + timedelta(days=1)
    return datetime.combine(day, NIGHTLY, EASTERN).astimezone(UTC) + timedelta(minutes=5)
