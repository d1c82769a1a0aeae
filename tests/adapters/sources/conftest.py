"""A store, a clock that tests move, a core that runs at once, and small servers on loopback."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from aiohttp import web

from adapters.sources.fetcher import Fetcher
from adapters.sources.guard import Guard
from bot.settings_sources import SourceSettings
from db.store import Store, open_store

T = TypeVar("T")
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class HandClock:
    """Stands still until a test or a sleep moves it."""

    def __init__(self) -> None:
        self.instant = NOW
        self.slept: list[float] = []

    def now(self) -> datetime:
        return self.instant

    def monotonic(self) -> float:
        return self.instant.timestamp()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.instant += timedelta(seconds=seconds)


class InlineCore:
    """Runs work at once, on the test's own thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def __call__(self, work: Callable[[Store], T]) -> T:
        return work(self.store)


class OpenGuard(Guard):
    """Lets everything through, for tests whose server is on loopback."""

    def __init__(self) -> None:
        super().__init__(frozenset(range(65_536)))

    def socket(self, info: object) -> object:  # type: ignore[override]
        import socket

        family, kind, protocol, _, _ = info  # type: ignore[misc]
        return socket.socket(family, kind, protocol)  # type: ignore[has-type]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def core(store: Store) -> InlineCore:
    return InlineCore(store)


@pytest.fixture
async def make_fetcher(core: InlineCore, clock: HandClock) -> AsyncIterator[Callable[..., Fetcher]]:
    made: list[Fetcher] = []

    def make(settings: SourceSettings | None = None, **given: object) -> Fetcher:
        options: dict[str, object] = {"guard": OpenGuard(), "sleep": clock.sleep, "contact": "ada@example.org", **given}
        made.append(Fetcher(core, settings or SourceSettings(), clock, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for fetcher in made:
        await fetcher.close()


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    """The address of a server on loopback that answers everything with `handler`."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


@pytest.fixture
def serve() -> Callable[[Handler], object]:
    return serving
