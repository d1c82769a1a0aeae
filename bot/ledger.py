"""Reading and writing a person's ledger: an act with its events, in one transaction."""

from collections.abc import Callable, Sequence

from bot.context import Context
from bot.votes import count_for_channel
from db.models import ActKind, Answer, Feedback, Interest, Paper


def active(context: Context) -> list[Feedback]:
    """The person's events that count, oldest first."""
    return context.store.feedback.active(context.tenant, context.profile.key)


def record(
    context: Context, kind: ActKind, note: str, papers: Sequence[Paper], answer: Answer, interest: Interest
) -> int:
    """Write one act with one event a paper; returns the act's key. Given on a channel's post, it counts there too."""

    def write(act: int) -> None:
        keys = [paper.key for paper in papers]
        context.store.feedback.add(context.tenant, context.profile.key, interest.key, keys, answer, act, context.now)

    with context.store.transaction():
        act = perform(context, kind, note, write)
        count_for_channel(context, act, papers)
    return act


def perform(context: Context, kind: ActKind, note: str, write: Callable[[int], None]) -> int:
    """Open an act and write what belongs to it, in one transaction; returns the act's key."""
    with context.store.transaction():
        act = context.store.feedback.begin(context.tenant, context.profile.key, kind, context.now, note)
        write(act)
    return act
