"""The demo's script: a reader follows two topics and likes three papers; the digest before and after."""

from collections.abc import Callable

from rich.console import Console

from adapters.terminal.chat import PROMPT
from adapters.terminal.render import show
from bot.message import Message

TOPICS = ("diffusion models", "sparse autoencoders")
LIKES = 3
SHOWN = 5


def play(console: Console, answer: Callable[[str], Message], papers: int) -> None:
    """Type the reader's commands and show what comes back; `papers` is how many came in."""

    def say(line: str) -> None:
        console.print(f"{PROMPT}{line}", style="bold cyan")
        show(console, answer(line))

    rule(console, f"{papers} papers came in from the seeds")
    for topic in TOPICS:
        say(f"follow {topic}")
    rule(console, "The digest before")
    show(console, answer(f"today {SHOWN}"))
    for number in range(1, LIKES + 1):
        say(f"like {number}")
    rule(console, "The digest after: it has learned")
    show(console, answer(f"today {SHOWN}"))


def rule(console: Console, title: str) -> None:
    """A line across the page with a title in it."""
    console.rule(title, style="dim", characters="─", align="left")
    console.print()
