"""Fetching what is due: one source's trouble is its own, pages take turns, state is kept."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from bot.errors import SourceBusy, SourceError
from bot.fetching import Report, fetch_due
from bot.ports import Batch, PaperSource, Record, State
from db.models import SourceId
from db.sources import SourceRow
from db.store import Store, open_store
from tests.conftest import START, FakeClock

T = TypeVar("T")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


class InlineCore:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def __call__(self, work: Callable[[Store], T]) -> T:
        return work(self.store)


class Paged:
    """A source of so many pages of one paper each; raises what it is told on a page."""

    kind = "feed"
    heard: list[str]

    def __init__(self, name: str, pages: int, heard: list[str], fault: Exception | None = None, at: int = 0) -> None:
        self.name, self.pages, self.heard, self.fault, self.at = name, pages, heard, fault, at

    async def fetch(self, state: State, now: datetime) -> Batch:
        page = int(state.get("page", "0"))
        self.heard.append(f"{self.name}{page}")
        if self.fault is not None and page >= self.at:
            raise self.fault
        record = Record(ids=(SourceId("feed", f"{self.name}{page}"),), title=f"Paper {self.name} number {page}")
        more = page + 1 < self.pages
        return Batch(
            (record,), day=now.date(), state={"page": str(page + 1)} if more else {"page": "0"}, more=more,
            due=None if more else now + timedelta(hours=1), done=page + 1, total=self.pages,
        )  # fmt: skip


async def run(store: Store, *sources: Paged, clock: FakeClock | None = None) -> dict[str, Report]:
    clock = clock or FakeClock()
    made = {source.name: source for source in sources}
    for source in sources:
        store.sources.add(source.name, source.kind, START)

    def make(row: SourceRow) -> PaperSource:
        return made[row.name]

    return {report.source: report for report in await fetch_due(InlineCore(store), make, clock)}


async def test_pages_take_turns_so_that_a_long_past_holds_nobody_up(store: Store) -> None:
    heard: list[str] = []
    reports = await run(store, Paged("a", 3, heard), Paged("b", 1, heard))
    assert heard == ["a0", "b0", "a1", "a2"]
    assert (reports["a"].intake.new, reports["a"].done, reports["b"].intake.new) == (3, 3, 1)


@pytest.mark.parametrize("fault", [SourceError("It is down."), RuntimeError("a bug"), SourceBusy("Leave me.", 7200)])
async def test_one_source_that_fails_stops_no_other_and_says_why(
    store: Store, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    heard: list[str] = []
    reports = await run(store, Paged("a", 2, heard, fault, at=1), Paged("b", 1, heard))
    assert reports["b"].intake.new == 1
    assert reports["a"].intake.new == 1
    assert reports["a"].problem
    row = store.sources.get("a")
    assert row
    assert (row.failures, row.problem) == (1, reports["a"].problem)
    assert row.state == {"page": "1"}
    assert row.due == START + (timedelta(hours=2) if isinstance(fault, SourceBusy) else timedelta(minutes=15))


async def test_a_source_that_fails_again_is_asked_less_and_less_and_forgiven_at_once(store: Store) -> None:
    heard: list[str] = []
    clock = FakeClock()
    source = Paged("a", 1, heard, SourceError("It is down."))
    pauses = []
    for _ in range(9):
        await run(store, source, clock=clock)
        row = store.sources.get("a")
        assert row
        assert row.due
        pauses.append((row.due - clock.instant) / timedelta(minutes=15))
        clock.instant = row.due
    assert pauses == [1, 2, 4, 8, 16, 32, 48, 48, 48]
    source.fault = None
    await run(store, source, clock=clock)
    row = store.sources.get("a")
    assert row
    assert (row.failures, row.problem, row.batch_size) == (0, "", 1)


async def test_what_is_not_due_is_left_alone(store: Store) -> None:
    heard: list[str] = []
    clock = FakeClock()
    await run(store, Paged("a", 1, heard), clock=clock)
    assert await run(store, Paged("a", 1, heard), clock=clock) == {}
    clock.advance(hours=2)
    assert (await run(store, Paged("a", 1, heard), clock=clock))["a"].intake.unchanged == 1


async def test_a_fetch_that_is_cut_off_loses_nothing_and_goes_on_later(store: Store) -> None:
    class Slow(Paged):
        async def fetch(self, state: State, now: datetime) -> Batch:
            if state.get("page") == "1":
                await asyncio.sleep(10)
            return await super().fetch(state, now)

    heard: list[str] = []
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(run(store, Slow("a", 3, heard)), 0.3)
    row = store.sources.get("a")
    assert row
    assert row.state == {"page": "1"}
    assert (await run(store, Paged("a", 3, heard)))["a"].intake.new == 2
    assert heard == ["a0", "a1", "a2"]


async def test_a_source_removed_while_it_is_fetched_is_not_fetched_on(store: Store) -> None:
    heard: list[str] = []

    class Removed(Paged):
        async def fetch(self, state: State, now: datetime) -> Batch:
            batch = await super().fetch(state, now)
            store.sources.remove(self.name, now)
            return batch

    await run(store, Removed("a", 5, heard))
    assert heard == ["a0"]
    assert store.sources.all() == []
