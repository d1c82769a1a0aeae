"""What is said about sources: lists, additions, removals, tests."""

from collections.abc import Sequence
from datetime import date, datetime

from bot.words import counted, listed

HEADING = "Sources"
NONE = "There are no sources yet. `paperround sources add cs.LG` adds one."
NOTHING_YET = "nothing yet"
FAULT = "Something went wrong on my side; the log has the details."


def when(moment: datetime) -> str:
    """`Mon 30 Nov, 05:00`."""
    return f"{moment:%a} {moment.day} {moment:%b}, {moment:%H:%M}"


def last_batch(day: date | None, seen: datetime | None, size: int) -> str:
    """The last batch that had papers."""
    if seen is None:
        return NOTHING_YET
    of_day = f" of {day:%a} {day.day} {day:%b}" if day else ""
    return f"{counted(size, 'paper')}{of_day}, came {when(seen)}"


def added(names: Sequence[str]) -> str:
    """For sources that were added."""
    return f"Added {listed(names)}. The first papers come within minutes; `sources list` shows them arrive."


def already_there(name: str) -> str:
    """For a source that there was."""
    return f"{name} is there already."


def removed(name: str) -> str:
    """For a source that was removed."""
    return f"{name} is no longer fetched. The papers that it brought stay."


def not_there(name: str, names: Sequence[str]) -> str:
    """For a source that there is none of."""
    known = f" There are: {', '.join(names[:20])}." if names else " There are none."
    return f"There is no source {name}.{known}"


def too_many(most: int) -> str:
    """For a feed beyond the limit."""
    return f"There are {most} feeds, which is the most. Remove one first."


def asking(name: str) -> str:
    """For a test that has begun."""
    return f"I am asking {name} now. Type the same again in half a minute to see what it would bring."


def would_bring(name: str, count: int, more: bool) -> str:
    """For a test that went well."""
    if not count:
        return f"{name} answers, but has no papers just now."
    return f"{name} would bring {counted(count, 'paper')}{' and more' if more else ''}. The first ones:"


def still_asking(name: str) -> str:
    """For a test that is under way."""
    return f"I am still asking {name}. Try again in half a minute."


DOUBTS = "These may be copies"
NO_DOUBTS = "There are no papers that may be copies of each other."


def doubtful(count: int) -> str:
    """For pairs that may be one work."""
    return f"{counted(count, 'pair')} of papers may be one and the same: `sources copies`."


def more_problems(count: int) -> str:
    """For entries that are not named one by one."""
    return f"… and {counted(count, 'more entry', 'more entries')} that could not be used."
