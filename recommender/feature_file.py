"""Arrays on disk: one npz file, no pickle, a version number, replaced in one step. Knows nothing of their meaning."""

import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender.errors import ModelFileError


def save_arrays(path: Path, version: int, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write `arrays` beside `path`, flush them to the disk, and put the file in the place of `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, allow_pickle=False, version=np.int64(version), **arrays)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load_arrays(path: Path, version: int) -> dict[str, NDArray[Any]]:
    """The arrays in the file at `path`. Raises ModelFileError for anything but a whole file of this `version`."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        found = int(arrays.pop("version"))
    except (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ModelFileError(f"{path} is not a readable model ({error}); run `paperround model fit`") from error
    if found != version:
        raise ModelFileError(f"{path} is of version {found}, this program reads {version}; run `paperround model fit`")
    return arrays
