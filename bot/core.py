"""The one thread that owns the store: async code hands work to it and awaits the answer."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from db.store import Store, open_store

T = TypeVar("T")


class Core:
    """Runs functions of the store one after the other, on its own thread."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="core")
        self._store: Store | None = None

    async def open(self, folder: Path) -> None:
        """Open the store of a data folder. Raises StoreError."""
        self._store = await self._run(lambda: open_store(folder))

    async def __call__(self, work: Callable[[Store], T]) -> T:
        """The result of `work(store)`, or what it raised. Once begun it runs to its end, whoever stops waiting."""
        store = self._store
        if store is None:
            raise RuntimeError("the store is not open")
        return await self._run(lambda: work(store))

    async def close(self) -> None:
        """Close the store after the work that is queued."""
        if self._store is not None:
            store, self._store = self._store, None
            await self._run(store.close)
        self._thread.shutdown(wait=True)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
