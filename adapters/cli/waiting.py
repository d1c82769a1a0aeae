"""Work whose length cannot be known: a spinner on a terminal, nothing in a pipe."""

from contextlib import AbstractContextManager


def waiting(words: str) -> AbstractContextManager[object]:
    """Shows `words` and a spinner until left, on standard error and on a terminal only."""
    from rich.console import Console

    return Console(stderr=True).status(words)
