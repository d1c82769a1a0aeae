"""One scheduler a data folder: a lock of the operating system, which ends with the process however it dies."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.errors import NotWritable, PaperroundError

LOCK_NAME = "paperround.lock"


class AlreadyRunning(PaperroundError):  # noqa: N818 - named for what was met
    """Another process serves this data folder."""


@contextmanager
def only_process(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. Raises AlreadyRunning, naming the process that has it."""
    import fcntl

    path = folder / LOCK_NAME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NotWritable(f"The data folder {folder} cannot be used: {error.strerror}. Name another folder.") from error
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(file, 20).decode(errors="replace").strip()
            raise AlreadyRunning(
                f"Paperround already runs on {folder} (process {holder or 'unknown'}). "
                "Stop that one first, or name another data folder."
            ) from error
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
        yield
    finally:
        os.close(file)
