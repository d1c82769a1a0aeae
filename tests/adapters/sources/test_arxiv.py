"""A category of arXiv through its days: feeds, holidays, stale and cut feeds, missed days, changes, the past."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from aiohttp import web

from adapters.sources.arxiv import ArxivCategory
from adapters.sources.arxiv_api import papers_by_id
from bot.announcements import known_calendar, out_at
from bot.errors import SourceError
from bot.fetching import fetch_due
from bot.ports import Batch
from bot.settings_sources import SourceSettings
from bot.source_health import Standing, health
from db.models import Paper, SourceId
from db.store import Store
from tests.adapters.sources.play_arxiv import MONDAY, Listed, PlayArxiv

TUESDAY = MONDAY + timedelta(days=1)
SATURDAY = datetime(2026, 12, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class World:
    """arXiv on loopback, a category of it as a source, and the store behind."""

    def __init__(self, arxiv: PlayArxiv, address: str, make_fetcher: Any, clock: Any, core: Any, store: Store) -> None:
        self.arxiv, self.clock, self.core, self.store = arxiv, clock, core, store
        self.settings = SourceSettings(
            arxiv_feed_url=f"{address}/atom/",
            arxiv_oai_url=f"{address}/oai",
            arxiv_api_url=f"{address}/api",
            arxiv_interval_seconds=0,
            backfill_days=0,
        )
        self.fetcher = make_fetcher(self.settings)

    def use(self, **changes: Any) -> None:
        self.settings = self.settings.model_copy(update=changes)

    async def run(self, at: datetime) -> Any:
        self.clock.instant = at
        if self.store.sources.add("arxiv:cs.LG", "arxiv", at):
            assert self.store.sources.get("arxiv:cs.LG")
        (report,) = await fetch_due(
            self.core,
            lambda row: ArxivCategory(row.name, self.fetcher, self.settings),
            self.clock,
            names=["arxiv:cs.LG"],
        )
        return report

    def papers(self) -> dict[str, Paper]:
        return {paper.id.removeprefix("arxiv:"): paper for paper in self.store.papers.recent()}

    def standing(self, at: datetime) -> Standing:
        row = self.store.sources.get("arxiv:cs.LG")
        assert row
        return health(row, at, known_calendar()).standing


@pytest.fixture
async def world(serve: Any, make_fetcher: Any, clock: Any, core: Any, store: Store) -> AsyncIterator[World]:
    arxiv = PlayArxiv()
    async with serve(arxiv.answer) as address:
        yield World(arxiv, address, make_fetcher, clock, core, store)


async def test_a_days_feed_comes_in_once(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001"), Listed("2611.00002", categories="cs.CV cs.LG", type="cross")]
    report = await world.run(MONDAY)
    assert (report.intake.new, report.problem) == (2, "")
    assert (await world.run(MONDAY + HOUR)).intake == (await world.run(MONDAY + 2 * HOUR)).intake
    assert sum(path.startswith("/atom") for path in world.arxiv.asked) == 1
    assert world.papers()["2611.00002"].categories == ("cs.CV", "cs.LG")
    assert world.papers()["2611.00001"].authors == ("Ann Li", "Bo Öst")
    row = world.store.sources.get("arxiv:cs.LG")
    assert row
    assert (row.batch_day, row.batch_size, world.standing(MONDAY)) == (date(2026, 11, 30), 2, Standing.CURRENT)


async def test_the_type_a_feed_claims_is_not_trusted_but_cross_lists_and_replacements_are_switches(
    world: World,
) -> None:
    world.arxiv.feed = [
        Listed("2611.00001", type="cross"),
        Listed("2611.00002", type="new", categories="cs.CV cs.LG"),
        Listed("2611.00003", type="new", version=2),
        Listed("2611.00004", type="replace-cross", version=3, categories="cs.CV cs.LG"),
    ]
    await world.run(MONDAY)
    assert set(world.papers()) == {"2611.00001", "2611.00002"}
    world.use(arxiv_cross_lists=False, arxiv_replacements=True)
    world.arxiv.day = "2026-12-01"
    world.arxiv.feed += [Listed("2611.00005", categories="cs.CV cs.LG")]
    await world.run(TUESDAY)
    assert set(world.papers()) == {"2611.00001", "2611.00002", "2611.00003"}


async def test_a_new_version_in_a_feed_updates_the_paper_we_hold(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001")]
    await world.run(MONDAY)
    world.arxiv.day, world.arxiv.feed = "2026-12-01", [Listed("2611.00001", version=2, type="replace")]
    report = await world.run(TUESDAY)
    assert (report.intake.new, report.intake.updated) == (0, 1)
    assert world.papers()["2611.00001"].first_seen == MONDAY


async def test_an_empty_weekday_is_suspicious_and_asked_again(world: World) -> None:
    report = await world.run(MONDAY)
    assert "should have a batch" in report.note
    row = world.store.sources.get("arxiv:cs.LG")
    assert row
    assert row.due == MONDAY + timedelta(minutes=30)
    assert world.standing(MONDAY) is Standing.WAITING
    world.arxiv.feed = [Listed("2611.00001")]
    assert (await world.run(MONDAY + HOUR)).intake.new == 1
    assert world.standing(MONDAY + HOUR) is Standing.CURRENT


async def test_after_four_vain_attempts_the_batch_is_looked_for_by_oai(world: World) -> None:
    for n in range(3):
        await world.run(MONDAY + n * HOUR)
    world.arxiv.all = [Listed("2611.00001")]
    report = await world.run(MONDAY + 3 * HOUR)
    assert report.intake.new == 1
    assert world.standing(MONDAY + 3 * HOUR) is Standing.CURRENT


async def test_a_feed_that_comes_late_is_still_read_after_oai_stood_in_for_it(world: World) -> None:
    for n in range(3):
        await world.run(MONDAY + n * HOUR)
    world.arxiv.all = [Listed("2611.00001")]
    await world.run(MONDAY + 3 * HOUR)
    world.arxiv.feed = [Listed("2611.00001"), Listed("2005.00001", type="cross", categories="cs.CV cs.LG", version=2)]
    assert (await world.run(MONDAY + 6 * HOUR)).intake.new == 1
    assert set(world.papers()) == {"2611.00001", "2005.00001"}


async def test_a_missing_batch_is_waited_for_and_then_counts_as_stalled(world: World) -> None:
    await world.run(MONDAY)
    assert world.standing(MONDAY + 2 * HOUR) is Standing.WAITING
    assert world.standing(MONDAY + 14 * HOUR) is Standing.STALLED


async def test_one_stale_category_is_seen_as_such(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001")]
    await world.run(MONDAY)
    assert "still shows the batch of 2026-11-30" in (await world.run(TUESDAY)).note
    world.arxiv.day = "2026-12-01"
    assert "again under a new date" in (await world.run(TUESDAY + HOUR)).note
    assert world.standing(TUESDAY + HOUR) is Standing.WAITING


async def test_a_weekend_asks_no_feed_and_is_quiet(world: World) -> None:
    world.arxiv.feed, world.arxiv.day = [Listed("2611.00001")], "2026-12-04"
    await world.run(datetime(2026, 12, 4, 9, tzinfo=UTC))
    world.arxiv.asked.clear()
    report = await world.run(SATURDAY)
    assert (report.problem, report.note) == ("", "")
    assert not any(path.startswith("/atom") for path in world.arxiv.asked)
    assert world.standing(SATURDAY) is Standing.QUIET
    row = world.store.sources.get("arxiv:cs.LG")
    assert row
    assert health(row, SATURDAY, known_calendar()).expected == out_at(date(2026, 12, 7))


async def test_a_missed_day_is_caught_up_by_oai(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001")]
    await world.run(MONDAY)
    world.arxiv.all = [
        Listed("2612.00001", submitted=TUESDAY, changed=date(2026, 12, 2)),
        Listed("0704.00001", submitted=datetime(2007, 4, 1, tzinfo=UTC), version=2, changed=date(2026, 12, 2)),
    ]
    world.arxiv.day, world.arxiv.feed = "2026-12-03", [Listed("2612.00009")]
    await world.run(datetime(2026, 12, 3, 9, tzinfo=UTC))
    assert set(world.papers()) == {"2611.00001", "2612.00001", "2612.00009"}


async def test_a_friday_missed_is_caught_up_on_saturday(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001")]
    await world.run(datetime(2026, 12, 3, 9, tzinfo=UTC))
    world.arxiv.all = [Listed("2612.00001", submitted=TUESDAY, changed=date(2026, 12, 4))]
    assert (await world.run(SATURDAY)).intake.new == 1
    assert world.standing(SATURDAY) is Standing.QUIET


async def test_exactly_2000_entries_mean_that_the_rest_is_fetched_by_oai(world: World) -> None:
    world.arxiv.feed = [Listed(f"2611.{n:05}", version=2, type="replace") for n in range(1, 2_001)]
    world.arxiv.all = [Listed("2611.09999")]
    report = await world.run(MONDAY)
    assert report.intake.new == 1
    assert "2611.09999" in world.papers()


async def test_the_nightly_pass_brings_late_papers_and_withdrawals(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001"), Listed("2611.00002")]
    await world.run(MONDAY)
    world.arxiv.all = [
        Listed("2611.00001", version=2, comments="This paper has been withdrawn by the author"),
        Listed("2611.00003", submitted=MONDAY - timedelta(days=15)),
    ]
    at_night = datetime(2026, 12, 1, 4, 30, tzinfo=UTC)
    report = await world.run(at_night)
    assert (report.intake.new, report.intake.updated) == (1, 1)
    assert world.papers()["2611.00001"].withdrawn
    assert world.papers()["2611.00003"].first_seen == at_night


async def test_an_oai_server_that_is_down_does_not_keep_the_days_feed_out(world: World) -> None:
    world.arxiv.feed = [Listed("2611.00001")]
    await world.run(MONDAY)
    world.arxiv.broken = "oai"
    world.arxiv.day, world.arxiv.feed = "2026-12-01", [Listed("2611.00002")]
    report = await world.run(TUESDAY)
    assert "2611.00002" in world.papers()
    assert "answered 500" in report.problem
    world.arxiv.broken = ""
    assert (await world.run(TUESDAY + HOUR)).problem == ""


async def test_a_new_category_brings_its_past_in_windows_that_can_be_taken_up_again(world: World) -> None:
    world.use(backfill_days=30)
    world.arxiv.page = 2
    world.arxiv.all = [
        Listed(f"2611.{n:05}", submitted=MONDAY - timedelta(days=n), changed=(MONDAY - timedelta(days=n)).date())
        for n in range(1, 41)
    ]
    world.arxiv.feed = [Listed("2611.00099")]
    world.arxiv.broken = "oai"
    assert (await world.run(MONDAY)).problem
    world.arxiv.broken, world.arxiv.expire_tokens = "", True
    report = await world.run(MONDAY + HOUR)
    assert report.problem == ""
    assert report.done == report.total == 30
    found = world.papers()
    assert set(found) == {f"2611.{n:05}" for n in (*range(1, 31), 99)}
    assert all(found[f"2611.{n:05}"].first_seen <= MONDAY - timedelta(days=n - 5) for n in range(6, 31))
    week = world.store.papers.seen_between(MONDAY - timedelta(days=7), MONDAY + HOUR)
    assert {paper.id for paper in week} == {f"arxiv:2611.{n:05}" for n in (*range(1, 10), 99)}
    tokens = [path for path in world.arxiv.asked if "resumptionToken" in path]
    assert all("from=" not in path for path in tokens)


async def test_the_past_stops_at_the_most_papers_it_may_bring(world: World) -> None:
    world.use(backfill_days=30, backfill_papers=5)
    world.arxiv.all = [
        Listed(f"2611.{n:05}", submitted=MONDAY - timedelta(days=n), changed=(MONDAY - timedelta(days=n)).date())
        for n in range(1, 31)
    ]
    world.arxiv.feed = [Listed("2611.00099")]
    await world.run(MONDAY)
    assert len(world.papers()) == 6


async def test_a_category_that_does_not_exist_is_named(world: World) -> None:
    def error(request: web.Request) -> str:
        return (
            "<rss><channel><title>Feed error for query: x</title><description>Bad subject class 'LG'.</description>"
            "</channel></rss>"
        )

    world.arxiv.atom_answer = error  # type: ignore[method-assign]
    assert "Bad subject class" in (await world.run(MONDAY)).problem


async def test_pasted_ids_come_by_one_request_and_a_wrong_one_is_named(world: World) -> None:
    world.arxiv.all = [Listed("2611.00001"), Listed("math/0207249", version=3)]
    ids = [SourceId("arxiv", value) for value in ("2611.00001", "math/0207249", "9999.99999")]
    batch: Batch = await papers_by_id(world.fetcher, world.settings, ids)
    assert [record.ids[0] for record in batch.records] == [
        SourceId("arxiv", "2611.00001"),
        SourceId("arxiv", "math/0207249", 3),
    ]
    assert [str(problem) for problem in batch.problems] == ["arXiv:9999.99999: arXiv knows no paper with this id"]
    assert len(world.arxiv.asked) == 1


async def test_250_pasted_ids_take_three_requests(world: World) -> None:
    world.arxiv.all = [Listed(f"2611.{n:05}") for n in range(250)]
    ids = [SourceId("arxiv", paper.id) for paper in world.arxiv.all]
    assert len((await papers_by_id(world.fetcher, world.settings, ids)).records) == 250
    assert len(world.arxiv.asked) == 3


@pytest.mark.parametrize(
    ("given", "name"), [("CS.lg", "cs.LG"), ("cond-mat.MTRL-SCI", "cond-mat.mtrl-sci"), ("cs", "cs")]
)
def test_a_category_is_taken_in_any_spelling(given: str, name: str) -> None:
    assert ArxivCategory(given, None, SourceSettings()).name == f"arxiv:{name}"  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["", "cs.", "foo.BAR", "hep-th.XX", "cs.LG/../../etc", "cs.LG&x=1"])
def test_what_is_no_category_is_refused_with_examples(given: str) -> None:
    with pytest.raises(SourceError, match="Examples"):
        ArxivCategory(given, None, SourceSettings())  # type: ignore[arg-type]
