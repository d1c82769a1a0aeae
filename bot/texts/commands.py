"""What is said when a command cannot be understood or done."""

from collections.abc import Sequence

OLD_BUTTON = "This button is from an older version and no longer does anything. Type `help` to see what I can do."
PAPER_GONE = "I no longer have that paper."
NO_LIST = "A number means a card of your last list, and you have had no list yet. Try `today` or `search` first."
INTERNAL = "Something went wrong on my side. The admin finds the details in the log under {number}."


def unknown_command(word: str, root: str, nearest: str) -> str:
    """For a word that is no command."""
    hint = f" Did you mean `{nearest}`?" if nearest else ""
    return f"I know no command “{shortened(word)}”.{hint} `{root} help` lists them all."


def unknown_subcommand(word: str, usages: Sequence[str]) -> str:
    """For a group's name followed by something else."""
    return f"“{shortened(word)}” needs one of: " + ", ".join(f"`{usage}`" for usage in usages)


def too_many_words(words: Sequence[str], usage: str) -> str:
    """For words that no parameter takes."""
    return f"I don't know what to do with “{shortened(' '.join(words))}”. Usage: `{usage}`"


def missing_argument(name: str, meaning: str, usage: str) -> str:
    """For a required argument that is not there."""
    return f"Please name the {name} ({meaning}). Usage: `{usage}`"


def not_a_number(given: str, name: str, usage: str) -> str:
    """For text where a whole number belongs."""
    return f"“{shortened(given)}” is no whole number from 1, which {name} needs. Usage: `{usage}`"


def not_a_choice(given: str, choices: Sequence[str], usage: str) -> str:
    """For a word outside the choices."""
    return f"“{shortened(given)}” is none of {', '.join(choices)}. Usage: `{usage}`"


def empty_subject(name: str) -> str:
    """For `author:` with nothing after it."""
    return f"Please put the {name} right after `{name}:`."


def no_such_interest(given: str, names: Sequence[str]) -> str:
    """For an interest's name that is not there."""
    return f"You have no interest called “{shortened(given)}”. Yours: {', '.join(names)}."


def paper_not_here(name: str) -> str:
    """For a well-spelt id of a paper that we do not hold."""
    return f"I don't have {shortened(name)}. Only papers that came in through a source can be named; try `search`."


def no_such_title(given: str) -> str:
    """For words that no title holds."""
    return f"No paper's title has the words “{shortened(given)}”. An id, a link or a card's number works too."


def one_at_a_time(given: str) -> str:
    """For several cards' numbers where one is wanted."""
    return f"“{shortened(given)}” are several papers: name one at a time."


def several_papers(given: str, count: int, shown: int) -> str:
    """For words that several titles hold."""
    many = f"More than {shown}" if count > shown else str(count)
    return f"{many} papers fit “{shortened(given)}”. Which one?"


def not_on_list(number: int, length: int) -> str:
    """For a card's number beyond the list."""
    return f"Your last list has {length} {'paper' if length == 1 else 'papers'}; there is no number {number}."


def too_fast(seconds: int) -> str:
    """For the flood limit."""
    return f"That was a lot at once. Please try again in {seconds} s."


ADMINS_ONLY = "Only admins of this workspace may do that."


def shortened(value: str, length: int = 80) -> str:
    """Words from outside, short enough to be said in a sentence; cut between words where there is a gap."""
    value = " ".join(value.split())
    if len(value) <= length:
        return value
    kept = value[:length].rpartition(" ")[0] or value[: length - 1]
    return kept.rstrip(" ,;:-–—") + "…"
