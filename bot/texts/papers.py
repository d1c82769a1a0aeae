"""What is said about papers, answers, wishes, interests and profiles."""

from collections.abc import Sequence

from bot.texts.commands import shortened
from bot.words import counted, listed

EMPTY_LIBRARY = "You have saved nothing yet. Press 🔖 on a card, or type `save 1` after a list."
NOTHING_TO_UNDO = "There is nothing to undo."
NO_PAPERS = "No papers have come in yet. An admin adds a source with `paperround sources add`, or fetches the seeds."
NOTHING_SEARCHED = "Please name at least one word or field to search for, like `search diffusion author:Li`."
COLD = (
    "I know nothing of your interests yet, so this is a varied selection of what is recent. "
    "Press 👍 on what you like, or type `follow` and a topic."
)
HELP_LINE = "not for me = this paper; mute = hide from now on; forget = undo what you learned"
RESET_DONE = "Everything you taught me no longer counts: your answers, follows and mutes. `undo` brings it all back."
INTERESTS_HINT = "`interests add`, `rename`, `remove` and `use` change them; → is where new answers go by default."
WHY_RECENT = "recent, and unlike the others here"
WHY_NEAR = "near to your interests"
WHY_LIKE = "like "
DIFFERENT = "something different"
NOTHING_KNOWN = "I know nothing of your interests yet, so nothing speaks for or against it."
BY_TERMS = "by its words"
BY_PAPERS = "by your papers"
WITHDRAWN = "It is hidden: its authors have withdrawn it."
YOURS = "It is hidden: it is your own."
NO_ABSTRACT = "The source gave no abstract."
NOTHING_TO_MUTE = "Please name a word, author:…, category:… or a paper to mute."
THAT_WAS_WRONG = "That was wrong"
NOTHING_LEARNED = "I have learned nothing about you yet. Press 👍 on a card, or type `follow` and a topic."
NOTHING_TO_RESET = "There is nothing to reset: you have taught me nothing."
PROFILE_FOOTER = (
    "Each line can be taken back with `remove`, a whole subject with `forget`, everything with `profile reset`."
)
MAP = "A map of the papers you like: those near each other share words."
NO_PICTURES = "The map of your papers needs the extra `paperround[pictures]` on the machine."
FIRST_ANSWER = "From answers like this I learn what to bring you, and from nothing else; `undo` takes any back."
FIRST_VOTE = (
    "This teaches your own profile and, once you have been known here for a week, this channel's; "
    "nobody sees who voted. `undo` takes it back."
)
NO_MUTES = "Your mutes hide nothing."
LAST_INTEREST = "This is your only interest; rename it, or add another one first."


def today_heading(shown: int, looked_at: int) -> str:
    """Over a list of recommendations."""
    return f"{counted(shown, 'paper')} for you, of {counted(looked_at, 'new one', 'new ones')}"


def nothing_left(looked_at: int) -> str:
    """When all candidates are answered or filtered."""
    if not looked_at:
        return "Nothing new: you have answered all the papers there are. `search` still finds them."
    return f"Nothing to recommend among {counted(looked_at, 'paper')}: all are answered or muted."


def hidden_by_mutes(count: int) -> str:
    """How many papers the mutes hid."""
    return f"{counted(count, 'paper')} hidden by your mutes; `muted` lists them."


def found(count: int, words: str) -> str:
    """Over a search's results."""
    return f"{counted(count, 'paper')} for “{shortened(words)}”"


def nothing_found(words: str) -> str:
    """For a search without results."""
    return f"No paper has “{shortened(words)}”. Fewer or other words may; fields are author: category: source: after:."


def liked(title: str, interest: str, count: int) -> str:
    """After a like."""
    return f"👍 More like “{shortened(title)}”. “{interest}” now learns from {counted(count, 'like')}."


def disliked(title: str) -> str:
    """After a dislike."""
    return f"👎 “{shortened(title)}” and its like will stay away."


def saved(title: str, count: int) -> str:
    """After a save."""
    return f"🔖 “{shortened(title)}” is saved; your library has {counted(count, 'paper')}."


def known(title: str) -> str:
    """After `known`."""
    return f"“{shortened(title)}” won't come again. That you know it is not held against papers like it."


def already(title: str, answer: str) -> str:
    """When the same answer stands already."""
    return f"You had already answered “{answer}” to “{shortened(title)}”; nothing changed."


def undone(note: str) -> str:
    """After an undo."""
    return f"Taken back: {note}."


def following(value: str, interest: str) -> str:
    """After a follow."""
    return f"Following {value} in “{interest}”."


