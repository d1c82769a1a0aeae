"""What is said about importing a library: what came of it, and why something did not."""

from collections.abc import Sequence

from bot.words import counted

REASONS_SHOWN = 3
GONE = "That file is no longer here: I keep files for a day, until you say what they are for. Please send it again."
EMPTY = "I found no references in it. I read BibTeX, RIS, CSL-JSON, and plain lists of ids and links."
ONE_UNDO = "What is imported weighs together at most like fifty likes, the newest first. One undo takes it all back."
USES = {"both": "Learn and save", "teach": "Learn only", "save": "Save only"}


def note(count: int, form: str) -> str:
    """How the act is called when it is undone."""
    return f"the import of {counted(count, 'paper')} ({form})"


def unknown(ids: Sequence[str]) -> str:
    """For ids of an import that nobody knows."""
    more = f" and {len(ids) - REASONS_SHOWN:,} more" if len(ids) > REASONS_SHOWN else ""
    return f"Of what you imported nobody knows {', '.join(ids[:REASONS_SHOWN])}{more}. Check the spelling."


def imported(total: int, used: int, without_abstract: int, waiting: int, skipped: Sequence[str]) -> str:
    """What came of a library, in one paragraph."""
    parts = [f"{counted(total, 'reference')}, {used:,} used"]
    if without_abstract:
        parts.append(f"{without_abstract:,} of them without an abstract (a title alone still helps)")
    if waiting:
        parts.append(f"{waiting:,} being looked up")
    if skipped:
        parts.append(f"{len(skipped):,} skipped")
    sentence = ", ".join(parts) + "."
    if skipped:
        more = f" and {len(skipped) - REASONS_SHOWN:,} more" if len(skipped) > REASONS_SHOWN else ""
        sentence += f" Skipped: {'; '.join(skipped[:REASONS_SHOWN])}{more}."
    return sentence


def what_for(interest: str) -> str:
    """Over the question."""
    return f"What is it for? It would go into “{interest}”."


def or_into(interest: str) -> str:
    """Another interest it could go into."""
    return f"… or into “{interest}”:"


def or_group(name: str, count: int) -> str:
    """A collection of the file, as an interest of its own."""
    return f"… or only “{name}” of it ({counted(count, 'reference')}), into an interest of that name:"


def holds(form: str, total: int, bare: int, wanted: int, problems: int) -> str:
    """What a file holds."""
    parts = [f"{counted(total, 'reference')} ({form})"]
    if bare:
        parts.append(f"{bare:,} without an abstract")
    if wanted:
        parts.append(f"{wanted:,} ids or links to be looked up")
    if problems:
        parts.append(f"{problems:,} that cannot be used")
    return ", ".join(parts) + "."


def into(interest: str, use: str) -> str:
    """After an import."""
    purpose = {"both": "I learn from them, and they are in your library", "teach": "I learn from them"}
    return f"Into “{interest}”: {purpose.get(use, 'they are in your library, and teach nothing')}."


def under_way(total: int) -> str:
    """While a large library is imported."""
    return f"{counted(total, 'reference')}: that takes a few minutes. I will write to you when they are in."
