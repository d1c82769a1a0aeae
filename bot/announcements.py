"""When arXiv announces: which days have a batch, when it is out, and to which batch a submission belongs.

arXiv announces at 20:00 US Eastern, Sunday to Thursday, but not on the evenings of its holidays (arxiv_holidays.json,
by year, from its availability page). Feeds carry the batch from midnight on, under the day that then begins.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

EASTERN = ZoneInfo("America/New_York")
DEADLINE = time(14)
FRIDAY = 4
DAY = timedelta(days=1)
PATIENCE = timedelta(hours=12)
PATIENCE_WITHOUT_LIST = timedelta(hours=36)

Holidays = Mapping[int, frozenset[date]]


@dataclass(frozen=True, slots=True)
class Calendar:
    """arXiv's days of announcement; `holidays` by year, a year that is missing has no list."""

    holidays: Holidays

    def has_batch(self, day: date) -> bool:
        """Whether feeds of this (Eastern) day carry a batch: Monday to Friday, unless the evening before was free."""
        return day.weekday() <= FRIDAY and (day - DAY) not in self.holidays.get((day - DAY).year, frozenset())

    def expected(self, now: datetime) -> date:
        """The day of the last batch that should be out."""
        day = eastern_day(now)
        while not self.has_batch(day):
            day -= DAY
        return day

    def following(self, day: date) -> date:
        """The first day of a batch after this one."""
        day += DAY
        while not self.has_batch(day):
            day += DAY
        return day

    def batch_of(self, submitted: datetime) -> date:
        """The day of the batch in which a paper comes out that moderation does not hold up."""
        there = submitted.astimezone(EASTERN)
        day = there.date() if there.time() < DEADLINE else there.date() + DAY
        while day.weekday() > FRIDAY:
            day += DAY
        evening = day + timedelta(days=2) if day.weekday() == FRIDAY else day
        return self.following(evening)

    def patience(self, day: date) -> timedelta:
        """How long a missing batch of this day is waited for before it counts as stalled.

        Longer where no list of holidays says whether the day has one, and next to a holiday.
        """
        free = self.holidays.get(day.year)
        if free is None or day in free or day + DAY in free:
            return PATIENCE_WITHOUT_LIST
        return PATIENCE


def eastern_day(now: datetime) -> date:
    """The date in the US East, by which arXiv counts."""
    return now.astimezone(EASTERN).date()


def out_at(day: date) -> datetime:
    """The instant at which feeds begin to carry the batch of a day: midnight US Eastern, as UTC."""
    return datetime.combine(day, time(), EASTERN).astimezone(UTC)


@cache
def known_calendar() -> Calendar:
    """The calendar with the lists of holidays that come with the package."""
    lists = json.loads(files("bot").joinpath("arxiv_holidays.json").read_text(encoding="utf-8"))
    return Calendar({int(year): frozenset(map(date.fromisoformat, days)) for year, days in lists.items()})
