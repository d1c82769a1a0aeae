"""The outbox's worker: takes posts that are due, hands them to their platform, and looks up those in doubt.

Async; the store is reached through the core thread alone. What a failure means is bot.outcomes'. The worker may die at
any point: a post that was being made keeps its lease and is looked up after it.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Coroutine, Mapping

from bot.core import Core
from bot.delivery_errors import CannotLookUp, Fault, SendFailed
from bot.message_json import from_json
from bot.outcomes import Limits, Outcomes
from bot.ports import Clock, Outgoing, Platform
from db.digests import Delivery
from db.models import Tenant
from db.store import Store

logger = logging.getLogger(__name__)


class Deliverer:
    """Makes the posts of the outbox, at most one at a time and one a second a target."""

    def __init__(
        self,
        core: Core,
        platforms: Mapping[str, Platform],
        clock: Clock,
        chance: random.Random,
        limits: Limits | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self._core = core
        self._platforms = platforms
        self._clock = clock
        self._random = chance
        self._woken = asyncio.Event()
        self._stopping = False
        self._flying: dict[asyncio.Task[None], Delivery] = {}
        self._taking = asyncio.Lock()
        self._busy: dict[tuple[Tenant, str], float] = {}
        self._held: dict[Tenant, float] = {}

    def wake(self) -> None:
        """Look at the outbox now; something may be due."""
        self._woken.set()

    async def run(self) -> None:
        """Work until `drain` is called, woken by `wake` and by its own posts."""
        while not self._stopping:
            self._woken.clear()
            if not await self.step():
                await self._rest()

    async def step(self) -> int:
        """Begin what can be begun now; returns how many tries and look-ups that are."""
        async with self._taking:
            if self._stopping:
                return 0
            claimed, doubtful = await self._take()
            for delivery in claimed:
                self._busy[(delivery.tenant, delivery.target)] = float("inf")
                self._start(delivery, self._post(delivery))
            for delivery in doubtful:
                self._start(delivery, self._look_up(delivery))
        return len(claimed) + len(doubtful)

    async def drain(self, seconds: float) -> None:
        """Claim nothing more, wait for the posts in flight, and cut what takes longer: its lease has it looked up."""
        self._stopping = True
        self._woken.set()
        async with self._taking:
            flying = list(self._flying)
        if flying:
            _, late = await asyncio.wait(flying, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _take(self) -> tuple[list[Delivery], list[Delivery]]:
        """Claim what is due and what is in doubt, in one transaction.

        Each platform has its own room, so that one whose answers are slow holds up no other.
        """
        now, ticks, limits = self._clock.now(), self._clock.monotonic(), self.limits
        self._busy = {place: until for place, until in self._busy.items() if until > ticks}
        self._held = {tenant: until for tenant, until in self._held.items() if until > ticks}
        busy, held, flying = list(self._busy), list(self._held), [delivery.key for delivery in self._flying.values()]
        in_flight = Counter(delivery.tenant.platform for delivery in self._flying.values())
        room = {name: limits.at_once - in_flight[name] for name in self._platforms}

        def take(store: Store) -> tuple[list[Delivery], list[Delivery]]:
            Outcomes(store, limits, self._random).expire(now)
            claimed: list[Delivery] = []
            doubtful: list[Delivery] = []
            lease = now + limits.lease
            with store.transaction():
                for name, free in room.items():
                    found = store.outbox.claim(now, lease, free, [name], busy=busy, held=held)
                    left = free - len(found)
                    claimed += found
                    doubtful += store.outbox.doubtful(now, lease, left, [name], flying=flying, held=held)
            return claimed, doubtful

        return await self._core(take)

    def _start(self, delivery: Delivery, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._flying[task] = delivery
        task.add_done_callback(self._landed)

    def _landed(self, task: asyncio.Task[None]) -> None:
        delivery = self._flying.pop(task)
        if (delivery.tenant, delivery.target) in self._busy:
            ready = self._clock.monotonic() + self.limits.gap.total_seconds()
            self._busy[(delivery.tenant, delivery.target)] = ready
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            logger.error("the outcome of post %s was not kept; it will be looked up", delivery.key, exc_info=fault)
        self.wake()

    async def _rest(self) -> None:
        """Until woken, or a target that had to wait may be posted to again."""
        ticks = self._clock.monotonic()
        waits = [until - ticks for until in (*self._busy.values(), *self._held.values()) if until != float("inf")]
        try:
            async with asyncio.timeout(max(0.01, min(waits)) if waits else None):
                await self._woken.wait()
        except TimeoutError:
            return

    async def _post(self, delivery: Delivery) -> None:
        try:
            async with asyncio.timeout(self.limits.timeout.total_seconds()):
                reference = await self._platforms[delivery.tenant.platform].send(outgoing(delivery))
        except SendFailed as failure:
            await self._failed(delivery, failure)
        except TimeoutError:
            await self._failed(delivery, SendFailed(Fault.AMBIGUOUS, "timeout"))
        except Exception:
            logger.exception("posting %s failed in an unforeseen way", delivery.key)
            await self._failed(delivery, SendFailed(Fault.AMBIGUOUS, "error"))
        else:
            now = self._clock.now()
            await self._core(lambda store: self._outcomes(store).sent(delivery, reference, now))

    async def _failed(self, delivery: Delivery, failure: SendFailed) -> None:
        logger.warning("post %s to %s: %s", delivery.key, delivery.tenant, failure)
        if failure.fault is Fault.WAIT:
            self._held[delivery.tenant] = self._clock.monotonic() + failure.retry_after
        now = self._clock.now()
        await self._core(lambda store: self._outcomes(store).failed(delivery, failure, now))

    async def _look_up(self, delivery: Delivery) -> None:
        failure = SendFailed(Fault.AMBIGUOUS, "timeout")
        try:
            async with asyncio.timeout(self.limits.timeout.total_seconds()):
                reference = await self._platforms[delivery.tenant.platform].find(outgoing(delivery))
        except CannotLookUp as reason:
            code = reason.code
            await self._core(lambda store: self._outcomes(store).unknowable(delivery, code))
            return
        except SendFailed as error:
            failure = error
        except TimeoutError:
            logger.warning("looking post %s up took too long", delivery.key)
        except Exception:
            logger.exception("looking post %s up failed in an unforeseen way", delivery.key)
        else:
            now = self._clock.now()
            await self._core(lambda store: self._outcomes(store).looked_up(delivery, reference, now))
            return
        now = self._clock.now()
        await self._core(lambda store: self._outcomes(store).look_up_failed(delivery, failure, now))

    def _outcomes(self, store: Store) -> Outcomes:
        return Outcomes(store, self.limits, self._random)


def outgoing(delivery: Delivery) -> Outgoing:
    """The post as its platform gets it."""
    return Outgoing(
        token=delivery.token,
        tenant=delivery.tenant,
        target=delivery.target,
        direct=delivery.direct,
        thread=delivery.thread,
        message=from_json(delivery.payload),
        plain=delivery.plain,
        since=delivery.first_try or delivery.created,
    )
