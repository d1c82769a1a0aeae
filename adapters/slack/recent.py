"""Requests taken up in the last minutes, in memory: the same signed request sent again is not done again."""

import time
from collections.abc import Callable

KEPT_SECONDS = 600.0
"""Longer than a signature is valid."""
MOST = 50_000


class Recent:
    """Remembers fingerprints for KEPT_SECONDS."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._seen: dict[str, float] = {}

    def again(self, fingerprint: str) -> bool:
        """Whether it was here before; from now on it was."""
        now = self._monotonic()
        while self._seen:
            oldest = next(iter(self._seen))
            if len(self._seen) < MOST and self._seen[oldest] > now - KEPT_SECONDS:
                break
            del self._seen[oldest]
        if fingerprint in self._seen:
            return True
        self._seen[fingerprint] = now
        return False
