"""What is said about searches."""

from bot.texts.commands import shortened


def not_a_day(given: str) -> str:
    """For an `after:` that is no date."""
    return f"“{shortened(given)}” is no day; write after:2026-11-30."
