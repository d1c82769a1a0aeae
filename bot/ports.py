"""What the bot asks of the outside world: Protocols that adapters and tests implement, and what a source hands over."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, TypeVar

from bot.message import Message
from db.models import SourceId, Tenant
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

    `title` is what the source calls itself. `day` is its own date of the batch, None where it has none. `complete` is
    False where the source held something back, and `note` says what else is odd about it. While `more` is true,
    fetching again with `state` goes on; after that `due` is when there may be news (None: never). `done` of `total` is
    for a progress bar, total 0 when it is not known.
    """

    records: tuple[Record, ...] = ()
    problems: tuple[Problem, ...] = ()
    day: date | None = None
    title: str = ""
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


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A post to be made by a platform. `token` (at most 25 characters) is opaque and the same for every try.

    `target` is the platform's id of a person (`direct`) or channel; `thread` the reference of the post it goes under.
    `plain` asks for plain text alone, as the rich form was refused. It was not posted before `since`.
    """

    token: str
    tenant: Tenant
    target: str
    direct: bool
    thread: str
    message: Message
    plain: bool
    since: datetime


class Platform(Protocol):
    """A chat platform. It retries nothing by itself when it posts: the outbox does."""

    name: str

    async def run(self) -> None:
        """Serve until stopped; returns or raises when the connection is lost for good. It may be run again."""

    async def stop(self) -> None:
        """Finish what is in flight and let `run` return; soon, and harmless when it does not run."""

    async def send(self, outgoing: Outgoing) -> str:
        """Post it, with its token; returns the post's reference. Raises bot.delivery_errors.SendFailed."""

    async def find(self, outgoing: Outgoing) -> str | None:
        """The reference of the post if it was made, None if it surely was not or a repeat is harmless.

        Raises CannotLookUp where that cannot be known, SendFailed when the look-up itself failed.
        """

    def split(self, message: Message) -> Sequence[Message]:
        """The message as posts that each fit the platform's limits, in order. Pure, from any thread."""
