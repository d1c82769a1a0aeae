"""After a backup was restored: what it holds as still to come may have been sent since, so none of it is sent again."""

from dataclasses import dataclass
from datetime import datetime

from bot import planner
from db.store import Store


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: slots recorded as skipped, and posts that are to be looked up and never posted."""

    skipped: int
    doubtful: int


def after_restore(store: Store, now: datetime) -> Restored:
    """Skip every slot due before now and leave no open post to be made. To be called once, before the bot runs."""
    with store.transaction():
        return Restored(planner.skip_before(store, now), store.outbox.never_again(now))
