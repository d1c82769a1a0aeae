"""What is said about forgetting and splitting."""

from bot.texts.commands import shortened
from bot.words import counted, listed

NOTHING_TAKEN = "Nothing was unticked for removal, so nothing changed."
CONFIRM = "Forget these"
WHICH = "These carry it. Untick what should keep counting:"


def answered(title: str) -> str:
    """An answer that carries the subject."""
    return f"your answer on “{shortened(title)}”"


def followed(value: str) -> str:
    """A follow that carries it."""
    return f"your follow of “{shortened(value)}”"


def note(subject: str, papers: int, rules: int) -> str:
    """What undo says it takes back."""
    return f"forgetting “{shortened(subject)}” ({counts(papers, rules)})"


def counts(papers: int, rules: int) -> str:
    """How much was taken back."""
    parts = [counted(papers, "answer")] if papers else []
    parts += [counted(rules, "follow")] if rules else []
    return listed(parts) or "nothing"


def carried_by_nothing(subject: str) -> str:
    """When no answer carries the subject."""
    short = shortened(subject, 40)
    return f"None of your answers carries “{short}”. `mute {short}` would hide it from now on."


def forgotten(subject: str, papers: int, rules: int) -> str:
    """After forgetting."""
    verb = "counts" if papers + rules == 1 else "count"
    return f"Forgotten: {counts(papers, rules)} about “{shortened(subject)}” no longer {verb}. The rest is as it was."


def too_long(most: int) -> str:
    """For a subject that no button can carry."""
    return f"Please name the subject in at most {most} characters."


def two_interests(first: str, second: str) -> str:
    """A suggestion to split."""
    return f"These look like two interests: {first}; and {second}."


def split_done(name: str, count: int) -> str:
    """After a split."""
    return f"“{name}” is an interest of its own now, with {counted(count, 'of these answers', 'of these answers')}."


SPLIT_BUTTON = "Make them two"
NOTHING_TO_SPLIT = "The answers of this interest do not fall into two clear groups."


def split_note(name: str) -> str:
    """What undo says it takes back."""
    return f"making “{name}” an interest of its own"
