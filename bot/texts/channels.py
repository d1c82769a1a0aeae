"""What is said about channels' digests and workspaces: to keepers and admins."""

from collections.abc import Sequence

from bot.words import counted, listed

HEADING, PROFILE = "This channel's digest", "What this channel learned"
RESET = "Votes before this moment no longer count here. Nobody's own answers changed."
WORKSPACE_PAUSED = "All digests of this workspace rest. `/papers-admin resume-all` takes them up again."
WORKSPACE_RESUMED = "The workspace's digests are taken up again, each at its next date."
NOT_PAUSED = "The workspace's digests do not rest."
UNDONE_NOTHING = "There is nothing of this channel's to undo."
CHANNEL_OFF = "The channel's digest is switched off. What the channel learned stays."
NOBODY = "Please name a member, like `keepers add @ann`."


def keepers_are(names: Sequence[str]) -> str:
    """Who keeps the channel's digest."""
    if not names:
        return "This channel has no keepers; the workspace's admins set its digest up."
    return f"Keepers of this channel: {listed(names)}, and the workspace's admins."


def keeper_added(name: str, names: Sequence[str]) -> str:
    """After a keeper was named."""
    return f"{name} may change this channel's digest now. {keepers_are(names)}"


def keeper_removed(name: str, names: Sequence[str]) -> str:
    """After a keeper was taken off the list."""
    return f"{name} is no keeper any more. {keepers_are(names)}"


def no_keeper(name: str) -> str:
    """For somebody who is no keeper."""
    return f"{name} is no keeper of this channel."


def learned(votes: int, papers: int) -> str:
    """How much a channel learned from, in numbers alone."""
    return f"{counted(votes, 'vote')} on {counted(papers, 'paper')} count now."


def role_set(role: str) -> str:
    """After a trusted role was named."""
    return (
        f"Members with the role {role} vote from their first day." if role else "No role votes before a week is over."
    )


def reactions_set(*, on: bool) -> str:
    """After reactions were switched."""
    return "👍 reactions on papers count as votes now." if on else "Reactions no longer count."


def subscriptions(persons: int, channels: int, paused: int) -> str:
    """The counts an admin sees; never whose they are."""
    return f"{counted(persons, 'digest')} by direct message, {counted(channels, 'channel digest')}; {paused} paused."


def paused(until: str, next_due: str) -> str:
    """After a pause of the channel's digest."""
    if not until:
        return "Paused. `/papers-admin channel resume` takes it up again."
    return f"Paused until {until}. Next: {next_due}."


def undone(note: str) -> str:
    """After an undo."""
    return f"Taken back: {note}."


def liked_by(count: int) -> str:
    """The mark on a channel's card that counts members."""
    return f"{count} of you liked papers like this"
