"""arXiv's API: single papers by id; an id that makes it refuse a whole request is found and named."""

from typing import Any

import pytest
from aiohttp import web

from adapters.sources.arxiv_api import RefusedIds, papers_by_id, parse_entries
from bot.errors import SourceBusy, SourceError
from bot.settings_sources import SourceSettings
from db.models import SourceId

ATOM = '<feed xmlns="http://www.w3.org/2005/Atom">{}</feed>'
ERROR = ATOM.format(
    "<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id format for bad</summary>"
    "</entry>"
)


def entry(value: str) -> str:
    return f"<entry><id>http://arxiv.org/abs/{value}v1</id><title>T {value}</title><summary> Words</summary></entry>"


class PlayApi:
    """Refuses a request that has a bad id in it, as arXiv does; knows all others."""

    def __init__(self, bad: str = "") -> None:
        self.bad = bad
        self.asked: list[list[str]] = []

    async def answer(self, request: web.Request) -> web.Response:
        wanted = request.query["id_list"].split(",")
        self.asked.append(wanted)
        if self.bad in wanted:
            return web.Response(status=400, text=ERROR, content_type="application/atom+xml")
        return web.Response(text=ATOM.format("".join(map(entry, wanted))), content_type="application/atom+xml")


async def fetch(play: PlayApi, ids: list[str], serve: Any, make_fetcher: Any) -> Any:
    async with serve(play.answer) as address:
        settings = SourceSettings(arxiv_api_url=f"{address}/api", arxiv_interval_seconds=0)
        return await papers_by_id(make_fetcher(settings), settings, [SourceId("arxiv", value) for value in ids])


async def test_one_bad_id_costs_the_others_nothing(serve: Any, make_fetcher: Any) -> None:
    ids = [f"2401.{n:05}" for n in range(10)]
    batch = await fetch(PlayApi(bad=ids[3]), ids, serve, make_fetcher)
    assert {record.ids[0].value for record in batch.records} == set(ids) - {ids[3]}
    (problem,) = batch.problems
    assert str(problem).startswith(f"arXiv:{ids[3]}: arXiv does not take this id (incorrect id format")


async def test_an_id_given_twice_is_asked_for_once(serve: Any, make_fetcher: Any) -> None:
    play = PlayApi()
    assert len((await fetch(play, ["2401.00001"] * 3, serve, make_fetcher)).records) == 1
    assert play.asked == [["2401.00001"]]


async def test_a_throttled_api_is_left_alone(serve: Any, make_fetcher: Any) -> None:
    class Throttled(PlayApi):
        async def answer(self, request: web.Request) -> web.Response:
            return web.Response(status=429, text="Rate exceeded.")

    with pytest.raises(SourceBusy, match="429"):
        await fetch(Throttled(), ["2401.00001"], serve, make_fetcher)


@pytest.mark.parametrize("body", ["", "Rate exceeded.", "<html><body>x</body></html>", "<feed>"])
def test_an_answer_that_is_no_atom_is_a_source_error(body: str) -> None:
    with pytest.raises(SourceError):
        parse_entries(body.encode())


def test_the_error_entry_is_no_paper() -> None:
    with pytest.raises(RefusedIds, match="incorrect id format"):
        parse_entries(ERROR.encode())


def test_a_paper_may_be_called_0_and_have_no_authors() -> None:
    body = ATOM.format("<entry><id>http://arxiv.org/abs/2104.12255v1</id><title>0</title></entry>")
    (record,) = parse_entries(body.encode()).records
    assert (record.title, record.authors, record.abstract) == ("0", (), "")
