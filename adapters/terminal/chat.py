"""The commands at a prompt, or one a line from a pipe."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from rich.console import Console

from adapters.terminal.render import clean, show
from bot.message import File, Message

LEAVE = frozenset({"quit", "exit", "bye"})
PROMPT = "papers> "


def chat(console: Console, answer: Callable[[str], Message], words: Iterable[str], *, interactive: bool) -> None:
    """Answer lines until the input ends or the person leaves. `words` complete what is typed at the prompt."""
    for line in _typed_lines(words) if interactive else piped_lines(sys.stdin.buffer):
        if line.strip().lower() in LEAVE:
            return
        if not line.strip():
            continue
        message = answer(line)
        show(console, message)
        for file in message.files:
            _hand_over(console, file, interactive=interactive)


def piped_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a pipe; bytes that are no UTF-8 become replacement characters."""
    for line in stream:
        yield line.decode("utf-8", errors="replace").rstrip("\r\n")


def _typed_lines(words: Iterable[str]) -> Iterator[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import InMemoryHistory

    completer = WordCompleter(list(words), sentence=True, ignore_case=True)
    session: PromptSession[str] = PromptSession(PROMPT, completer=completer, history=InMemoryHistory())
    while True:
        try:
            yield session.prompt()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _hand_over(console: Console, file: File, *, interactive: bool) -> None:
    """Write a file into the working folder for a person, or its text into the pipe."""
    if not interactive and not file.media_type.startswith("image/"):
        console.out(clean(file.content.decode("utf-8", errors="replace")), highlight=False)
        return
    console.print(f"Written to {hand_over(file, Path())}.", style="dim")


def hand_over(file: File, folder: Path) -> Path:
    """Write a message's file into a folder, overwriting nothing; returns where it is. Its owner alone can read it."""
    path = _free(folder / Path(file.name).name)
    path.touch(mode=0o600)
    path.write_bytes(file.content)
    return path


def _free(path: Path) -> Path:
    """The path, or one with a number where it is taken: nothing is overwritten."""
    number, free = 2, path
    while free.exists():
        free, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return free
