"""OpenReview: notes of both versions, venues by token, and a gate that is named."""

import json
from typing import Any

import pytest
from aiohttp import web

from adapters.sources.openreview import OpenReviewVenue
from adapters.sources.openreview_notes import parse_notes, read_notes
from bot.errors import SourceError
from bot.fetching import fetch_due
from bot.ports import Record
from bot.settings_sources import SourceSettings
from db.store import Store
from tests.adapters.sources.conftest import NOW

DAY = 86_400_000
START = int(NOW.timestamp() * 1000) - 100 * DAY


def v2(number: int, **content: Any) -> dict[str, Any]:
    fields = {"title": f"Paper {number} on fish", "abstract": f"Words {number}.", "authors": ["Ann Li"], **content}
    value = f"note{number:06}"
    return {"id": value, "forum": value, "cdate": START, "content": {name: {"value": v} for name, v in fields.items()}}


def one(note: dict[str, Any]) -> Record:
    (record,), problems = parse_notes([note])
    assert problems == ()
    return record


def test_both_versions_of_a_note_give_the_same_record() -> None:
    new = v2(1)
    old = {**new, "content": {name: field["value"] for name, field in new["content"].items()}}
    assert one(new) == one(old)
    assert one(new).url == "https://openreview.net/forum?id=note000001"


@pytest.mark.parametrize(
    "note",
    [
        v2(1, venueid="ICLR.cc/2025/Conference/Withdrawn_Submission"),
        v2(1, venueid=["ICLR.cc/2025/Conference/Withdrawn_Submission"]),
        v2(1, venue="ICLR 2025 Conference Withdrawn Submission"),
        {**v2(1), "ddate": START},
    ],
)
def test_a_withdrawn_or_deleted_submission_is_marked(note: dict[str, Any]) -> None:
    assert one(note).withdrawn


def test_an_anonymous_submission_has_no_authors_and_no_venue_yet() -> None:
    record = one(v2(1, authors=["Anonymous"], venue="Submitted to ICLR 2026"))
    assert (record.authors, record.venue) == ((), "")
    note = v2(2)
    del note["content"]["authors"]
    assert one(note).authors == ()


def test_reviews_and_empty_notes_are_named() -> None:
    records, problems = parse_notes([{**v2(1), "forum": "other"}, {"id": "x", "content": {}}, {"content": {}}])
    assert records == ()
    assert [problem.reason for problem in problems] == [
        "it is a reply in a forum, not a paper",
        "it has neither a title nor an abstract",
        "it has no id",
    ]


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"notes": [v2(1), v2(2)], "count": 10_000}),
        json.dumps([v2(1), v2(2)]),
        "\n".join(json.dumps(v2(n)) for n in (1, 2)) + "\n",
    ],
)
def test_notes_come_in_an_answer_a_list_or_one_a_line(body: str) -> None:
    assert len(parse_notes(read_notes(body.encode()))[0]) == 2


@pytest.mark.parametrize("body", ["nonsense", "[1]", "[" * 100_000, '{"name": "NotFoundError", "message": "no"}'])
def test_what_is_no_list_of_notes_is_a_sentence(body: str) -> None:
    with pytest.raises(SourceError):
        read_notes(body.encode())


class PlayOpenReview:
    """Answers as both versions of OpenReview's API do."""

    def __init__(self, v2_notes: int = 0, v1_notes: int = 0) -> None:
        self.notes = {"content.venueid": v2_notes, "invitation": v1_notes}
        self.asked: list[str] = []
        self.stuck = False

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path_qs)
        if request.headers.get("Authorization") != "Bearer secret":
            gate = {"name": "ChallengeRequiredError", "message": "Challenge required", "challengeUrl": "x"}
            return web.json_response(gate, status=403)
        kind = next(name for name in self.notes if name in request.query)
        offset = 0 if self.stuck else int(request.query["offset"])
        last = min(self.notes[kind], offset + int(request.query["limit"]))
        return web.json_response({"notes": [v2(n) for n in range(offset, last)]})


async def run(play: PlayOpenReview, token: str, serve: Any, make_fetcher: Any, core: Any, clock: Any) -> Any:
    async with serve(play.answer) as address:
        settings = SourceSettings(
            openreview_url=address, openreview_v1_url=address, openreview_token=token, host_interval_seconds=0
        )
        fetcher = make_fetcher(settings)
        core.store.sources.add("openreview:Fish.cc/2025/Conference", "openreview", NOW)
        (report,) = await fetch_due(core, lambda row: OpenReviewVenue(row.name, fetcher, settings), clock)
        return report


async def test_a_venue_comes_in_pages_and_its_past_is_no_news(
    serve: Any, make_fetcher: Any, core: Any, clock: Any, store: Store
) -> None:
    report = await run(PlayOpenReview(1_200), "secret", serve, make_fetcher, core, clock)
    assert (report.intake.new, report.problem) == (1_200, "")
    assert all(paper.first_seen < NOW for paper in store.papers.recent(5))


async def test_an_old_venue_is_found_in_version_1(serve: Any, make_fetcher: Any, core: Any, clock: Any) -> None:
    assert (await run(PlayOpenReview(0, 3), "secret", serve, make_fetcher, core, clock)).intake.new == 3


async def test_a_server_that_repeats_a_page_is_not_asked_for_ever(
    serve: Any, make_fetcher: Any, core: Any, clock: Any
) -> None:
    play = PlayOpenReview(5_000)
    play.stuck = True
    assert "same page twice" in (await run(play, "secret", serve, make_fetcher, core, clock)).problem
    assert len(play.asked) == 2


async def test_without_a_token_the_gate_is_named_with_the_way_round_it(
    serve: Any, make_fetcher: Any, core: Any, clock: Any
) -> None:
    problem = (await run(PlayOpenReview(3), "", serve, make_fetcher, core, clock)).problem
    assert "403 (Challenge required)" in problem
    assert "file of notes" in problem
