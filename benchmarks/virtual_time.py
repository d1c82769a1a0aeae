"""Virtual time: an event loop that never waits, with the wall clock moved along, so that days pass in seconds.

For single-threaded async code only: work on another thread would take no virtual time.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import Any

import time_machine

START = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


class VirtualClock:
    """The clock of the virtual loop. `astray` seconds may be put on its wall time, as if somebody had set it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.travel = time_machine.travel(START, tick=False)
        self.machine: Any = None

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return self.seconds

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        self.machine.shift(seconds)

    def set_by(self, seconds: float) -> None:
        """Set the wall clock without time passing."""
        self.machine.shift(seconds)


class _Selector(selectors.SelectSelector):
    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout:
            self._clock.advance(timeout)
        return ready


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(_Selector(clock))
        self._virtual = clock

    def time(self) -> float:
        return self._virtual.seconds


def run_virtually(clock: VirtualClock, work: Coroutine[Any, Any, None]) -> None:
    """Run `work` to its end in virtual time."""
    clock.machine = clock.travel.start()
    loop = _Loop(clock)
    try:
        loop.run_until_complete(work)
    finally:
        loop.close()
        clock.travel.stop()
