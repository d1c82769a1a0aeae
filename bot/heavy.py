"""Work that would hold the loop, such as fits: in one worker process, made when first needed and again when it died."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

T = TypeVar("T")


def worker_process() -> Executor:
    """One process, started afresh so that it inherits neither threads nor the database's connection."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


class Heavy:
    """Runs picklable functions on an executor; by default a worker process, elsewhere whatever is passed in."""

    def __init__(self, make: Callable[[], Executor] = worker_process) -> None:
        self._make = make
        self._executor: Executor | None = None

    async def __call__(self, work: Callable[[], T]) -> T:
        """The result of `work()`, or what it raised. A worker that was killed is replaced for the next call."""
        if self._executor is None:
            self._executor = self._make()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        except BrokenProcessPool:
            self.close()
            raise

    def close(self) -> None:
        """Let the worker go; what it has not begun is dropped."""
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown(wait=False, cancel_futures=True)
