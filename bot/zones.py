"""Time zones, times and weekdays as people type them. Refusals are sentences that name what was meant."""

import difflib
import re
from datetime import time
from functools import lru_cache
from zoneinfo import available_timezones

from bot.errors import WrongArgument
from bot.slots import WEEKDAYS
from bot.texts import digests as texts

NO_PLACES = frozenset({"Factory", "localtime", "posixrules"})
MAX_SUGGESTED = 3
CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?\s*([ap])?\.?(?:m\.?)?")
DAY_SETS = {
    "daily": tuple(range(7)),
    "every day": tuple(range(7)),
    "all": tuple(range(7)),
    "weekdays": tuple(range(5)),
    "workdays": tuple(range(5)),
    "weekend": (5, 6),
    "weekends": (5, 6),
    "weekly": (0,),
}


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """All IANA zones of this machine, sorted."""
    return tuple(sorted(available_timezones() - NO_PLACES))


@lru_cache(maxsize=1)
def _folded() -> dict[str, str]:
    cities: dict[str, str] = {}
    for name in zones():
        if not name.startswith(("Etc/", "posix/", "right/")):
            cities.setdefault(name.rpartition("/")[2].lower(), name)
    return {**cities, **{name.lower(): name for name in zones()}}


def read_zone(given: str) -> str:
    """The IANA name that was meant, in any case, by full name or city. Raises WrongArgument, with the nearest."""
    wanted = "_".join(given.split()).lower()
    known = _folded()
    if wanted in known:
        return known[wanted]
    close = difflib.get_close_matches(wanted[:64], [*known], n=MAX_SUGGESTED, cutoff=0.6)
    raise WrongArgument(texts.no_such_zone(given, list(dict.fromkeys(known[name] for name in close))))


def known_zone(name: str) -> bool:
    """Whether a platform's own word for a zone can be used as it stands."""
    return name in zones()


def read_time(given: str) -> time | None:
    """`9`, `9:00`, `09.30`, `9h`, `9pm`; `new` is None: when the day's batch is in. Raises WrongArgument."""
    word = given.strip().lower()
    if word == "new":
        return None
    found = CLOCK.fullmatch(word) if word.isascii() else None
    if found is None:
        raise WrongArgument(texts.no_time(given))
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half and not 1 <= hour <= 12:
        raise WrongArgument(texts.no_time(given))
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        raise WrongArgument(texts.no_time(given))
    return time(hour, minute)


def read_days(given: str) -> tuple[int, ...]:
    """`mon-fri`, `mon,wed`, `daily`, `weekdays`, `weekly`, `fri-mon`. Raises WrongArgument."""
    word = " ".join(given.lower().split())
    if word in DAY_SETS:
        return DAY_SETS[word]
    days: set[int] = set()
    for piece in re.split(r"\s*(?:,|\+|\band\b|\s)\s*", re.sub(r"\s*[-–]\s*|\s+to\s+", "-", word)):
        first, dash, last = piece.partition("-")
        start, end = _day(first, given), _day(last if dash else first, given)
        days.update((start + step) % 7 for step in range((end - start) % 7 + 1))
    return tuple(sorted(days))


def _day(word: str, given: str) -> int:
    for number, name in enumerate(WEEKDAYS):
        if len(word) >= 2 and word in (name[:2], name, FULL_DAYS[number], f"{FULL_DAYS[number]}s"):
            return number
    raise WrongArgument(texts.no_days(given))


FULL_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def days_text(days: tuple[int, ...]) -> str:
    """`mon-fri`, `daily`, `mon, wed`, as it can be typed again."""
    if len(days) == 7:
        return "daily"
    if len(days) > 2 and list(days) == list(range(days[0], days[-1] + 1)):
        return f"{WEEKDAYS[days[0]]}-{WEEKDAYS[days[-1]]}"
    return ", ".join(WEEKDAYS[day] for day in days)
