"""The named jobs on APScheduler 3, which appears here alone: in memory, in UTC, late rather than never, one at a time.

What a job does is passed in; the truth about digests lives in the store, so a job that runs twice or late does no harm.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_MAX_INSTANCES, EVENT_JOB_MISSED, JobEvent
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from bot.ports import Clock

logger = logging.getLogger(__name__)

GUARD_EVERY = timedelta(seconds=10)
JUMP = timedelta(seconds=30)
"""A clock that goes astray by more than this between two looks was set."""
EVENTS = {EVENT_JOB_ERROR: "failed", EVENT_JOB_MISSED: "missed", EVENT_JOB_MAX_INSTANCES: "still running"}


@dataclass(frozen=True, slots=True)
class Job:
    """A named job: `body` is awaited every so often, and cut after `timeout`. It runs at `first`, else at once."""

    name: str
    every: timedelta
    body: Callable[[], Awaitable[None]]
    timeout: timedelta
    first: datetime | None = None


class Scheduler:
    """Runs the jobs. `problems` counts what went wrong, by `name event`."""

    def __init__(self, jobs: Sequence[Job], clock: Clock) -> None:
        self.problems: Counter[str] = Counter()
        self._jobs = {job.name: job for job in jobs}
        self._clock = clock
        self._running: set[asyncio.Task[None]] = set()
        self._scheduler = AsyncIOScheduler(
            jobstores={"default": MemoryJobStore()},
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
            timezone=UTC,
        )
        self._scheduler.add_listener(self._heard, EVENT_JOB_ERROR | EVENT_JOB_MISSED | EVENT_JOB_MAX_INSTANCES)

    def start(self) -> None:
        """Register all jobs and begin; inside a running loop."""
        for job in self._jobs.values():
            self._scheduler.add_job(
                self._run,
                IntervalTrigger(seconds=job.every.total_seconds(), timezone=UTC),
                args=[job],
                id=job.name,
                name=job.name,
                next_run_time=max(job.first or self._clock.now(), self._clock.now()),
            )
        self._scheduler.start()

    async def stop(self, seconds: float) -> None:
        """Start no job any more, wait for those that run, then end: the library alone would cut them at once."""
        self._scheduler.pause()
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._scheduler.shutdown(wait=False)

    async def guard(self, jumped: Callable[[], Awaitable[None]]) -> None:
        """Watch the wall clock against the monotonic one; when it was set, put the jobs right and await `jumped`.

        Without this a clock that was set back silences every job for as long.
        """
        lead = self._lead()
        while True:
            await asyncio.sleep(GUARD_EVERY.total_seconds())
            gone = self._lead() - lead
            if abs(gone) > JUMP:
                logger.warning("the clock was set by %s; the jobs are put right", gone)
                self.problems["clock set"] += 1
                lead = self._lead()
                self._realign()
                await jumped()

    def _lead(self) -> timedelta:
        """How far the wall clock is ahead of the monotonic one."""
        return self._clock.now() - datetime.fromtimestamp(self._clock.monotonic(), UTC)

    def _realign(self) -> None:
        now = self._clock.now()
        for scheduled in self._scheduler.get_jobs():
            latest = now + self._jobs[scheduled.id].every
            if scheduled.next_run_time is not None and scheduled.next_run_time > latest:
                scheduled.modify(next_run_time=latest)

    async def _run(self, job: Job) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            async with asyncio.timeout(job.timeout.total_seconds()):
                await job.body()
        finally:
            self._running.discard(task)

    def _heard(self, event: JobEvent) -> None:
        what = EVENTS[event.code]
        self.problems[f"{event.job_id} {what}"] += 1
        fault = getattr(event, "exception", None)
        level = logging.ERROR if event.code == EVENT_JOB_ERROR else logging.WARNING
        logger.log(level, "job %s: %s", event.job_id, what, exc_info=fault)
