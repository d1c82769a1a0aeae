"""How the machine is doing, in numbers: the heartbeat, the last day's digests and posts, sources. No people."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from db.sources import SourceRow
from db.store import Store

HEARTBEAT = "heartbeat"
"""The fact that says when the last tick was."""
SILENT_FOR = timedelta(minutes=5)
LATELY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Health:
    """`alive` says that the scheduler ticked within SILENT_FOR; `paused` are workspaces that rest, with codes."""

    heartbeat: datetime | None
    alive: bool
    slots: dict[str, int]
    posts: dict[str, int]
    paused: dict[str, str]
    sources: tuple[SourceRow, ...]


def health_of(store: Store, now: datetime) -> Health:
    """The machine's health now."""
    beat = store.fact(HEARTBEAT)
    heartbeat = datetime.fromisoformat(beat) if beat else None
    return Health(
        heartbeat=heartbeat,
        alive=heartbeat is not None and now - heartbeat <= SILENT_FOR,
        slots=store.slots.totals(now - LATELY),
        posts=store.outbox.totals(now - LATELY),
        paused={str(tenant): pause.code for tenant, pause in store.subscriptions.workspace_pauses().items()},
        sources=tuple(store.sources.all()),
    )
