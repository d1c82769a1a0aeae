"""The named jobs on the real APScheduler, in virtual time: every tick, through faults, hangs and set clocks."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import pairwise

import pytest

from benchmarks.schedule import ticks_in_virtual_time
from benchmarks.virtual_time import VirtualClock, run_virtually
from bot.schedule import Job, Scheduler

HALF_MINUTE = timedelta(seconds=30)


def run_jobs(
    seconds: float,
    *jobs: tuple[str, timedelta, Callable[[VirtualClock], Awaitable[None]]],
    sets: dict[float, float] | None = None,
) -> tuple[Scheduler, list[float]]:
    """Run jobs for so long; `sets` says when the wall clock is set by how much. Also returns when it was put right."""
    clock, right = VirtualClock(), list[float]()
    found: list[Scheduler] = []

    async def work() -> None:
        made = [Job(n, e, lambda body=body: body(clock), HALF_MINUTE * 2) for n, e, body in jobs]  # type: ignore[misc]
        scheduler = Scheduler(made, clock)
        found.append(scheduler)

        async def jumped() -> None:
            right.append(clock.monotonic())

        scheduler.start()
        guard = asyncio.create_task(scheduler.guard(jumped))
        passed = 0.0
        for moment, by in sorted((sets or {}).items()):
            await asyncio.sleep(moment - passed)
            passed = moment
            clock.set_by(by)
        await asyncio.sleep(seconds - passed)
        guard.cancel()
        await scheduler.stop(1)

    run_virtually(clock, work())
    return found[0], right


def counting(into: list[float]) -> Callable[[VirtualClock], Awaitable[None]]:
    async def body(clock: VirtualClock) -> None:
        into.append(clock.monotonic())

    return body


def test_three_days_have_every_tick_in_its_place() -> None:
    ticks = ticks_in_virtual_time(3)
    assert len(ticks) == 3 * 2880
    assert max(abs(b - a - 30) for a, b in pairwise(ticks)) < 0.01


@pytest.mark.prove
def test_thirty_days_have_every_tick_in_its_place() -> None:
    ticks = ticks_in_virtual_time(30)
    assert len(ticks) == 30 * 2880
    assert max(abs(b - a - 30) for a, b in pairwise(ticks)) < 0.01


def test_a_job_that_fails_is_counted_and_runs_again(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: VirtualClock) -> None:
        raise RuntimeError("boom")

    scheduler, _ = run_jobs(95, ("tick", HALF_MINUTE, fail))
    assert scheduler.problems == {"tick failed": 4}
    assert "boom" in caplog.text


def test_a_job_that_hangs_is_cut_and_others_go_on() -> None:
    ticks: list[float] = []

    async def hang(_: VirtualClock) -> None:
        await asyncio.Event().wait()

    scheduler, _ = run_jobs(299, ("ingest", HALF_MINUTE, hang), ("tick", HALF_MINUTE, counting(ticks)))
    assert len(ticks) == 10
    assert scheduler.problems["ingest failed"] >= 2
    assert scheduler.problems["ingest still running"] >= 2


def test_a_loop_that_was_held_loses_no_tick() -> None:
    ticks: list[float] = []

    async def hold(clock: VirtualClock) -> None:
        if len(ticks) == 2:
            clock.advance(95)

    scheduler, _ = run_jobs(299, ("tick", HALF_MINUTE, counting(ticks)), ("hold", HALF_MINUTE, hold))
    assert scheduler.problems == {}
    assert max(b - a for a, b in pairwise([*ticks, 299.0])) <= 125


@pytest.mark.parametrize("by", [-7200.0, 7200.0])
def test_a_clock_that_is_set_holds_no_tick_up_for_long(by: float) -> None:
    ticks: list[float] = []
    scheduler, right = run_jobs(1800, ("tick", HALF_MINUTE, counting(ticks)), sets={100.0: by})
    assert max(b - a for a, b in pairwise([*ticks, 1800.0])) <= 60
    assert scheduler.problems["clock set"] == 1
    assert len(right) == 1
    assert right[0] <= 111


def test_a_job_with_a_first_time_waits_for_it() -> None:
    ticks: list[float] = []
    clock = VirtualClock()

    async def work() -> None:
        body = counting(ticks)
        first = clock.now() + timedelta(hours=5)
        scheduler = Scheduler([Job("backup", timedelta(days=1), lambda: body(clock), HALF_MINUTE, first)], clock)
        scheduler.start()
        await asyncio.sleep(3 * 86400)
        await scheduler.stop(1)

    run_virtually(clock, work())
    assert [round(tick / 3600) for tick in ticks] == [5, 29, 53]


async def test_stopping_lets_a_running_job_finish() -> None:
    done = []

    async def slow() -> None:
        await asyncio.sleep(0.1)
        done.append(True)

    scheduler = Scheduler([Job("refit", timedelta(days=1), slow, HALF_MINUTE)], VirtualClockOfTheMachine())
    scheduler.start()
    await asyncio.sleep(0.05)
    await scheduler.stop(5)
    assert done == [True]


async def test_stopping_cuts_a_job_that_takes_too_long() -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    scheduler = Scheduler([Job("refit", timedelta(days=1), hang, timedelta(hours=1))], VirtualClockOfTheMachine())
    scheduler.start()
    await asyncio.sleep(0.05)
    async with asyncio.timeout(2):
        await scheduler.stop(0.1)


class VirtualClockOfTheMachine(VirtualClock):
    """The machine's own clock, where a test needs no virtual time."""

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()
