"""The one way by which we ask the outside world: gently, with limits, and never where we must not.

Owns HTTP. Turns, pauses and coolings are kept in the store (db.hosts), so that the bot and the command line share them.
Knows no source and parses nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from adapters.sources import http_words
from adapters.sources.guard import REFUSED, Guard
from bot.errors import SourceBusy, SourceError
from bot.ports import Clock, Core
from bot.settings_sources import SourceSettings
from db.store import Store

if TYPE_CHECKING:
    import aiohttp

MAX_REDIRECTS = 5
LONGEST_QUEUE_SECONDS = 300.0
CHUNK_BYTES = 65_536
ARXIV = "arxiv.org"
REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({403, 429, 503})


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `from_people` marks an address that a user gave: it is guarded and kept small.

    `validators` are those of the last answer; `turn` names the queue when it is not the host's own; a status in
    `readable` is an answer and no error.
    """

    url: str
    from_people: bool = False
    validators: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    turn: str = ""
    readable: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `url` is where it came from after redirects; `unchanged` is the answer to `validators`."""

    status: int
    url: str
    body: bytes = b""
    content_type: str = ""
    charset: str = ""
    validators: Mapping[str, str] = field(default_factory=dict)
    unchanged: bool = False


class Fetcher:
    """Fetches; close it when done. `core` runs what touches the store; `resolver` and `sleep` are for tests."""

    def __init__(
        self,
        core: Core,
        settings: SourceSettings,
        clock: Clock,
        *,
        contact: str = "",
        guard: Guard | None = None,
        resolver: Any = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._core = core
        self._settings = settings
        self._clock = clock
        self._guard = guard or Guard()
        self._resolver = resolver
        self._sleep = sleep
        self._agent = http_words.user_agent(contact)
        self._sessions: dict[bool, aiohttp.ClientSession] = {}
        self._queues: dict[str, asyncio.Lock] = {}

    async def get(self, ask: Ask) -> Answer:
        """The answer to a GET. Raises SourceBusy when the host is to be left alone, SourceError with the reason."""
        url, headers = ask.url, dict(ask.headers)
        for _ in range(MAX_REDIRECTS + 1):
            if ask.from_people:
                self._guard.url(url)
            answer = await self._in_turn(ask, url, headers)
            if answer.status not in REDIRECTS:
                return answer
            target = urljoin(url, answer.url)
            if _origin(target) != _origin(url):
                headers = {}
            url = target
        raise SourceError(f"{_host(ask.url)} redirects more than {MAX_REDIRECTS} times.")

    async def close(self) -> None:
        """Close the connections."""
        for session in self._sessions.values():
            await session.close()
        self._sessions.clear()

    async def _in_turn(self, ask: Ask, url: str, headers: Mapping[str, str]) -> Answer:
        turn = ask.turn or turn_of(url)
        interval = self._settings.arxiv_interval_seconds if turn == ARXIV else self._settings.host_interval_seconds
        timeout = self._settings.timeout_seconds if ask.from_people else self._settings.large_timeout_seconds
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._queues.setdefault(turn, asyncio.Lock()))
            await self._wait(turn, _host(url), interval, timeout + 5)
            stack.push_async_callback(self._core, lambda store: _give_back(store, turn))
            return await self._ask(ask, url, headers, turn, timeout)

    async def _wait(self, turn: str, host: str, interval: float, lease: float) -> None:
        waited = 0.0
        while True:
            now = self._clock.now().timestamp()
            cooling, reason, wait = await self._core(lambda store, now=now: _take(store, turn, now, interval, lease))  # type: ignore[misc]
            if cooling:
                raise SourceBusy(f"{host} is left alone for {http_words.duration(cooling)}: {reason}.", cooling)
            if not wait:
                return
            if waited > LONGEST_QUEUE_SECONDS:
                raise SourceBusy(f"There was no turn to ask {host}; another request is under way.", interval)
            pause = min(wait, 1.0)
            waited += pause
            await self._sleep(pause)

    async def _ask(self, ask: Ask, url: str, headers: Mapping[str, str], turn: str, longest: float) -> Answer:
        import aiohttp

        limit = self._settings.feed_bytes if ask.from_people else self._settings.large_bytes
        sent = {**http_words.conditions(ask.validators), **headers}
        try:
            async with self._session(guarded=ask.from_people).get(
                url, headers=sent, allow_redirects=False, timeout=aiohttp.ClientTimeout(total=longest)
            ) as response:
                if response.status in REDIRECTS and response.headers.get("Location"):
                    return Answer(response.status, response.headers["Location"])
                if response.status == 304:
                    return Answer(304, url, validators=ask.validators, unchanged=True)
                if response.status not in {200, *ask.readable}:
                    raise await self._refusal(response.status, response.headers, turn, _host(url))
                return Answer(
                    status=response.status,
                    url=url,
                    body=await _body(response, limit),
                    content_type=response.content_type,
                    charset=response.charset or "",
                    validators=http_words.validators(response.headers),
                )
        except TimeoutError as error:
            raise SourceError(f"{_host(url)} did not answer within {longest:g} seconds.") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise SourceError(_sentence(error, _host(url))) from error

    async def _refusal(self, status: int, headers: Mapping[str, str], turn: str, host: str) -> SourceError:
        """The error of a bad status, after noting that the host is to be left alone."""
        reason = f"{host} answered {status} {http_words.meaning(status)}"
        now = self._clock.now()
        named = http_words.retry_after(headers.get("Retry-After", ""), now)
        if status not in BUSY or (status == 503 and not named):
            return SourceError(f"{reason}.")
        seconds = named or self._settings.cooling_minutes * 60.0
        await self._core(lambda store: _cool(store, turn, now.timestamp() + seconds, reason))
        return SourceBusy(f"{reason}; it is left alone for {http_words.duration(seconds)}.", seconds)

    def _session(self, *, guarded: bool) -> "aiohttp.ClientSession":
        import aiohttp

        if guarded not in self._sessions:
            connector = aiohttp.TCPConnector(
                limit_per_host=1,
                resolver=self._resolver,
                use_dns_cache=False,
                socket_factory=self._guard.socket if guarded else None,
            )
            self._sessions[guarded] = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self._agent, "Accept-Encoding": "gzip, deflate"},
                trust_env=False,
            )
        return self._sessions[guarded]


def turn_of(url: str) -> str:
    """The queue that a URL belongs to: its host, and one for all of arXiv's hosts."""
    host = _host(url)
    return ARXIV if host == ARXIV or host.endswith(f".{ARXIV}") else host


