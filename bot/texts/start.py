"""What is said at the first steps."""

from collections.abc import Sequence

from bot.words import counted, listed

ASK_PHRASES = "Name two things you work on, parted by a semicolon: `start phrases protein folding; diffusion models`."
PASTED = "your list"
ASK_PAPERS = (
    "Paste ids, links, BibTeX or RIS after `start papers`, or send me the file. "
    "Ten papers you like are a good start; a whole library is fine."
)
ASK_NAME = "Please write your name as it stands on your papers: `start name Ann B. Li`."
NOTHING_YET = "No papers have come in yet, so there is nothing to pick from. I follow your phrases from now on."
PICK_FIRST = "Press 👍 on a few papers first, or `start phrases` with what you work on."
DONE = "That is all I have for now. `digest set` brings you the best each morning."
MORE_LIKE = "More like these?"
MORE = "More like these"
DIGEST = "Enough: set up my digest"
HOW_TO_PICK = "Press 👍 on the three that fit best (or type `like 1`), then go on."
THANKS = "Thank you."


def pick(phrases: Sequence[str]) -> str:
    """Over the papers that the phrases found."""
    return f"I follow {listed([f'“{phrase}”' for phrase in phrases])}. Which of these fit?"


def following(phrases: Sequence[str]) -> str:
    """What undo takes back."""
    return f"following {listed([f'“{phrase}”' for phrase in phrases])}"


def own_note(count: int) -> str:
    """What undo takes back."""
    return f"learning from {counted(count, 'paper')} of your own"


def named(name: str, count: int) -> str:
    """After an author's name was given."""
    if not count:
        return f"I will not recommend papers by {name} to you. None of them is here yet."
    return f"I found {counted(count, 'paper')} by {name}: they teach me what you work on, and won't be recommended."
