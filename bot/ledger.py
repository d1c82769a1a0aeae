"""What a profile's ledger says now: the standing answer on each paper, and writing a new act with its events."""

from collections.abc import Callable, Sequence

from bot.context import Context
from db.models import ActKind, Answer, Feedback, Interest, Paper

OPINIONS = frozenset({Answer.LIKE, Answer.DISLIKE, Answer.MORE, Answer.LESS, Answer.KNOWN})
"""Of these the last one on a paper counts; a save stands beside them."""

FINAL = frozenset({Answer.LIKE, Answer.DISLIKE, Answer.KNOWN, Answer.SAVE, Answer.OWN, Answer.IMPORT})
"""A paper with one of these is answered and never comes back in a list."""


def active(context: Context) -> list[Feedback]:
    """The person's events that count, oldest first."""
    return context.store.feedback.active(context.tenant, context.profile.key)


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
    return list(dict.fromkeys(e.paper for e in reversed(events) if e.answer is Answer.SAVE))


def record(
    context: Context, kind: ActKind, note: str, papers: Sequence[Paper], answer: Answer, interest: Interest
) -> int:
    """Write one act with one event a paper; returns the act's key."""

    def write(act: int) -> None:
        keys = [paper.key for paper in papers]
        context.store.feedback.add(context.tenant, context.profile.key, interest.key, keys, answer, act, context.now)

    return perform(context, kind, note, write)


def perform(context: Context, kind: ActKind, note: str, write: Callable[[int], None]) -> int:
    """Open an act and write what belongs to it, in one transaction; returns the act's key."""
    with context.store.transaction():
        act = context.store.feedback.begin(context.tenant, context.profile.key, kind, context.now, note)
        write(act)
    return act


def unmuted(events: Sequence[Feedback]) -> frozenset[int]:
    """Papers of which the person said that hiding them was wrong."""
    return frozenset(event.paper for event in events if event.answer is Answer.NOT_MUTED)
