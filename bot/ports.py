"""What the bot asks of the outside world: Protocols that adapters and tests implement, and what a source hands over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, TypeVar

from db.models import SourceId
from db.store import Store

T = TypeVar("T")


class Clock(Protocol):
    """The time; tests bring their own."""

    def now(self) -> datetime:
        """The present instant, UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back, from an arbitrary start."""


class Core(Protocol):
    """Runs work on the one thread that owns the writing store, and awaits its result."""

    async def __call__(self, work: Callable[[Store], T]) -> T:
        """What `work` returns or raises."""


@dataclass(frozen=True, slots=True)
class Record:
    """One paper as a source tells of it, before anything is normalised.

    `ids` come best first: the first becomes the public id. `title` and `abstract` keep the source's markup; `authors`
    are single names, in order. `first_seen` is set only for papers older than our own watching (a backfill);
    `only_updates` marks news of a paper that is of no use where the paper is not held (a replacement).
    `withdrawn` is None where the source cannot tell. `place` says where it stands, for reports: a line, an entry.
    """

    ids: tuple[SourceId, ...]
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    url: str = ""
    submitted: datetime | None = None
    announced: date | None = None
    first_seen: datetime | None = None
    version: int = 1
    withdrawn: bool | None = None
    licence: str = ""
    venue: str = ""
    only_updates: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be used: where it stands and why, as a sentence."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


State = Mapping[str, str]
"""What a source remembers between fetches (validators, a cursor), as text by name. Only the source reads it."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What one fetch brought.

    `day` is the source's own date of the batch, None where it has none. `complete` is False where the source held
    something back, and `note` says what else is odd about it. While `more` is true, fetching again with `state` goes
    on; after that `due` is when there may be news (None: never). `done` of `total` is for a progress bar,
    total 0 when it is not known.
    """

    records: tuple[Record, ...] = ()
    problems: tuple[Problem, ...] = ()
    day: date | None = None
    complete: bool = True
    note: str = ""
    more: bool = False
    state: State = field(default_factory=dict)
    due: datetime | None = None
    done: int = 0
    total: int = 0


class PaperSource(Protocol):
    """Where papers come from. `name` is unique (`seeds`, `arxiv:cs.LG`, `feed:https://…`)."""

    @property
    def name(self) -> str:
        """The source's own name."""

    @property
    def kind(self) -> str:
        """What its papers are filed under: `seed`, `arxiv`, `openreview`, `feed`."""

    async def fetch(self, state: State, now: datetime) -> Batch:
        """The next batch. Raises SourceError with a sentence; nothing of a failed fetch is kept."""
