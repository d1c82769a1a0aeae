"""Dates to come as people type them: `2027-01-07`, `7 jan`, `monday`, `tomorrow`, `10 days`. Pure."""

import re
from datetime import date, timedelta

from bot.errors import WrongArgument
from bot.texts import digests as texts
from bot.zones import FULL_DAYS

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
FURTHEST = timedelta(days=800)
SPAN = re.compile(r"(?:for |in )?(\d{1,3}) ?(d|days?|w|weeks?)")
DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3})[a-z]*\.?(?: (\d{4}))?")
MONTH_DAY = re.compile(r"([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")


def read_date(given: str, today: date) -> date:
    """The date that was meant, after today. Raises WrongArgument."""
    word = " ".join(given.lower().split()).removeprefix("until ").removeprefix("till ")
    found = _read(word, today) if word.isascii() else None
    if found is None or not today < found <= today + FURTHEST:
        raise WrongArgument(texts.no_date(given))
    return found


def _read(word: str, today: date) -> date | None:
    if word == "tomorrow":
        return today + timedelta(days=1)
    word = word.removeprefix("next ")
    for number, name in enumerate(FULL_DAYS):
        if word in (name, name[:3]):
            return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    if word == "week":
        return today + timedelta(days=7 - today.weekday())
    if span := SPAN.fullmatch(word):
        return today + timedelta(days=int(span[1]) * (7 if span[2].startswith("w") else 1))
    if named := DAY_MONTH.fullmatch(word):
        return _date(named[3], named[2], named[1], today)
    if named := MONTH_DAY.fullmatch(word):
        return _date(named[3], named[1], named[2], today)
    try:
        return date.fromisoformat(word)
    except ValueError:
        return None


def _date(year: str | None, month: str, day: str, today: date) -> date | None:
    if month not in MONTHS:
        return None
    for candidate in (int(year),) if year else (today.year, today.year + 1):
        try:
            found = date(candidate, MONTHS.index(month) + 1, int(day))
        except ValueError:
            continue
        if found > today or year:
            return found
    return None
