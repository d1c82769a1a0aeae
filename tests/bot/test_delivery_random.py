"""Random faults, late acceptances and crashes in simulated time: every post is there once at the end, in order.

The server may take a post up to a minute after its answer was lost; the lease is longer than that, and has to be.
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from bot.delivery_errors import Fault, SendFailed
from bot.ports import Outgoing
from db.digests import DeliveryState
from db.store import Store
from tests.bot.digest_world import ScriptedPlatform, Worker, a_digest, a_post
from tests.conftest import FakeClock

TARGETS, DAYS, PARTS = 8, 3, 3


@dataclass
class MoodyServer(ScriptedPlatform):
    """Fails four requests in ten, each in its own way; what it took late shows up late."""

    clock: FakeClock = field(default_factory=FakeClock)
    chance: random.Random = field(default_factory=random.Random)
    taken: list[tuple[datetime, str]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)

    async def send(self, outgoing: Outgoing) -> str:
        mood = self.chance.choice(["fine"] * 6 + ["too fast", "refused", "lost", "late"])
        self.asked[mood] += 1
        if mood == "too fast":
            raise SendFailed(Fault.WAIT, "ratelimited", 3)
        if mood == "refused":
            raise SendFailed(Fault.NOT_POSTED, "service_unavailable")
        late = timedelta(seconds=self.chance.uniform(0, 60)) if mood == "late" else timedelta()
        if mood != "lost" or self.chance.random() < 0.5:
            self.taken.append((self.clock.now() + late, outgoing.token))
        for _ in range(self.chance.randrange(4)):
            await asyncio.sleep(0)
        if mood in ("lost", "late"):
            raise SendFailed(Fault.AMBIGUOUS, "timeout")
        return outgoing.token

    async def find(self, outgoing: Outgoing) -> str | None:
        if self.chance.random() < 0.3:
            raise SendFailed(Fault.AMBIGUOUS, "http_503")
        there = [token for moment, token in self.taken if moment <= self.clock.now()]
        return outgoing.token if outgoing.token in there else None


async def deliver_all(store: Store, clock: FakeClock, seed: int, **limits: object) -> MoodyServer:
    chance = random.Random(seed)
    server = MoodyServer(clock=clock, chance=chance)
    for target in range(TARGETS):
        digest = a_digest(store, clock.now(), f"P{target}")
        for day in range(DAYS):
            a_post(store, digest, clock.now(), day=day, parts=PARTS)
    worker = Worker(store, clock, server, attempts=99, **limits)
    for _ in range(3000):
        if not store.outbox.open():
            break
        if chance.random() < 0.1:
            await crash(worker)
            worker = Worker(store, clock, server, attempts=99, **limits)
        clock.advance(seconds=chance.uniform(0.5, 8))
        await worker.deliverer.step()
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(0)
    return server


async def crash(worker: Worker) -> None:
    """What was in flight gets no answer any more; whether the server took it is the server's."""
    tasks = list(worker.deliverer._flying)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("seed", range(12))
async def test_every_post_is_there_once_and_in_order(store: Store, clock: FakeClock, seed: int) -> None:
    store.db.execute("PRAGMA synchronous = OFF")
    server = await deliver_all(store, clock, seed)
    rows = store.db.execute("SELECT token, state, slot, part FROM outbox ORDER BY slot, part").fetchall()
    assert {state for _, state, _, _ in rows} == {DeliveryState.SENT}
    counts = Counter(token for _, token in server.taken)
    assert len(counts) == len(rows) == TARGETS * DAYS * PARTS
    assert max(counts.values()) == 1
    moments = {token: moment for moment, token in server.taken}
    for (before, _, slot, _), (after, _, same, _) in pairwise(rows):
        if slot == same:
            assert moments[before] <= moments[after]
    assert server.asked["lost"] + server.asked["late"] > 0


async def test_a_lease_shorter_than_the_server_needs_would_post_twice(store: Store, clock: FakeClock) -> None:
    store.db.execute("PRAGMA synchronous = OFF")
    server = await deliver_all(store, clock, 1, lease=timedelta(seconds=5))
    assert max(Counter(token for _, token in server.taken).values()) > 1
