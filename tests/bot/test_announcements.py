"""arXiv's days: batches Monday to Friday, holidays, the deadline, clock changes on both sides of the Atlantic."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.announcements import PATIENCE, PATIENCE_WITHOUT_LIST, Calendar, eastern_day, known_calendar, out_at

CALENDAR = known_calendar()


@pytest.mark.parametrize(
    ("day", "has_batch"),
    [
        (date(2026, 11, 25), True),
        (date(2026, 11, 26), True),
        (date(2026, 11, 27), False),
        (date(2026, 11, 28), False),
        (date(2026, 11, 29), False),
        (date(2026, 11, 30), True),
        (date(2026, 1, 1), True),
        (date(2026, 1, 2), False),
    ],
)
def test_a_batch_comes_on_weekdays_unless_the_evening_before_was_free(day: date, has_batch: bool) -> None:
    assert CALENDAR.has_batch(day) is has_batch


@pytest.mark.parametrize(
    ("instant", "hour"), [((2026, 7, 1), 4), ((2026, 12, 1), 5), ((2026, 3, 9), 4), ((2026, 11, 2), 5)]
)
def test_a_batch_is_out_at_midnight_in_the_us_east_in_summer_and_winter(
    instant: tuple[int, int, int], hour: int
) -> None:
    assert out_at(date(*instant)) == datetime(*instant, hour, tzinfo=UTC)


def test_the_day_counts_by_the_us_east_whatever_the_readers_zone() -> None:
    assert eastern_day(datetime(2026, 12, 1, 4, 59, tzinfo=UTC)) == date(2026, 11, 30)
    assert CALENDAR.expected(datetime(2026, 12, 1, 4, 59, tzinfo=UTC)) == date(2026, 11, 30)
    assert CALENDAR.expected(datetime(2026, 12, 1, 5, 0, tzinfo=UTC)) == date(2026, 12, 1)


def test_over_a_weekend_the_last_batch_stays_fridays_and_the_next_is_mondays() -> None:
    sunday = datetime(2026, 12, 6, 12, tzinfo=UTC)
    assert CALENDAR.expected(sunday) == date(2026, 12, 4)
    assert CALENDAR.following(date(2026, 12, 4)) == date(2026, 12, 7)


@pytest.mark.parametrize(
    ("submitted", "batch"),
    [
        (datetime(2026, 12, 1, 18, 59, tzinfo=UTC), date(2026, 12, 2)),
        (datetime(2026, 12, 1, 19, 0, tzinfo=UTC), date(2026, 12, 3)),
        (datetime(2026, 12, 4, 18, 0, tzinfo=UTC), date(2026, 12, 7)),
        (datetime(2026, 12, 4, 20, 0, tzinfo=UTC), date(2026, 12, 8)),
        (datetime(2026, 12, 6, 12, 0, tzinfo=UTC), date(2026, 12, 8)),
        (datetime(2026, 11, 26, 12, 0, tzinfo=UTC), date(2026, 11, 30)),
    ],
)
def test_a_submission_comes_out_by_the_deadline_of_two_in_the_afternoon(submitted: datetime, batch: date) -> None:
    assert CALENDAR.batch_of(submitted) == batch


def test_a_year_without_a_list_and_the_days_around_a_holiday_are_waited_for_longer() -> None:
    assert CALENDAR.patience(date(2026, 12, 2)) == PATIENCE
    assert CALENDAR.patience(date(2026, 11, 26)) == PATIENCE_WITHOUT_LIST
    assert CALENDAR.patience(date(2031, 12, 2)) == PATIENCE_WITHOUT_LIST == timedelta(hours=36)
    assert Calendar({}).has_batch(date(2026, 11, 27))
