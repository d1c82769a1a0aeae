"""A faulty chat server on loopback, and the platform that talks to it: Slack-like (look-up) or Discord-like (nonce).

One request in five fails: too fast, an error before the post is taken, one after it, or a connection dropped after it.
"""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

from bot.delivery_errors import Fault, SendFailed, discord_failure, slack_failure
from bot.message import Message, plain
from bot.ports import Outgoing

PAGE = 20


@dataclass
class Post:
    token: str
    target: str
    thread: str
    papers: list[int]
    at: float
    number: int


@dataclass
class FakeServer:
    """Holds what was posted. Runs in a thread of its own, so that it outlives the clients that are killed."""

    nonces: bool = False
    fault_rate: float = 0.2
    delay: float = 0.1
    seed: int = 0
    posts: list[Post] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    url: str = ""

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()), daemon=True)

    def __enter__(self) -> "FakeServer":
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        self._loop.close()

    async def _serve(self) -> None:
        app = web.Application()
        app.add_routes([web.post("/post", self._post), web.get("/history", self._history)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        assert site._server is not None
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"  # type: ignore[union-attr]
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    def _fault(self) -> str:
        if self._random.random() >= self.fault_rate:
            return ""
        kind = self._random.choice(("429", "before", "after", "dropped"))
        self.faults[kind] += 1
        return kind

    async def _post(self, request: web.Request) -> web.StreamResponse:
        value, fault = await request.json(), self._fault()
        if fault == "429":
            return web.json_response({"error": "ratelimited"}, status=429, headers={"Retry-After": "0.05"})
        if fault == "before":
            return web.json_response({"error": "internal_error"}, status=500)
        await asyncio.sleep(self._random.uniform(0, self.delay))
        post = self._take(value)
        if fault == "after":
            return web.json_response({"error": "internal_error"}, status=500)
        if fault == "dropped" and request.transport is not None:
            request.transport.abort()
        await asyncio.sleep(self._random.uniform(0, self.delay))
        return web.json_response({"reference": f"m{post.number}"})

    def _take(self, value: dict[str, object]) -> Post:
        same = [post for post in self.posts if post.token == value["token"]]
        if self.nonces and same:
            self.faults["same nonce"] += 1
            return same[0]
        papers = value["papers"]
        assert isinstance(papers, list)
        post = Post(
            str(value["token"]), str(value["target"]), str(value["thread"]), papers, time.time(), len(self.posts)
        )
        self.posts.append(post)
        return post

    async def _history(self, request: web.Request) -> web.StreamResponse:
        fault, query = self._fault(), request.query
        if fault == "429":
            return web.json_response({"error": "ratelimited"}, status=429, headers={"Retry-After": "0.05"})
        if fault:
            return web.json_response({"error": "internal_error"}, status=500)
        start = int(query.get("cursor", "0"))
        oldest = float(query["oldest"])
        found = [p for p in self.posts if p.target == query["target"] and p.at >= oldest][::-1]
        page = found[start : start + PAGE]
        return web.json_response(
            {
                "posts": [{"token": post.token, "reference": f"m{post.number}"} for post in page],
                "cursor": start + PAGE if start + PAGE < len(found) else 0,
            }
        )


class FakePlatform:
    """The client side: posts with its token as nonce or as metadata, and looks posts up as its server allows."""

    def __init__(self, url: str, *, nonces: bool, name: str = "fake") -> None:
        self.name = name
        self._url = url
        self._nonces = nonces
        self._stopped = asyncio.Event()

    async def run(self) -> None:
        await self._stopped.wait()

    async def stop(self) -> None:
        self._stopped.set()

    async def send(self, outgoing: Outgoing) -> str:
        body = {
            "token": outgoing.token,
            "target": outgoing.target,
            "thread": outgoing.thread,
            "papers": [card.paper for card in outgoing.message.cards],
            "text": plain(outgoing.message.heading),
        }
        value = await self._ask("POST", "/post", json=body)
        return str(value["reference"])

    async def find(self, outgoing: Outgoing) -> str | None:
        if self._nonces and time.time() - outgoing.since.timestamp() < 60:
            return None
        cursor = "0"
        while True:
            oldest = str(outgoing.since.timestamp() - 1)
            value = await self._ask(
                "GET", "/history", params={"target": outgoing.target, "oldest": oldest, "cursor": cursor}
            )
            for post in value["posts"]:
                if post["token"] == outgoing.token:
                    return str(post["reference"])
            if not value["cursor"]:
                return None
            cursor = str(value["cursor"])

    def split(self, message: Message) -> Sequence[Message]:
        return [message]

    async def _ask(self, method: str, path: str, **arguments: object) -> dict[str, object]:  # type: ignore[explicit-any]
        try:
            async with (
                aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=2)) as session,
                session.request(method, self._url + path, **arguments) as answer,  # type: ignore[arg-type]
            ):
                value = await answer.json()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise SendFailed(Fault.AMBIGUOUS, type(error).__name__) from error
        if answer.status != 200:
            wait = float(answer.headers.get("Retry-After", "0"))
            if self._nonces:
                raise discord_failure(answer.status, retry_after=wait)
            raise slack_failure(value["error"], status=answer.status, retry_after=wait)
        found: dict[str, object] = value
        return found
