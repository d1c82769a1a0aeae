"""The shared ranking data and its fixed protocol, for all ranking benches. Says so when the data are missing."""

import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

NS = (1, 3, 5, 10, 20, 50)
Record = Mapping[str, Any]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Reader:
    """One keeper of a public list in one window: rows (of the records) picked before, right answers among the new."""

    name: str
    keywords: str
    earlier: NDArray[np.int64]
    right: NDArray[np.bool_]


@dataclass(frozen=True)
class Window:
    """One month: what was seen before it, what came in it, and its readers."""

    month: str
    records: Sequence[Record]
    history: list[int]
    new: list[int]
    readers: list[Reader]
    picked: frozenset[str]

    def likes(self, reader: Reader, count: int, seed: int = 0) -> list[int]:
        """The reader's `count` liked records (rows), as the protocol draws them."""
        rows: list[int] = protocol().likes(reader.name, self.month, seed, reader.earlier, count).tolist()
        return rows


def folder() -> Path:
    """Where the shared ranking data lie: PAPERROUND_SHARED, or `shared` beside the repository."""
    shared = os.environ.get("PAPERROUND_SHARED")
    root = Path(shared) if shared else Path(__file__).resolve().parent.parent.parent / "shared"
    return root / "data" / "ranking"


def need_data() -> None:
    """End the program with a sentence when the data are not there."""
    if not (folder() / "yardstick.py").exists():
        sys.exit(f"No ranking data in {folder()}: set PAPERROUND_SHARED to the folder that holds data/ranking.")


def has_data(*names: str) -> bool:
    """Whether the files `names` are all there; says what is missing where they are not."""
    missing = [name for name in names if not (folder() / name).exists()]
    if missing:
        print(f"\nLeft out: no {', '.join(missing)} in {folder()}.", flush=True)
    return not missing


_protocol: list[ModuleType] = []


def protocol() -> ModuleType:
    """The yardstick that comes with the data, as a module."""
    if not _protocol:
        spec = importlib.util.spec_from_file_location("yardstick", folder() / "yardstick.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        _protocol.append(module)
    return _protocol[0]


def windows(months: Sequence[str] = ()) -> Iterator[Window]:
    """The development windows, or those of `months`, one after the other."""
    records, curators, default = protocol().load("dev", str(folder()))
    picked = frozenset(i for c in curators for i in c["ids"])
    for month in months or default:
        history, new, users = protocol().instances(records, curators, month)
        yield Window(month, records, history, new, [Reader(*user) for user in users], picked)


def progress(items: Sequence[Item], title: str) -> Iterable[Item]:
    """`items`, with a bar on a terminal and without a sound elsewhere."""
    return track(items, title, console=Console(stderr=True), disable=not sys.stderr.isatty())
