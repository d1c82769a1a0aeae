"""The running bot: one core thread, the named jobs, the outbox's worker, and platforms supervised each on its own.

Which platforms, jobs and services there are is the composition root's to say. Ends on `stop`, or when the heartbeat
stops: then the process exits for its supervisor.
"""

import asyncio
import logging
import os
import random
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot import planner
from bot.composing import compose_next
from bot.context import Services
from bot.core import Core
from bot.delivery import Deliverer
from bot.health import HEARTBEAT, SILENT_FOR
from bot.outcomes import Limits
from bot.ports import Clock, Platform
from bot.schedule import Job, Scheduler
from db.errors import PaperroundError
from db.store import Store

logger = logging.getLogger(__name__)

TICK_EVERY = timedelta(seconds=30)
DELIVER_EVERY = timedelta(seconds=5)
JOB_TIMEOUT = timedelta(minutes=2)
DRAIN_SECONDS = 8.0
"""With what follows it, a stop takes less than ten seconds."""
REMEMBERED = timedelta(hours=1)
"""Jobs rarer than this remember in a fact when they ran, so that restarts neither skip nor repeat them."""
FIRST_PAUSE, LONGEST_PAUSE, SETTLED = 2.0, 300.0, 600.0


class Runtime:
    """Everything that runs in one process."""

    def __init__(
        self,
        core: Core,
        make_services: Callable[[Store], Services],
        platforms: Mapping[str, Platform],
        jobs: Sequence[Job],
        clock: Clock,
        *,
        limits: Limits | None = None,
        exit_now: Callable[[int], object] = os._exit,
    ) -> None:
        self._core = core
        self._make_services = make_services
        self._platforms = platforms
        self._jobs = jobs
        self._clock = clock
        self._exit_now = exit_now
        self._stop = asyncio.Event()
        self._planned = asyncio.Event()
        self._last_tick = clock.monotonic()
        self.deliverer = Deliverer(core, platforms, clock, random.Random(), limits)

    def stop(self) -> None:
        """End soon, and in order."""
        self._stop.set()

    async def run(self) -> None:
        """Serve until `stop`, SIGTERM or SIGINT. The core must be open; it is left open."""
        self._listen_for_signals()
        services = await self._core(self._make_services)
        await self._core(lambda store: planner.replan(store, self._clock.now()))
        scheduler = Scheduler(await self._all_jobs(), self._clock)
        tasks = [
            asyncio.create_task(work)
            for work in (
                self._again_and_again("the outbox", self.deliverer.run),
                self._again_and_again("composing", lambda: self._compose(services)),
                self._again_and_again("the clock's guard", lambda: scheduler.guard(self._clock_jumped)),
                self._watch(),
                *(self._again_and_again(name, platform.run) for name, platform in self._platforms.items()),
            )
        ]
        scheduler.start()
        try:
            await self._stop.wait()
        finally:
            await self._end(scheduler, tasks)

    async def _end(self, scheduler: Scheduler, tasks: list[asyncio.Task[None]]) -> None:
        """Claim nothing more, let what is in flight land, stop the platforms, and cut what takes too long."""
        self._stop.set()
        self._planned.set()
        await asyncio.gather(scheduler.stop(DRAIN_SECONDS), self.deliverer.drain(DRAIN_SECONDS))
        stops = [asyncio.create_task(platform.stop()) for platform in self._platforms.values()]
        if stops:
            await asyncio.wait(stops, timeout=1.0)
        for task in (*tasks, *stops):
            task.cancel()
        for outcome in await asyncio.gather(*tasks, *stops, return_exceptions=True):
            if isinstance(outcome, Exception):
                logger.warning("while stopping: %s", outcome)

    def _listen_for_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(name, self.stop)
            except (NotImplementedError, RuntimeError, ValueError):
                logger.debug("no handler for signal %s here", name)

    async def _all_jobs(self) -> list[Job]:
        return [
            Job("tick", TICK_EVERY, self._tick, JOB_TIMEOUT),
            Job("deliver", DELIVER_EVERY, self._wake, JOB_TIMEOUT),
            *[await self._remembering(job) if job.every >= REMEMBERED else job for job in self._jobs],
        ]

    async def _remembering(self, job: Job) -> Job:
        fact = f"ran {job.name}"
        last = await self._core(lambda store: store.fact(fact))

        async def body() -> None:
            await job.body()
            now = self._clock.now().isoformat()
            await self._core(lambda store: store.set_fact(fact, now))

        first = datetime.fromisoformat(last) + job.every if last else job.first
        return replace(job, body=body, first=first)

    async def _tick(self) -> None:
        now = self._clock.now()

        def work(store: Store) -> planner.Tick:
            done = planner.tick(store, now)
            store.set_fact(HEARTBEAT, now.isoformat())
            return done

        done = await self._core(work)
        self._last_tick = self._clock.monotonic()
        if done.planned or done.skipped:
            logger.info("planned %s digests, skipped %s", done.planned, done.skipped)
        self._planned.set()

    async def _wake(self) -> None:
        self.deliverer.wake()

    async def _compose(self, services: Services) -> None:
        splits = {name: platform.split for name, platform in self._platforms.items()}
        while not self._stop.is_set():
            self._planned.clear()
            if await self._core(lambda _: compose_next(services, splits, self._clock.now())):
                self.deliverer.wake()
            else:
                await self._planned.wait()

    async def _clock_jumped(self) -> None:
        await self._core(lambda store: planner.replan(store, self._clock.now()))

    async def _watch(self) -> None:
        """The heartbeat's watch: a scheduler that died in silence must not look alive."""
        while True:
            await asyncio.sleep(TICK_EVERY.total_seconds())
            if self._clock.monotonic() - self._last_tick > SILENT_FOR.total_seconds():
                logger.critical("no tick for %s; the process ends for its supervisor to start it again", SILENT_FOR)
                self._exit_now(1)
                return

    async def _again_and_again(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Supervise: whatever ends is run again, after a pause that doubles while it keeps failing soon."""
        failures = 0
        while not self._stop.is_set():
            began = self._clock.monotonic()
            try:
                await run()
            except PaperroundError as error:
                logger.error("%s: %s", name, error)
            except Exception:
                logger.exception("%s failed", name)
            if self._stop.is_set():
                return
            failures = 0 if self._clock.monotonic() - began > SETTLED else failures + 1
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures, 16)) * random.uniform(0.5, 1.0)
            logger.warning("%s ended; it is started again in %.0f s", name, pause)
            await asyncio.sleep(pause)