def already_following(value: str) -> str:
    """For a follow that stands already."""
    return f"You already follow {value}."


def muted(value: str, hidden: int, until: str) -> str:
    """After a mute."""
    how_long = f" until {until}" if until else ""
    return f"Muted {value}{how_long}: it hides {counted(hidden, 'paper')} of those there are. `muted` lists them."


def already_muted(value: str) -> str:
    """For a mute that stands already."""
    return f"{value} is muted already."


def removed(things: Sequence[str]) -> str:
    """After a remove."""
    return f"Removed: {'; '.join(things)}."


def nothing_to_remove(given: str) -> str:
    """For a remove that fits nothing."""
    return (
        f"You neither follow, mute, like nor save “{shortened(given)}”. "
        "`profile` shows what there is, with a way to remove each."
    )


def interest_added(name: str) -> str:
    """After `interests add`."""
    return f"“{name}” is a new interest. `interests use {name}` sends your next answers to it."


def interest_exists(name: str) -> str:
    """For a name that is taken."""
    return f"You already have an interest called “{name}”."


def interest_renamed(old: str, new: str) -> str:
    """After `interests rename`."""
    return f"“{old}” is now called “{new}”."


def interest_removed(name: str, default: str) -> str:
    """After `interests remove`."""
    return f"“{name}” is removed and no longer counts. New answers go to “{default}”."


def interest_used(name: str) -> str:
    """After `interests use`."""
    return f"Your answers now go to “{name}” where a paper fits no other interest better."


def too_many_interests(most: int) -> str:
    """At the limit of interests."""
    return f"You have {most} interests, which is the most I can keep apart. Remove one first."


def too_many_follows(most: int) -> str:
    """At the limit of follows."""
    return f"You follow {most} things, which is the most I can weigh. Remove one first (`profile` lists them)."


def more_of(title: str) -> str:
    """After `more`."""
    return f"A little more like “{shortened(title)}”."


def less_of(title: str) -> str:
    """After `less`."""
    return f"A little less like “{shortened(title)}”."


def bad_interest_name(most: int) -> str:
    """For an empty or an over-long name."""
    return f"An interest's name has 1 to {most} characters."


def why_authors(names: Sequence[str]) -> str:
    """For papers of followed authors."""
    return f"by {listed(names)}, whom you follow"


def why_earlier(names: Sequence[str]) -> str:
    """For papers of authors whose earlier work is near what was liked."""
    return f"{listed(names)} worked on this before"


def earlier_of(name: str) -> str:
    """A bar's label."""
    return f"earlier work of {name}"


def why_interest(name: str) -> str:
    """Which of several interests it serves."""
    return f"for “{name}”"


def stands(place: int, of: int) -> str:
    """Where a paper stands among the others."""
    return f"It stands at {place:,} of {of:,} open papers for you."


def nothing_similar(title: str) -> str:
    """When nothing shares a word with a paper."""
    return f"Nothing here is like “{shortened(title)}” yet."


def similar_to(title: str) -> str:
    """Over a list of similar papers."""
    return f"Like “{shortened(title)}”"


def account(score: float, interest: str, followed: float) -> str:
    """The first line of a full account. 0 is what an average paper gets."""
    follows = f", of which {followed:+.2f} from what you follow" if abs(followed) >= 0.005 else ""
    return f"Its score for “{interest}” is {score:+.2f} (an average paper has 0){follows}."


def answered(answer: str) -> str:
    """A filter: the person has answered."""
    return f"It is not shown again: you answered “{answer}”."


def hidden_by_rule(value: str) -> str:
    """A filter: a mute."""
    return f"It is hidden: you muted {value}."


def by_mute(value: str) -> str:
    """Beside a hidden paper."""
    return f"muted by {value}"


def hidden_now(count: int) -> str:
    """Over the list of hidden papers."""
    return f"{counted(count, 'paper')} hidden by your mutes"


def and_more(count: int) -> str:
    """Under a list that is cut."""
    return f"and {count:,} more"


def shown_again(title: str) -> str:
    """After a mute was called wrong on a paper."""
    return f"“{shortened(title)}” may be shown again, though a mute fits it."


def library_heading(count: int, of: int) -> str:
    """Over the library."""
    return f"{counted(count, 'saved paper')}" if count == of else f"{count} of your {counted(of, 'saved paper')}"


def exported(count: int, name: str) -> str:
    """With an export."""
    return f"{counted(count, 'paper')} as {name}."


def profile_interest(name: str, likes: int) -> str:
    """Over what one interest has learned."""
    return f"{name}: {counted(likes, 'like')}"
