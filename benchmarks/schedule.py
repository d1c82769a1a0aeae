"""What the scheduler's promises cost and hold, measured: `make bench-schedule`, or `python -m benchmarks.schedule`.

Every IANA zone x 12 times of day over both clock changes of a year and Samoa's missing day, with outages and clock
steps, against an oracle that shares no code with the slot rule; 10,000 digests due in one minute; real APScheduler in
virtual time for 30 days.
"""

import asyncio
import itertools
import random
import sys
import tempfile
import time as stopwatch
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot import planner
from bot.core import Core
from bot.schedule import Job, Scheduler
from bot.zones import zones
from db.digests import SlotState, Subscription
from db.models import ProfileKind, Tenant
from db.store import Store, open_store

TIMES = tuple(time(h, m) for h, m in ((0, 0), (0, 30), (1, 30), (2, 0), (2, 30), (3, 0), (7, 30), (9, 0), (12, 0)))
TIMES = (*TIMES, time(18, 45), time(23, 30), time(23, 59))
MINUTE = timedelta(minutes=1)
TENANT = Tenant("fake", "T1")


@dataclass
class Report:
    """What a simulation found; all but `slots`, `skipped` and `seconds` must be 0."""

    slots: int = 0
    skipped: int = 0
    missed: int = 0
    twice: int = 0
    early: int = 0
    late: int = 0
    unasked: int = 0
    seconds: float = 0.0

    @property
    def faults(self) -> int:
        return self.missed + self.twice + self.early + self.late + self.unasked


@dataclass(frozen=True)
class Weather:
    """What goes wrong: when the process is down, and when the wall clock is an hour behind."""

    outages: tuple[tuple[datetime, datetime], ...] = ()
    behind: tuple[tuple[datetime, datetime], ...] = ()

    def down(self, moment: datetime) -> bool:
        return any(start <= moment < end for start, end in self.outages)

    def clock(self, moment: datetime) -> datetime:
        return moment - timedelta(hours=any(start <= moment < end for start, end in self.behind))


def weather(seed: int, start: datetime, days: int, *, outages: int = 20, steps: int = 0) -> Weather:
    """Random outages of 30 seconds to 40 hours, and hours during which the clock is behind."""
    chance = random.Random(seed)
    spans = []
    for count, longest in ((outages, 40 * 3600), (steps, 6 * 3600)):
        found = []
        for _ in range(count):
            begin = start + timedelta(seconds=chance.uniform(0, days * 86400))
            found.append((begin, begin + timedelta(seconds=30 * (longest / 30) ** chance.random())))
        spans.append(tuple(found))
    return Weather(*spans)


def subscribe(
    store: Store, now: datetime, wishes: Sequence[tuple[str, time]], *, days: tuple[int, ...] = tuple(range(7))
) -> None:
    """A subscription for each zone and time, all of one profile."""
    with store.transaction():
        profile = store.people.meet(TENANT, ProfileKind.PERSON, "U1", now)
        for number, (zone, at) in enumerate(wishes, start=1):
            made = store.subscriptions.add(
                TENANT,
                Subscription(
                    key=0,
                    tenant=TENANT,
                    profile=profile.key,
                    number=number,
                    target=f"U{number}",
                    direct=True,
                    owner=f"U{number}",
                    at=at,
                    days=days,
                    zone=zone,
                    size=5,
                    interests=(),
                    created=now,
                ),
            )
            store.subscriptions.reschedule([planner.schedule(made, now, None)])


def oracle(day: date, at: time, zone: ZoneInfo) -> datetime:
    """When a wall time is due, from the zone's offsets around it alone: the first of two, or shifted by the gap."""
    wall = datetime.combine(day, at)
    offsets = [(wall.replace(tzinfo=UTC) + timedelta(hours=h)).astimezone(zone).utcoffset() for h in (-36, 36)]
    both = [(wall - (offset or timedelta())).replace(tzinfo=UTC) for offset in offsets]
    real = [moment for moment in both if moment.astimezone(zone).replace(tzinfo=None) == wall]
    return min(real) if real else both[0]


def _has(zone: ZoneInfo, day: date) -> bool:
    """Whether any hour of the zone falls on this date."""
    midnight = datetime.combine(day, time(), tzinfo=UTC)
    return any((midnight + timedelta(hours=h)).astimezone(zone).date() == day for h in range(-16, 40))


def simulate(folder: Path, start: datetime, days: int, wishes: Sequence[tuple[str, time]], sky: Weather) -> Report:
    """Tick every minute through the days and compare every slot with the oracle."""
    began = stopwatch.perf_counter()
    store = open_store(folder)
    store.db.conn.execute("PRAGMA synchronous = OFF")
    subscribe(store, start, wishes)
    report, came = Report(), dict[tuple[int, str], datetime]()
    moment, end = start, start + timedelta(days=days)
    while moment < end:
        moment += MINUTE
        if sky.down(moment):
            continue
        planner.tick(store, sky.clock(moment))
        planned = store.db.execute("SELECT id, subscription, local_date FROM slots WHERE state = 'planned'").fetchall()
        for _, subscription, day in planned:
            report.twice += (subscription, day) in came
            came[(subscription, day)] = moment
        if planned:
            with store.transaction():
                store.db.execute("UPDATE slots SET state = 'composed' WHERE state = 'planned'")
    _judge(store, report, came, wishes, start, end, sky)
    store.close()
    report.seconds = stopwatch.perf_counter() - began
    return report


