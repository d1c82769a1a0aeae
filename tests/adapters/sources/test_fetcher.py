"""Fetching gently: turns, pauses, coolings, conditions, limits."""

import asyncio
import gzip
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from adapters.sources.fetcher import ARXIV, Ask, Fetcher, turn_of
from bot.errors import SourceBusy, SourceError
from bot.settings_sources import SourceSettings
from db.store import Store, open_store

Make = Callable[..., Fetcher]


async def ok(request: web.Request) -> web.Response:
    return web.Response(text="good")


async def test_we_say_who_we_are_and_take_no_cookies(serve: Any, make_fetcher: Make) -> None:
    seen: list[Any] = []

    async def handler(request: web.Request) -> web.Response:
        seen.append(request.headers)
        answer = web.Response(text="good")
        answer.set_cookie("track", "me")
        return answer

    async with serve(handler) as address:
        fetcher = make_fetcher()
        await fetcher.get(Ask(address))
        await fetcher.get(Ask(address))
    assert seen[0]["User-Agent"].startswith("paperround/")
    assert "mailto:ada@example.org" in seen[0]["User-Agent"]
    assert "Cookie" not in seen[1]


async def test_a_proxy_in_the_environment_is_not_used(
    serve: Any, make_fetcher: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    async with serve(ok) as address:
        fetcher = make_fetcher()
        assert (await fetcher.get(Ask(address))).body == b"good"


async def test_two_requests_to_a_host_are_a_pause_apart(serve: Any, make_fetcher: Make, clock: Any) -> None:
    starts: list[float] = []

    async def handler(request: web.Request) -> web.Response:
        starts.append(clock.now().timestamp())
        return web.Response()

    async with serve(handler) as address:
        fetcher = make_fetcher()
        for _ in range(3):
            await fetcher.get(Ask(address, turn=ARXIV))
    assert [b - a for a, b in pairwise(starts)] == [3.0, 3.0]


async def test_all_of_arxivs_hosts_have_one_turn_shared_with_other_processes(
    serve: Any, make_fetcher: Make, clock: Any, tmp_path: Path
) -> None:
    assert {turn_of(f"https://{host}/x") for host in ("arxiv.org", "rss.arxiv.org", "export.arxiv.org")} == {ARXIV}
    assert turn_of("https://notarxiv.org/") == "notarxiv.org"
    other = open_store(tmp_path)
    with other.transaction():
        assert other.hosts.take(ARXIV, clock.now().timestamp(), 3.0, 60.0) == 0
    other.close()
    async with serve(ok) as address:
        fetcher = make_fetcher()
        await fetcher.get(Ask(address, turn=ARXIV))
    assert sum(clock.slept) >= 60


async def test_one_connection_a_host_at_a_time(serve: Any, make_fetcher: Make) -> None:
    running = most = 0

    async def handler(request: web.Request) -> web.Response:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        return web.Response()

    async with serve(handler) as address:
        fetcher = make_fetcher(SourceSettings(host_interval_seconds=0))
        await asyncio.gather(*(fetcher.get(Ask(f"{address}/{n}")) for n in range(5)))
    assert most == 1


async def test_an_unchanged_answer_costs_nothing(serve: Any, make_fetcher: Make) -> None:
    async def handler(request: web.Request) -> web.Response:
        if request.headers.get("If-None-Match") == '"v1"':
            return web.Response(status=304)
        return web.Response(text="news", headers={"ETag": '"v1"', "Last-Modified": "Mon, 30 Nov 2026 05:00:00 GMT"})

    async with serve(handler) as address:
        fetcher = make_fetcher()
        first = await fetcher.get(Ask(address))
        again = await fetcher.get(Ask(address, validators=first.validators))
    assert (first.body, again.unchanged, again.validators) == (b"news", True, first.validators)


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        (429, {}, 3600),
        (403, {}, 3600),
        (429, {"Retry-After": "120"}, 120),
        (503, {"Retry-After": "Mon, 30 Nov 2026 09:10:00 GMT"}, 600),
        (429, {"Retry-After": "99999999999"}, 86_400),
        (429, {"Retry-After": "soon"}, 3600),
    ],
)
async def test_a_host_that_refuses_is_left_alone(
    serve: Any, make_fetcher: Make, clock: Any, status: int, headers: dict[str, str], seconds: int
) -> None:
    asked = 0

    async def handler(request: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.Response(status=status, headers=headers, text="Rate exceeded.")

    async with serve(handler) as address:
        fetcher = make_fetcher()
        for _ in range(3):
            with pytest.raises(SourceBusy, match=str(status)):
                await fetcher.get(Ask(address))
        assert asked == 1
        clock.instant += timedelta(seconds=seconds + 1)
        with pytest.raises(SourceError):
            await fetcher.get(Ask(address))
    assert asked == 2


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
async def test_another_bad_status_is_named(serve: Any, make_fetcher: Make, status: int) -> None:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(status=status, text="an error page")

    async with serve(handler) as address:
        fetcher = make_fetcher()
        with pytest.raises(SourceError, match=f"answered {status} "):
            await fetcher.get(Ask(address))
        if status == 400:
            assert (await fetcher.get(Ask(address, readable=frozenset({400})))).body == b"an error page"


async def test_a_bomb_is_stopped_at_the_limit(serve: Any, make_fetcher: Make) -> None:
    bomb = gzip.compress(b"\0" * 200_000_000, 9)

    async def handler(request: web.Request) -> web.Response:
        return web.Response(body=bomb, headers={"Content-Encoding": "gzip"})

    async with serve(handler) as address:
        fetcher = make_fetcher()
        with pytest.raises(SourceError, match="more than 5,000,000 bytes"):
            await fetcher.get(Ask(address, from_people=True))


async def test_a_slow_drip_ends_at_the_timeout(serve: Any, make_fetcher: Make) -> None:
    async def handler(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        for _ in range(100):
            await answer.write(b".")
            await asyncio.sleep(0.05)
        return answer

    async with serve(handler) as address:
        fetcher = make_fetcher(SourceSettings(timeout_seconds=0.3))
        with pytest.raises(SourceError, match=r"within 0\.3 seconds"):
            await fetcher.get(Ask(address, from_people=True))


async def test_five_redirects_are_followed_and_a_sixth_is_not(serve: Any, make_fetcher: Make) -> None:
    async def handler(request: web.Request) -> web.Response:
        left = int(request.path.strip("/"))
        if left:
            raise web.HTTPFound(f"/{left - 1}")
        return web.Response(text="there")

    async with serve(handler) as address:
        fetcher = make_fetcher()
        assert (await fetcher.get(Ask(f"{address}/5"))).url == f"{address}/0"
        with pytest.raises(SourceError, match="more than 5 times"):
            await fetcher.get(Ask(f"{address}/6"))


async def test_a_token_is_not_carried_to_another_host(serve: Any, make_fetcher: Make) -> None:
    seen: list[str] = []

    async def other(request: web.Request) -> web.Response:
        seen.append(request.headers.get("Authorization", "none"))
        return web.Response()

    async with serve(other) as elsewhere:

        async def handler(request: web.Request) -> web.Response:
            raise web.HTTPFound(elsewhere)

        async with serve(handler) as address:
            fetcher = make_fetcher()
            await fetcher.get(Ask(address, headers={"Authorization": "Bearer secret"}))
    assert seen == ["none"]


async def test_a_host_that_is_not_there_is_a_sentence(make_fetcher: Make) -> None:
    fetcher = make_fetcher()
    with pytest.raises(SourceError, match=r"127\.0\.0\.1 could not be read"):
        await fetcher.get(Ask("http://127.0.0.1:9/"))


def test_a_clock_set_back_does_not_block_a_host_for_ever(store: Store) -> None:
    with store.transaction():
        assert store.hosts.take("h", 2_000_000_000.0, 3.0, 60.0) == 0
        assert store.hosts.take("h", 1_000_000_000.0, 3.0, 60.0) == 0
