"""What is said about replies that are shared."""

from bot.texts.commands import shortened
from bot.words import counted


def shared_by(name: str, count: int) -> str:
    """Over papers that somebody shares."""
    who = shortened(name, 60) if name else "Somebody here"
    return f"{who} shares {counted(count, 'paper')}"