def _judge(
    store: Store,
    report: Report,
    came: dict[tuple[int, str], datetime],
    wishes: Sequence[tuple[str, time]],
    start: datetime,
    end: datetime,
    sky: Weather,
) -> None:
    rows = store.db.execute("SELECT s.number, t.subscription, t.local_date, t.state FROM slots t JOIN subscriptions s "
                            "ON s.id = t.subscription").fetchall()  # fmt: skip
    found = {(number, day): (key, state) for number, key, day, state in rows}
    last_seen = max((m for m in _minutes_up(end, sky)), default=start)
    for number, (zone_name, at) in enumerate(wishes, start=1):
        zone = ZoneInfo(zone_name)
        day = start.date() - timedelta(days=2)
        while day <= end.date() + timedelta(days=1):
            due = oracle(day, at, zone)
            name = (number, day.isoformat())
            asked = start < due <= last_seen and _has(zone, day)
            if name not in found:
                report.missed += asked
            else:
                report.unasked += not asked
                key, state = found.pop(name)
                report.slots += 1
                report.skipped += state == SlotState.SKIPPED
                _timing(report, came.get((key, day.isoformat())), due, sky)
            day += timedelta(days=1)
    report.unasked += len(found)


def _timing(report: Report, moment: datetime | None, due: datetime, sky: Weather) -> None:
    if moment is None:
        return
    report.early += moment < due
    disturbed = any(a - MINUTE <= due <= b + MINUTE for a, b in sky.outages) or any(
        a - timedelta(hours=1) <= due <= b + timedelta(hours=1) for a, b in sky.behind
    )
    report.late += moment - due > MINUTE and not disturbed


def _minutes_up(end: datetime, sky: Weather) -> list[datetime]:
    """Ticks of the last days that saw a clock at its latest; the end of what must have been planned."""
    minutes = [end - MINUTE * n for n in range(3 * 24 * 60)]
    return [sky.clock(m) for m in minutes if not sky.down(m)]


SEASONS = (
    ("spring 2026", datetime(2026, 3, 1, tzinfo=UTC), 45),
    ("autumn 2026", datetime(2026, 9, 25, tzinfo=UTC), 50),
    ("Samoa's missing day", datetime(2011, 12, 20, tzinfo=UTC), 20),
)


def all_wishes() -> list[tuple[str, time]]:
    """Every zone at every time."""
    return [(zone, at) for zone in zones() for at in TIMES]


async def burst(folder: Path, count: int) -> tuple[float, float, float]:
    """Seconds to plan `count` digests due in one minute, the longest the loop was held meanwhile, and when idle."""
    core = Core()
    await core.open(folder)
    now = datetime(2026, 11, 30, 7, tzinfo=UTC)
    await core(lambda store: subscribe(store, now, [("Europe/Berlin", time(9))] * count))
    stalls = [0.0]

    async def beat() -> None:
        while True:
            before = stopwatch.perf_counter()
            await asyncio.sleep(0.001)
            stalls.append(stopwatch.perf_counter() - before - 0.001)

    beating = asyncio.create_task(beat())
    await asyncio.sleep(1)
    idle = max(stalls)
    stalls.clear()
    began = stopwatch.perf_counter()
    done = await core(lambda store: planner.tick(store, now + timedelta(hours=2)))
    seconds = stopwatch.perf_counter() - began
    beating.cancel()
    await core.close()
    assert done.planned == count, done
    return seconds, max(stalls), idle


def ticks_in_virtual_time(days: int) -> list[float]:
    """When (seconds from the start) APScheduler itself ran a job of every 30 seconds, over days of virtual time."""
    from benchmarks.virtual_time import VirtualClock, run_virtually

    clock, ticks = VirtualClock(), []

    async def work() -> None:
        async def tick() -> None:
            ticks.append(clock.monotonic())

        scheduler = Scheduler([Job("tick", timedelta(seconds=30), tick, timedelta(seconds=20))], clock)
        scheduler.start()
        await asyncio.sleep(days * 86400 - 1)
        await scheduler.stop(1)

    run_virtually(clock, work())
    return ticks


def main() -> int:
    """Run all of it and print one line each; exit code 1 when a promise is broken."""
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for index, (name, start, days) in enumerate(SEASONS):
            for steps in (0, 12):
                sky = weather(index, start, days, steps=steps)
                report = simulate(Path(folder) / f"{index}-{steps}", start, days, all_wishes(), sky)
                faults += report.faults
                print(f"{name}, {len(sky.outages)} outages, {steps} clock steps: {report}")
        began = stopwatch.perf_counter()
        ticks = ticks_in_virtual_time(30)
        odd = sum(abs(b - a - 30) > 0.01 for a, b in itertools.pairwise(ticks))
        faults += odd + (len(ticks) != 30 * 2880)
        seconds = stopwatch.perf_counter() - began
        print(f"APScheduler, 30 virtual days: {len(ticks):,} ticks, {odd} odd gaps, {seconds:.1f} s")
        for count in (10_000, 100_000):
            seconds, stall, idle = asyncio.run(burst(Path(folder) / str(count), count))
            print(
                f"{count:,} digests due in one minute: planned in {seconds:.2f} s, "
                f"loop held {stall * 1000:.0f} ms (idle, on the same machine: {idle * 1000:.0f} ms)"
            )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