def _take(store: Store, turn: str, now: float, interval: float, lease: float) -> tuple[float, str, float]:
    with store.transaction():
        cooling, reason = store.hosts.cooling(turn, now)
        return cooling, reason, 0.0 if cooling else store.hosts.take(turn, now, interval, lease)


def _give_back(store: Store, turn: str) -> None:
    with store.transaction():
        store.hosts.give_back(turn)


def _cool(store: Store, turn: str, until: float, reason: str) -> None:
    with store.transaction():
        store.hosts.cool(turn, until, reason)


async def _body(response: "aiohttp.ClientResponse", limit: int) -> bytes:
    """The unpacked body. Raises ValueError as soon as it passes the limit."""
    parts, size = [], 0
    async for chunk in response.content.iter_chunked(CHUNK_BYTES):
        size += len(chunk)
        if size > limit:
            raise ValueError(f"sent more than {limit:,} bytes, which is the most that is read")
        parts.append(chunk)
    return b"".join(parts)


def _sentence(error: Exception, host: str) -> str:
    words = str(error)
    if REFUSED in f"{words} {getattr(error, 'os_error', '')}":
        return f"{host} {REFUSED}, so it is not fetched."
    if isinstance(error, ValueError) and words.startswith("sent more"):
        return f"{host} {words}."
    return f"{host} could not be read ({type(error).__name__}: {words[:200]})."


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower().rstrip(".")
    except ValueError:
        return ""


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc
