"""What the active events of a ledger amount to: the standing answer on each paper, the likes, the library. Pure."""

from collections.abc import Sequence

from db.models import Answer, Feedback

OPINIONS = frozenset({Answer.LIKE, Answer.DISLIKE, Answer.MORE, Answer.LESS, Answer.KNOWN})
"""Of these the last one on a paper counts; a save stands beside them."""

LIBRARY = frozenset({Answer.SAVE, Answer.KEEP})
"""A paper with one of these is in the library."""

FINAL = LIBRARY | {Answer.LIKE, Answer.DISLIKE, Answer.KNOWN, Answer.OWN, Answer.IMPORT}
"""A paper with one of these is answered and never comes back in a list."""


def opinion(events: Sequence[Feedback], paper: int) -> Answer | None:
    """The last opinion on a paper, None when there is none."""
    for event in reversed(events):
        if event.paper == paper and event.answer in OPINIONS:
            return event.answer
    return None


def liked(events: Sequence[Feedback], interest: int | None = None) -> list[int]:
    """Papers whose last opinion is a like, oldest like first."""
    last: dict[int, Feedback] = {}
    for event in events:
        if event.answer in OPINIONS:
            last.pop(event.paper, None)
            last[event.paper] = event
    return [e.paper for e in last.values() if e.answer is Answer.LIKE and interest in (None, e.interest)]


def saved(events: Sequence[Feedback]) -> list[int]:
    """Papers in the library, the last saved first."""
    return list(dict.fromkeys(e.paper for e in reversed(events) if e.answer in LIBRARY))


def unmuted(events: Sequence[Feedback]) -> frozenset[int]:
    """Papers of which the person said that hiding them was wrong."""
    return frozenset(event.paper for event in events if event.answer is Answer.NOT_MUTED)
