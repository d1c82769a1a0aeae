"""What stands on a person's home page."""

from bot.words import counted

TODAY, INTERESTS, DIGEST, LIBRARY = "Today's best for you", "What I have learned", "Your digest", "Your library"
WHOLE_PROFILE, RESET, NEW_LIST = "Whole profile", "Start afresh", "Show five more"
CHANGE, PREVIEW, SET_UP, NEXT = "Change time", "Preview", "Set up a digest", "next"
ALL_SAVED, EXPORT, IMPORT = "All saved", "Export BibTeX", "Import papers"
NOTHING_NEW = "Nothing new for you at the moment."
NO_INTEREST = "Nothing yet: press 👍 on a paper, follow a topic, or import papers you have."
HELP = "Everything here can be typed as well: `help` lists the commands."


def interest(name: str, likes: int, follows: list[str]) -> str:
    """Over what an interest has learned."""
    line = f"{name}: {counted(likes, 'like')}"
    return f"{line}, follows {', '.join(follows)}" if follows else line
