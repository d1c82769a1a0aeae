"""The slot rule: one instant a local date, whatever the clocks of the world do."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.schedule import SEASONS, TIMES, oracle, simulate, weather
from bot.slots import Rule, due_on, exists, missed, next_due
from bot.zones import zones

DAILY = tuple(range(7))


def utc(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type,misc]


def digests(zone: str, at: time, first: datetime, days: int, weekdays: tuple[int, ...] = DAILY) -> list[datetime]:
    """Every digest of some days, by asking for the next one again and again."""
    rule, found, moment, last = Rule(at, weekdays, zone), [], first, None
    while moment < first + timedelta(days=days):
        due = next_due(rule, moment, last)
        found.append(due.instant)
        moment, last = due.instant, due.day
    return found


@pytest.mark.parametrize(
    ("zone", "at", "day", "due"),
    [
        ("America/New_York", time(1, 30), date(2026, 11, 1), utc(2026, 11, 1, 5, 30)),
        ("Europe/Berlin", time(2, 30), date(2026, 10, 25), utc(2026, 10, 25, 0, 30)),
        ("Australia/Lord_Howe", time(1, 45), date(2026, 4, 5), utc(2026, 4, 4, 14, 45)),
    ],
)
def test_a_time_that_comes_twice_means_the_first(zone: str, at: time, day: date, due: datetime) -> None:
    assert due_on(Rule(at, DAILY, zone), day).instant == due


@pytest.mark.parametrize(
    ("zone", "at", "day", "wall"),
    [
        ("America/New_York", time(2, 30), date(2026, 3, 8), "03:30"),
        ("Europe/Berlin", time(2, 30), date(2026, 3, 29), "03:30"),
        ("Australia/Lord_Howe", time(2, 15), date(2026, 10, 4), "02:45"),
        ("Africa/Cairo", time(0, 30), date(2026, 4, 24), "01:30"),
        ("America/Havana", time(0, 0), date(2026, 3, 8), "01:00"),
    ],
)
def test_a_time_that_does_not_exist_is_shifted_by_the_gap(zone: str, at: time, day: date, wall: str) -> None:
    assert f"{due_on(Rule(at, DAILY, zone), day).instant.astimezone(ZoneInfo(zone)):%H:%M}" == wall


def test_midnight_digests_do_not_skip_the_day_after_the_clocks_change() -> None:
    found = digests("America/Los_Angeles", time(0, 0), utc(2026, 3, 5), 7)
    assert [moment.astimezone(ZoneInfo("America/Los_Angeles")).day for moment in found[:6]] == [5, 6, 7, 8, 9, 10]


def test_a_weekly_digest_does_not_skip_the_week_of_the_change() -> None:
    found = digests("Europe/Berlin", time(0, 30), utc(2026, 3, 15), 28, weekdays=(0,))
    assert {(after - before).days for before, after in pairwise(found)} <= {6, 7}


def test_samoas_missing_day_has_no_digest() -> None:
    assert not exists(date(2011, 12, 30), ZoneInfo("Pacific/Apia"))
    days = [due.day for due in missed(Rule(time(9), DAILY, "Pacific/Apia"), date(2011, 12, 28), utc(2012, 1, 2))]
    assert date(2011, 12, 30) not in days
    assert days == sorted(set(days))


def test_weekdays_only_means_five_a_week() -> None:
    found = digests("Asia/Kolkata", time(9), utc(2026, 6, 1), 14, weekdays=(0, 1, 2, 3, 4))
    assert {moment.astimezone(ZoneInfo("Asia/Kolkata")).weekday() for moment in found} == {0, 1, 2, 3, 4}


@settings(max_examples=150, deadline=None)
@given(
    zone=st.sampled_from(zones()),
    at=st.times().map(lambda t: t.replace(second=0, microsecond=0)),
    day=st.dates(date(2000, 1, 1), date(2035, 1, 1)),
)
def test_every_zone_and_time_agrees_with_an_oracle_that_knows_offsets_only(zone: str, at: time, day: date) -> None:
    if exists(day, ZoneInfo(zone)):
        assert due_on(Rule(at, DAILY, zone), day).instant == oracle(day, at, ZoneInfo(zone))


@settings(max_examples=100, deadline=None)
@given(
    zone=st.sampled_from(zones()),
    at=st.sampled_from(TIMES),
    start=st.integers(0, 700 * 24 * 60).map(lambda minutes: utc(2026, 1, 1) + timedelta(minutes=minutes)),
)
def test_the_next_digest_is_later_and_on_a_later_date(zone: str, at: time, start: datetime) -> None:
    rule = Rule(at, DAILY, zone)
    first = next_due(rule, start)
    second = next_due(rule, first.instant, first.day)
    assert start < first.instant < second.instant
    assert first.day < second.day


@pytest.mark.parametrize("season", range(3))
def test_no_slot_is_missed_doubled_or_early_through_outages_and_clock_steps(tmp_path: Path, season: int) -> None:
    _, start, days = SEASONS[season]
    some = [(zone, at) for zone in zones()[season::40] for at in TIMES[:: 2 if season else 1]]
    report = simulate(tmp_path, start, min(days, 30), some, weather(season, start, min(days, 30), steps=6))
    assert report.slots > len(some) * 15
    assert report.faults == 0, report


@pytest.mark.prove
@pytest.mark.parametrize("steps", [0, 12])
@pytest.mark.parametrize("season", range(3))
def test_all_zones_and_times(tmp_path: Path, season: int, steps: int) -> None:
    _, start, days = SEASONS[season]
    every = [(zone, at) for zone in zones() for at in TIMES]
    report = simulate(tmp_path, start, days, every, weather(season + 10, start, days, steps=steps))
    assert report.faults == 0, report
