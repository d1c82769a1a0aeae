"""The flood limit: a token bucket a person and kind of command, in memory. Answers to cards are the freest."""

from collections.abc import Callable, Hashable

from bot.command import Flood

RATES = {Flood.ANSWER: (60, 30), Flood.COSTLY: (10, 5), Flood.PLAIN: (30, 15)}
"""Commands a minute, and how many may come at once."""

MAX_PEOPLE = 10_000


class FloodGate:
    """Counts what each person does. Holds at most MAX_PEOPLE buckets; the oldest are forgotten first."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._buckets: dict[tuple[Hashable, Flood], tuple[float, float]] = {}

    def wait(self, person: Hashable, flood: Flood) -> float:
        """Seconds until the person may do this again; 0 when it may be done now (and then it is counted)."""
        per_minute, burst = RATES[flood]
        now = self._monotonic()
        left, last = self._buckets.pop((person, flood), (float(burst), now))
        left = min(float(burst), left + (now - last) * per_minute / 60)
        allowed = left >= 1
        self._buckets[(person, flood)] = (left - 1 if allowed else left, now)
        while len(self._buckets) > MAX_PEOPLE:
            self._buckets.pop(next(iter(self._buckets)))
        return 0.0 if allowed else (1 - left) * 60 / per_minute
