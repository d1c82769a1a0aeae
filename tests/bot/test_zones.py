"""Zones, times, weekdays and dates as people type them."""

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dates import read_date
from bot.errors import WrongArgument
from bot.zones import days_text, known_zone, read_days, read_time, read_zone, zones

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("america/argentina/buenos aires", "America/Argentina/Buenos_Aires"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_found_by_name_or_city(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize(
    "typed", ["Europe/Berlni", "Zürich…", "Europa/Berlín", "🕐", "../../etc/passwd", "EST5EDT4", "x" * 5000]
)
def test_a_wrong_zone_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(WrongArgument, match="is no time zone I know"):
        read_zone(typed)


def test_the_nearest_zones_are_named() -> None:
    with pytest.raises(WrongArgument, match="`Europe/Berlin`"):
        read_zone("Europe/Berlni")


@pytest.mark.parametrize("name", ["", "Nowhere/City", "Zürich", "localtime", "a\x00b"])
def test_a_platforms_word_that_is_no_zone_is_not_taken(name: str) -> None:
    assert not known_zone(name)


@pytest.mark.parametrize(
    ("typed", "at"),
    [("9", time(9)), ("9:05", time(9, 5)), ("09.30", time(9, 30)), ("18h", time(18)), ("9pm", time(21)),
     ("12 am", time(0)), ("12:30 p.m.", time(12, 30)), ("0:00", time(0)), ("new", None), ("23:59", time(23, 59))],
)  # fmt: skip
def test_a_time_of_day_in_many_spellings(typed: str, at: time | None) -> None:
    assert read_time(typed) == at


@pytest.mark.parametrize("typed", ["25", "9:61", "13pm", "noon", "", "-1", "９:00", "9:0", "1e3"])
def test_what_is_no_time_of_day_is_refused(typed: str) -> None:
    with pytest.raises(WrongArgument, match="is no time of day"):
        read_time(typed)


@pytest.mark.parametrize(
    ("typed", "days"),
    [("mon-fri", (0, 1, 2, 3, 4)), ("mon,wed", (0, 2)), ("Monday and Thursday", (0, 3)), ("fri-mon", (0, 4, 5, 6)),
     ("daily", tuple(range(7))), ("weekdays", tuple(range(5))), ("tue", (1,)), ("mon to wed", (0, 1, 2)),
     ("sat, sun", (5, 6)), ("weekly", (0,)), ("mo-fr", (0, 1, 2, 3, 4))],
)  # fmt: skip
def test_weekdays_in_many_spellings(typed: str, days: tuple[int, ...]) -> None:
    assert read_days(typed) == days


@pytest.mark.parametrize("typed", ["foo", "", "mon-", "0", "m", "mon-fri-sun2"])
def test_what_names_no_weekdays_is_refused(typed: str) -> None:
    with pytest.raises(WrongArgument, match="names no weekdays"):
        read_days(typed)


@given(st.sets(st.integers(0, 6), min_size=1))
def test_weekdays_are_said_as_they_can_be_typed(days: set[int]) -> None:
    assert read_days(days_text(tuple(sorted(days)))) == tuple(sorted(days))


@pytest.mark.parametrize(
    ("typed", "day"),
    [("2027-01-07", date(2027, 1, 7)), ("7 jan", date(2027, 1, 7)), ("Jan 7", date(2027, 1, 7)),
     ("until 24 December", date(2026, 12, 24)), ("tomorrow", date(2026, 12, 1)), ("monday", date(2026, 12, 7)),
     ("10 days", date(2026, 12, 10)), ("2 weeks", date(2026, 12, 14)), ("3d", date(2026, 12, 3)),
     ("1st feb 2027", date(2027, 2, 1)), ("next week", date(2026, 12, 7))],
)  # fmt: skip
def test_a_date_to_come_in_many_spellings(typed: str, day: date) -> None:
    assert read_date(typed, TODAY) == day


@pytest.mark.parametrize(
    "typed", ["2020-01-01", "30 feb", "soon", "", "0 days", "2026-11-30", "9999-01-01", "7 jänner"]
)
def test_what_is_no_date_to_come_is_refused(typed: str) -> None:
    with pytest.raises(WrongArgument, match="is no date to come"):
        read_date(typed, TODAY)


def test_there_are_hundreds_of_zones_and_no_machines_own() -> None:
    assert len(zones()) > 500
    assert "localtime" not in zones()
