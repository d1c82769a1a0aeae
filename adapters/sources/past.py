"""Papers that a source had before it was added here: they count as seen when they came out, not as news of today."""

from dataclasses import replace
from datetime import UTC, datetime, time

from bot.ports import Record


def as_past(record: Record, now: datetime) -> Record:
    """The record, first seen on the day it was announced or submitted; one without a date is taken for new."""
    if record.announced is not None:
        seen = datetime.combine(record.announced, time(), UTC)
    elif record.submitted is not None:
        seen = record.submitted
    else:
        return record
    return replace(record, first_seen=min(seen, now))
