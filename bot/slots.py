"""The slot rule: at which instant a subscription's digest of a local date is due. Pure; knows no store and no clock.

A time that comes twice (clocks set back) means the first of the two; one that never comes (clocks set forward) is
shifted forward by the gap. A date that a zone leaves out (Samoa's 30 December 2011) has no digest.
"""

import logging
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

logger = logging.getLogger(__name__)

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
BATCH_FROM = time(8)
"""A digest of the day's batch comes not before this, in the reader's zone,"""
BATCH_UNTIL = time(18)
"""and not after this, batch or none."""
DAY = timedelta(days=1)
CACHED = 8_192
"""Many readers share a zone and an hour."""
FORGOTTEN = timedelta(days=400)
"""Slots missed for longer than this are not told apart one by one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """When digests come: `at` local time (None: with the day's batch), on weekdays `days` (Monday is 0), in `zone`."""

    at: time | None
    days: tuple[int, ...]
    zone: str


@dataclass(frozen=True, slots=True)
class Due:
    """A local date and the instant at which its digest is due; with the batch, how long it is waited for."""

    day: date
    instant: datetime
    waits_until: datetime | None = None


@lru_cache(maxsize=CACHED)
def zone_of(name: str) -> ZoneInfo:
    """The zone of this name; UTC for one that this machine no longer has, so that nobody's digest stops for it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        logger.warning("the time zone %r is not on this machine; UTC stands for it", name)
        return ZoneInfo("UTC")


def instant_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The UTC instant of a wall time: the first at a fold, shifted forward by the gap where it does not exist."""
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)


@lru_cache(maxsize=CACHED)
def exists(day: date, zone: ZoneInfo) -> bool:
    """Whether the zone has this date at all."""
    return instant_of(day, time(), zone) < instant_of(day + DAY, time(), zone)


@lru_cache(maxsize=CACHED)
def due_on(rule: Rule, day: date) -> Due:
    """When the digest of a date is due."""
    zone = zone_of(rule.zone)
    if rule.at is None:
        return Due(day, instant_of(day, BATCH_FROM, zone), instant_of(day, BATCH_UNTIL, zone))
    return Due(day, instant_of(day, rule.at, zone))


@lru_cache(maxsize=CACHED)
def next_due(rule: Rule, after: datetime, last_day: date | None = None) -> Due:
    """The first digest due after an instant, on a date later than `last_day` (the last that had its slot)."""
    zone = zone_of(rule.zone)
    day = after.astimezone(zone).date() - DAY
    if last_day is not None:
        day = max(day, last_day + DAY)
    while True:
        if day.weekday() in rule.days and exists(day, zone):
            found = due_on(rule, day)
            if found.instant > after:
                return found
        day += DAY


@lru_cache(maxsize=CACHED)
def missed(rule: Rule, first: date, now: datetime) -> tuple[Due, ...]:
    """The digests due by now, from the date `first` on, oldest first: more than one after an outage."""
    zone = zone_of(rule.zone)
    day = max(first, (now - FORGOTTEN).date())
    found = []
    while day <= now.astimezone(zone).date():
        if day.weekday() in rule.days and exists(day, zone):
            due = due_on(rule, day)
            if due.instant <= now:
                found.append(due)
        day += DAY
    return tuple(found)
