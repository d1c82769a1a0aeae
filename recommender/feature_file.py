"""Arrays on disk: npz files and records, no pickle, a version number, replaced in one step.

Knows nothing of their meaning.
"""

import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from recommender.errors import ModelFileError

UNREADABLE = (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile)


def save_arrays(path: Path, version: int, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write `arrays` beside `path`, flush them to the disk, and put the file in the place of `path`."""
    with _replacing(path) as file:
        np.savez(file, allow_pickle=False, version=np.int64(version), **arrays)


def load_arrays(path: Path, version: int) -> dict[str, NDArray[Any]]:
    """The arrays in the file at `path`. Raises ModelFileError for anything but a whole file of this `version`."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        found = int(arrays.pop("version"))
    except UNREADABLE as error:
        raise ModelFileError(f"{path} is not a readable model ({error}); run `paperround model fit`") from error
    _check(path, found, version)
    return arrays


def save_record(path: Path, version: int, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Like `save_arrays`, in a form that `map_record` opens."""
    parts = {"version": np.array(version, dtype=np.int64), **arrays}
    # wide items before narrow ones: then all lie at addresses that their width divides, without gaps
    parts = dict(sorted(parts.items(), key=lambda part: -part[1].itemsize))
    record = np.zeros(1, dtype=[(name, part.dtype, part.shape) for name, part in parts.items()])
    for name, part in parts.items():
        record[name] = part
    with _replacing(path) as file:
        np.save(file, record, allow_pickle=False)


def map_record(path: Path, version: int) -> dict[str, NDArray[Any]]:
    """The arrays that `save_record` wrote, read from the disk where and when they are used.

    Raises ModelFileError for anything but a whole file of this `version`.
    """
    try:
        record = np.load(path, mmap_mode="r", allow_pickle=False).view(np.ndarray)[0]
        found = int(record["version"])
        arrays = {name: record[name] for name in record.dtype.names if name != "version"}
    except (*UNREADABLE, IndexError) as error:
        raise ModelFileError(f"{path} is not readable ({error}); run `paperround model fit`") from error
    _check(path, found, version)
    return arrays


def _check(path: Path, found: int, version: int) -> None:
    if found != version:
        raise ModelFileError(f"{path} is of version {found}, this program reads {version}; run `paperround model fit`")


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to that takes the place of `path` when all has been written."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
