"""What is said about importing a library: what came of it, and why something did not."""

from collections.abc import Sequence

from bot.words import counted

REASONS_SHOWN = 3


def note(count: int, form: str) -> str:
    """How the act is called when it is undone."""
    return f"the import of {counted(count, 'paper')} ({form})"


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
