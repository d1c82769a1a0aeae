"""What is said about what is kept."""

from bot.words import counted

EVERYTHING = "Everything kept about you."
LIBRARY = "Your library."
SURE = (
    "This deletes your answers, follows, mutes, library, votes in channels, digests and settings, at once and for "
    "good; `undo` cannot bring them back. `mydata export` keeps a copy first."
)
DELETE_BUTTON = "Delete everything"
DELETED = "Deleted. This is your receipt:"
RECEIPT = (
    "Backups made before expire after 30 days; restoring one deletes you again. "
    "If you write to me again, I will not know you."
)
WHO_LOOKED = "The table “looks” says when the admin of the machine looked at your profile, and why."


def exported(rows: int) -> str:
    """Over the file."""
    return f"{counted(rows, 'row')} about you"


def idle_notice(days: int) -> str:
    """A month before an unused profile is deleted."""
    return (
        f"Nobody has used this profile for almost a year, so in {days} days I will delete everything kept about it. "
        "Say or press anything to keep it."
    )
