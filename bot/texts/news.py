"""What is said about papers that changed after somebody saved them."""

from bot.texts.commands import shortened


def changed(title: str, version: int, *, withdrawn: bool) -> str:
    """For a paper of the library."""
    if withdrawn:
        return f"Of your library: “{shortened(title)}” was withdrawn by its authors."
    return f"Of your library: “{shortened(title)}” has a new version ({version})."
