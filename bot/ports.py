"""What the bot asks of the outside world: Protocols that adapters and tests implement."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time; tests bring their own."""

    def now(self) -> datetime:
        """The present instant, UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back, from an arbitrary start."""
