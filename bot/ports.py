"""What the bot asks of the outside world: Protocols that adapters and tests implement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.message import Message
from db.models import Tenant


class Clock(Protocol):
    """The time; tests bring their own."""

    def now(self) -> datetime:
        """The present instant, UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back, from an arbitrary start."""


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
