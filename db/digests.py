"""The vocabulary of schedules and deliveries: frozen records and enums, like db.models. No I/O, no logic."""

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum

from db.models import Answer, Tenant

ASKED = "asked"
"""The code of a pause that a person asked for."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Why a subscription or a workspace rests: ASKED, or the platform's own code of what failed.

    `until` is when it goes on or is tried again; None waits for a person.
    """

    code: str
    since: datetime
    until: datetime | None = None

    @property
    def failed(self) -> bool:
        """Whether the platform refused us, rather than a person asking for rest."""
        return self.code != ASKED


@dataclass(frozen=True, slots=True)
class Subscription:
    """One standing wish for a digest. `at` is local wall time, None means when the day's batch is in.

    `days` are weekdays, Monday is 0. `target` is the platform's id of the person (`direct`) or channel it goes to;
    `owner` the member who set it up. No `interests` means all. Without `repeats` a paper that a channel of the reader's
    had is left out. `next_due` is None while nothing is scheduled.
    `waits_until` is when a digest of the day's batch comes without it.
    """

    key: int
    tenant: Tenant
    profile: int
    number: int
    target: str
    direct: bool
    owner: str
    at: time | None
    days: tuple[int, ...]
    zone: str
    size: int
    interests: tuple[int, ...]
    created: datetime
    ended: datetime | None = None
    pause: Pause | None = None
    next_day: date | None = None
    next_due: datetime | None = None
    waits_until: datetime | None = None
    repeats: bool = True


class SlotState(StrEnum):
    """What became of one local date of a subscription."""

    PLANNED = "planned"
    COMPOSED = "composed"
    EMPTY = "empty"
    SKIPPED = "skipped"
    EXPIRED = "expired"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Slot:
    """One local date of a subscription: the key that makes a digest come once. `covered` is when papers were chosen."""

    key: int
    tenant: Tenant
    subscription: int
    local_date: date
    due: datetime
    state: SlotState
    reason: str = ""
    screened: int = 0
    covered: datetime | None = None


@dataclass(frozen=True, slots=True)
class Covered:
    """What a reader's last digest had to choose from: everything kept by then, the newest paper being `newest`."""

    until: datetime
    newest: int


class DeliveryState(StrEnum):
    """Where a post stands. NEW, SENDING and UNSURE are open; the others are final."""

    NEW = "new"
    SENDING = "sending"
    UNSURE = "unsure"
    SENT = "sent"
    DEAD = "dead"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Draft:
    """A post to be frozen in the outbox: its payload is a message as JSON."""

    target: str
    direct: bool
    payload: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """One row of the outbox: one post, whatever number of tries. `token` is opaque and the same for every try.

    `lease` says until when a try may still be under way. `plain` asks for the plain-text fallback; without `resend` a
    look-up may find it posted, but nothing is posted again. `thread` is the reference of part 0 for the parts after it.
    """

    key: int
    tenant: Tenant
    slot: int | None
    subscription: int | None
    part: int
    token: str
    target: str
    direct: bool
    payload: str
    state: DeliveryState
    created: datetime
    due: datetime
    deadline: datetime
    lease: datetime | None = None
    first_try: datetime | None = None
    attempts: int = 0
    reference: str = ""
    code: str = ""
    plain: bool = False
    resend: bool = True
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Vote:
    """What a member answered to a paper shared in a channel, without the member: its weight has age in it."""

    paper: int
    answer: Answer
    weight: float


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """What a channel's keepers switched: votes older than `votes_since` do not count, members with `trusted_role` vote
    at once, and reactions count as votes where `reactions` is on.
    """

    votes_since: datetime | None = None
    trusted_role: str = ""
    reactions: bool = False
