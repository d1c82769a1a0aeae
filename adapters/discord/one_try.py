"""One HTTP request and no other: discord.py repeats a post on 5xx by itself, which only the outbox may do.

discord.py's client takes an aiohttp trace, told of every request; within `one_try()` the second one is refused.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace

import aiohttp


@dataclass(slots=True)
class Try:
    """A request that may be made once; `status` is what it was answered with, 0 before."""

    method: str
    begun: bool = False
    status: int = 0


class Repeated(Exception):  # noqa: N818 - named for what happened
    """A second request was about to be made. `status` is the answer to the first, 0 when there was none."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered with {status}")
        self.status = status


CURRENT: ContextVar[Try | None] = ContextVar("one_try", default=None)


@contextmanager
def one_try(method: str = "POST") -> Iterator[None]:
    """Within it, and in tasks begun in it, one request of this method is made. Raises Repeated on another one."""
    token = CURRENT.set(Try(method))
    try:
        yield
    finally:
        CURRENT.reset(token)


def trace() -> aiohttp.TraceConfig:
    """What the client has to be made with (`http_trace`)."""
    config = aiohttp.TraceConfig()
    config.on_request_start.append(_started)
    config.on_request_end.append(_ended)
    return config


async def _started(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
) -> None:
    current = CURRENT.get()
    if current is None or params.method != current.method:
        return
    if current.begun:
        raise Repeated(current.status)
    current.begun = True


async def _ended(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    current = CURRENT.get()
    if current is not None and params.method == current.method:
        current.status = params.response.status
