"""Builders for tests of digests: subscriptions, posts in the outbox, a platform that does what a test tells it to."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import TypeVar

from bot import planner
from bot.delivery import Deliverer
from bot.message import Card, Message, say, text
from bot.message_json import to_json
from bot.outcomes import Limits
from bot.ports import Outgoing
from bot.subscribing import Wish, subscribe, wish
from bot.tokens import new_token
from db.digests import Delivery, Draft, Slot, SlotState, Subscription
from db.models import Paper, Profile, ProfileKind, SourceId, Tenant
from db.store import Store
from tests.conftest import FakeClock

T = TypeVar("T")
TEAM = Tenant("fake", "T1")


def a_profile(store: Store, now: datetime, member: str = "ann", kind: ProfileKind = ProfileKind.PERSON) -> Profile:
    with store.transaction():
        return store.people.meet(TEAM, kind, member, now, name=member)


def a_digest(
    store: Store, now: datetime, member: str = "ann", kind: ProfileKind = ProfileKind.PERSON, **wanted: object
) -> Subscription:
    """A standing digest, daily at 09:00 UTC unless told otherwise."""
    profile = a_profile(store, now, member, kind)
    asked = {"at": time(9), "timed": True, "days": tuple(range(7)), "zone": "UTC", **wanted}
    return wish(store, subscribe(store, profile, member, "owner", 1, now), Wish(**asked), now)  # type: ignore[arg-type]


def papers(store: Store, count: int, seen: datetime, first: int = 0) -> list[Paper]:
    found = []
    with store.transaction():
        for number in range(first, first + count):
            name, title = f"arxiv:2601.{number:05d}", f"On topic {number}"
            paper = Paper(name, "arxiv", title, "It does.", f"Words {number}.", title, f"Words {number}.", seen)
            found.append(store.papers.add(paper, [SourceId("arxiv", name.partition(":")[2])]))
    return found


def a_post(
    store: Store, subscription: Subscription, now: datetime, *, day: int = 0, parts: int = 1, shown: Sequence[int] = ()
) -> list[Delivery]:
    """A slot with its posts in the outbox, their papers marked as shown."""
    with store.transaction():
        date = (now + timedelta(days=day)).date()
        store.slots.insert([Slot(0, TEAM, subscription.key, date, now, SlotState.COMPOSED)])
        slot = next(s for s in store.slots.recent(TEAM, subscription.key, 9) if s.local_date == date)
        for part in range(parts):
            cards = tuple(Card(1, paper, text("T")) for paper in shown) if part == parts - 1 else ()
            message = Message(parts=(*say(f"part {part}").parts, *cards))
            draft = Draft(subscription.target, subscription.direct, to_json(message))
            key = store.outbox.add(
                TEAM, draft, new_token(), now, now + timedelta(hours=12), subscription=subscription.key, slot=slot.key,
                part=part,
            )  # fmt: skip
            if cards:
                store.slots.show(TEAM, subscription.profile, shown, key, now)
    return sorted(store.outbox.of_subscription(TEAM, subscription.key, parts), key=lambda post: post.part)


@dataclass
class ScriptedPlatform:
    """Answers posts and look-ups by scripts, then with success; remembers what it was asked."""

    name: str = "fake"
    sends: list[object] = field(default_factory=list)
    finds: list[object] = field(default_factory=list)
    sent: list[Outgoing] = field(default_factory=list)
    looked_up: list[Outgoing] = field(default_factory=list)

    async def run(self) -> None:
        await asyncio.Event().wait()

    async def stop(self) -> None:
        return

    async def send(self, outgoing: Outgoing) -> str:
        self.sent.append(outgoing)
        return str(await self._answer(self.sends, f"ref-{len(self.sent)}"))

    async def find(self, outgoing: Outgoing) -> str | None:
        self.looked_up.append(outgoing)
        found = await self._answer(self.finds, None)
        return None if found is None else str(found)

    def split(self, message: Message) -> Sequence[Message]:
        return [message]

    async def _answer(self, script: list[object], otherwise: object) -> object:
        told = script.pop(0) if script else otherwise
        if isinstance(told, BaseException):
            raise told
        if isinstance(told, float):
            await asyncio.sleep(told)
            return otherwise
        return told


@dataclass
class InlineCore:
    """Runs the store's work at once, on the test's own thread."""

    store: Store

    async def __call__(self, work: Callable[[Store], T]) -> T:
        return work(self.store)


class Worker:
    """The outbox's worker over a store, driven step by step with a clock that a test moves."""

    def __init__(
        self, store: Store, clock: FakeClock, platform: ScriptedPlatform, *others: ScriptedPlatform, **limits: object
    ) -> None:
        self.clock = clock
        patience = Limits(**{"timeout": timedelta(seconds=0.2), **limits})  # type: ignore[arg-type]
        platforms = {one.name: one for one in (platform, *others)}
        self.deliverer = Deliverer(InlineCore(store), platforms, clock, random.Random(0), patience)

    async def settle(self) -> int:
        """Begin what is due and let it land; returns how many tries and look-ups that were."""
        begun = await self.deliverer.step()
        while self.deliverer._flying:
            await asyncio.gather(*self.deliverer._flying, return_exceptions=True)
            await asyncio.sleep(0)
        return begun

    async def after(self, **duration: float) -> int:
        self.clock.advance(**duration)
        return await self.settle()


def planned_days(store: Store, subscription: Subscription) -> dict[str, str]:
    """What became of each local date."""
    slots = store.slots.recent(TEAM, subscription.key, 100)
    return {slot.local_date.isoformat(): slot.reason or slot.state.value for slot in reversed(slots)}


def tick(store: Store, clock: FakeClock) -> planner.Tick:
    return planner.tick(store, clock.now())
