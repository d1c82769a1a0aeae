"""The words of HTTP that we send and read: who we are, validators, Retry-After, what a status means. Pure."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version

MAX_VALIDATOR = 500
LONGEST_RETRY_SECONDS = 86_400.0


def user_agent(contact: str) -> str:
    """`paperround/0.1.0 (mailto:admin@example.org)`: an honest name and whom to write to."""
    try:
        number = version("paperround")
    except PackageNotFoundError:
        number = "0"
    address = re.sub(r"[^\w.@+-]", "", contact)
    return f"paperround/{number} (mailto:{address})" if address else f"paperround/{number}"


def conditions(validators: Mapping[str, str]) -> dict[str, str]:
    """The headers that ask for news only."""
    headers = {"If-None-Match": validators.get("etag", ""), "If-Modified-Since": validators.get("modified", "")}
    return {name: value for name, value in headers.items() if value}


def validators(headers: Mapping[str, str]) -> dict[str, str]:
    """What to send next time, from an answer's headers; nothing that is too long or not printable."""
    found = {"etag": headers.get("ETag", ""), "modified": headers.get("Last-Modified", "")}
    return {
        name: value for name, value in found.items() if value and value.isprintable() and len(value) <= MAX_VALIDATOR
    }


def retry_after(value: str, now: datetime) -> float:
    """The seconds that a Retry-After names, as a number or a date; 0 when it names none, a day at most."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(float(value[:9]), LONGEST_RETRY_SECONDS)
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return 0.0
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max((moment - now).total_seconds(), 0.0), LONGEST_RETRY_SECONDS)


def meaning(status: int) -> str:
    """`Forbidden` for 403."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "(a status nobody has defined)"


def duration(seconds: float) -> str:
    """`40 seconds`, `15 minutes`, `2 hours`."""
    for size, word in ((3600.0, "hour"), (60.0, "minute")):
        if seconds >= size * 1.5 or seconds == size:
            return f"{round(seconds / size)} {word}{'' if round(seconds / size) == 1 else 's'}"
    return f"{max(round(seconds), 1)} second{'' if round(seconds) == 1 else 's'}"
