"""The admin's view of the whole machine: sources, model, digests, targets, votes. Counts only, never a person's own."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.announcements import Calendar, known_calendar
from bot.health import health_of
from bot.model_keeper import MODEL_NAME
from bot.source_health import Health, health
from bot.trial import standing_of
from db.store import Store
from recommender.interleaving import Verdict

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Model:
    """The fitted model on disk: when, how large; `fitted` None while there is none (a small corpus needs none)."""

    fitted: datetime | None
    bytes: int
    papers: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything `paperround status` tells. `paused` are targets and workspaces that rest, with their code."""

    alive: bool
    heartbeat: datetime | None
    sources: tuple[Health, ...]
    model: Model
    slots: dict[str, int]
    posts: dict[str, int]
    reasons: dict[str, int]
    paused: tuple[tuple[str, str], ...]
    votes_this_week: int
    people: int
    database_bytes: int
    trial: Verdict | None = None

    def as_object(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def report(store: Store, now: datetime, calendar: Calendar | None = None) -> Report:
    """The state of everything now."""
    found = health_of(store, now)
    path = store.path.parent / MODEL_NAME
    return Report(
        alive=found.alive,
        heartbeat=found.heartbeat,
        sources=tuple(health(row, now, calendar or known_calendar()) for row in found.sources),
        model=_model(path, store.papers.count()),
        slots=found.slots,
        posts=found.posts,
        reasons=store.slots.reasons(now - WEEK),
        paused=(*((name, code) for name, code in found.paused.items()), *store.subscriptions.failing()),
        votes_this_week=store.feedback.count_since(now - WEEK),
        people=store.people.count(),
        database_bytes=store.path.stat().st_size,
        trial=standing_of(store.trials.likes()),
    )


def _model(path: Path, papers: int) -> Model:
    if not path.exists():
        return Model(None, 0, papers)
    kept = path.stat()
    return Model(datetime.fromtimestamp(kept.st_mtime).astimezone(), kept.st_size, papers)
