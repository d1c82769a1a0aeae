"""What every source keeps to, whatever it reads: a new source is added to SOURCES and passes."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from adapters.sources.arxiv import ArxivCategory
from adapters.sources.feed import Feed
from adapters.sources.feed_process import FeedProcess
from adapters.sources.fetcher import Fetcher
from adapters.sources.files import FileSource
from adapters.sources.openreview import OpenReviewVenue
from adapters.sources.seeds import Seeds
from bot.errors import SourceError
from bot.normalise import Draft, normalise
from bot.ports import Batch, PaperSource
from bot.settings_sources import SourceSettings
from tests.adapters.sources.conftest import NOW
from tests.adapters.sources.play_arxiv import Listed, PlayArxiv

Make = Callable[[Fetcher, SourceSettings, str, Path], PaperSource]
NOTE = {"id": "aBcDeF123", "forum": "aBcDeF123", "cdate": 1_700_000_000_000, "content": {"title": {"value": "On fish"}}}
FEED = "<rss><channel><title>Lab</title><item><title>On fish</title><link>https://lab.example/1</link></item></channel></rss>"


def file_source(fetcher: Fetcher, settings: SourceSettings, address: str, folder: Path) -> PaperSource:
    path = folder / "refs.bib"
    path.write_text("@misc{a, title = {On fish}}")
    return FileSource(path)


SOURCES: dict[str, Make] = {
    "arxiv": lambda fetcher, settings, address, folder: ArxivCategory("cs.LG", fetcher, settings),
    "openreview": lambda fetcher, settings, address, folder: OpenReviewVenue("Fish.cc/2025", fetcher, settings),
    "feed": lambda fetcher, settings, address, folder: Feed(f"{address}/feed", fetcher, settings, FeedProcess()),
    "seeds": lambda fetcher, settings, address, folder: Seeds(),
    "file": file_source,
}
OVER_THE_NETWORK = ("arxiv", "openreview", "feed")


class EveryServer(PlayArxiv):
    """Plays all services at once."""

    async def answer(self, request: web.Request) -> web.Response:
        if request.path == "/notes":
            return web.json_response({"notes": [NOTE]})
        if request.path == "/feed":
            return web.Response(text=FEED, content_type="text/xml", headers={"ETag": '"1"'})
        return await super().answer(request)


def settings_for(address: str) -> SourceSettings:
    return SourceSettings(
        arxiv_feed_url=f"{address}/atom/", arxiv_oai_url=f"{address}/oai", openreview_url=address,
        openreview_v1_url=address, arxiv_interval_seconds=0, host_interval_seconds=0, backfill_days=0,
    )  # fmt: skip


@pytest.fixture(params=SOURCES)
async def source(request: Any, serve: Any, make_fetcher: Any, tmp_path: Path) -> AsyncIterator[PaperSource]:
    server = EveryServer()
    server.feed = [Listed("2611.00001")]
    async with serve(server.answer) as address:
        settings = settings_for(address)
        yield SOURCES[request.param](make_fetcher(settings), settings, address, tmp_path)


async def whole(source: PaperSource) -> list[Batch]:
    batches = [await source.fetch({}, NOW)]
    while batches[-1].more:
        batches.append(await source.fetch(batches[-1].state, NOW))
        assert len(batches) < 20, "it never ends"
    return batches


async def test_it_has_a_name_and_files_its_papers_under_a_kind(source: PaperSource) -> None:
    await source.fetch({}, NOW)
    assert source.name
    assert source.kind in {"arxiv", "openreview", "feed", "seed", "library"}


async def test_every_record_becomes_a_paper_or_is_a_problem_with_a_reason(source: PaperSource) -> None:
    records = [record for batch in await whole(source) for record in batch.records]
    assert records
    for record in records:
        draft = normalise(record, source.kind, NOW)
        assert isinstance(draft, Draft)
        assert record.place
        assert draft.paper.id.partition(":")[2]
        assert draft.paper.first_seen <= NOW


async def test_what_it_remembers_is_text_that_can_be_kept_and_used_again(source: PaperSource) -> None:
    last = (await whole(source))[-1]
    assert json.loads(json.dumps(dict(last.state))) == dict(last.state)
    assert all(isinstance(value, str) for value in last.state.values())
    assert last.due is None or (last.due.tzinfo is not None and last.due > NOW)
    await source.fetch(last.state, NOW)


@pytest.mark.parametrize("name", OVER_THE_NETWORK)
async def test_a_server_that_is_not_there_is_a_source_error(name: str, make_fetcher: Any, tmp_path: Path) -> None:
    settings = settings_for("http://127.0.0.1:9")
    with pytest.raises(SourceError):
        await SOURCES[name](make_fetcher(settings), settings, "http://127.0.0.1:9", tmp_path).fetch({}, NOW)


@pytest.mark.parametrize("name", OVER_THE_NETWORK)
@pytest.mark.parametrize("body", [b"", b"<html><body>Just a moment</body></html>", b"\x00\xff", b"[]", b"<a/>"])
async def test_an_answer_that_makes_no_sense_is_a_source_error_or_nothing(
    name: str, body: bytes, serve: Any, make_fetcher: Any, tmp_path: Path
) -> None:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(body=body)

    async with serve(handler) as address:
        settings = settings_for(address)
        made = SOURCES[name](make_fetcher(settings), settings, address, tmp_path)
        try:
            records = (await made.fetch({}, NOW)).records
        except SourceError:
            records = ()
    assert records == ()
