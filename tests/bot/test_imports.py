"""A library comes in as one act: counted, taken back by one undo, offered to nobody else."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from adapters.sources.files import read_library
from bot.errors import SourceError
from bot.imports import ImportPlan, groups_of, import_in_chunks, import_library, look_up
from bot.ports import Batch, Record
from bot.texts.imports import imported, unknown
from db.models import Answer, ProfileKind, SourceId, Tenant
from db.store import Store, open_store
from recommender.evidence import gather

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
ANN = Tenant("slack", "T1")
T = TypeVar("T")

BIB = r"""
@article{a, title = {Old paper on reefs}, year = 1999, author = {Li, Ann}, groups = {reefs}}
@article{b, title = {New paper on whales}, year = 2025, abstract = {We sing.}, groups = {whales, big}}
@article{c, title = {Paper on arXiv}, year = 2024, eprint = {2401.00001}, archivePrefix = {arXiv}}
@misc{d, year = 2020}
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def plan(store: Store) -> ImportPlan:
    with store.transaction():
        profile = store.people.meet(ANN, ProfileKind.PERSON, "U1", NOW)
    interest = store.people.interests(ANN, profile.key)[0]
    return ImportPlan(ANN, profile.key, interest.key, teach=True, save=True)


class InlineCore:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def __call__(self, work: Callable[[Store], T]) -> T:
        return work(self.store)


def events(store: Store, plan: ImportPlan) -> list[tuple[Answer, str]]:
    active = store.feedback.active(ANN, plan.profile)
    return [(event.answer, store.papers.get(event.paper).title) for event in active]  # type: ignore[union-attr]


def test_a_library_teaches_and_is_saved_and_says_its_counts(store: Store, plan: ImportPlan) -> None:
    result = import_library(store, plan, read_library(BIB.encode(), "x.bib"), NOW)
    assert (result.total, result.used, result.without_abstract, result.waiting) == (4, 3, 2, 0)
    assert [str(problem) for problem in result.skipped] == ["line 5 (d): it has no title"]
    assert events(store, plan)[:3] == [
        (Answer.KEEP, "Old paper on reefs"),
        (Answer.KEEP, "Paper on arXiv"),
        (Answer.KEEP, "New paper on whales"),
    ]
    assert {answer for answer, _ in events(store, plan)} == {Answer.KEEP, Answer.IMPORT}
    sentence = imported(result.total, result.used, result.without_abstract, 0, [str(p) for p in result.skipped])
    assert sentence == (
        "4 references, 3 used, 2 of them without an abstract (a title alone still helps), 1 skipped. "
        "Skipped: line 5 (d): it has no title."
    )


def test_one_undo_takes_the_whole_import_back(store: Store, plan: ImportPlan) -> None:
    result = import_library(store, plan, read_library(BIB.encode(), "x.bib"), NOW)
    last = store.feedback.last_act(ANN, plan.profile)
    assert last
    assert last.key == result.act
    store.feedback.undo(ANN, last.key, NOW)
    assert events(store, plan) == []


def test_its_papers_are_offered_to_nobody_else(store: Store, plan: ImportPlan) -> None:
    import_library(store, plan, read_library(BIB.encode(), "x.bib"), NOW)
    assert store.papers.recent() == []
    assert store.papers.by_id("arxiv:2401.00001")


def test_importing_twice_makes_no_paper_twice(store: Store, plan: ImportPlan) -> None:
    library = read_library(BIB.encode(), "x.bib")
    import_library(store, plan, library, NOW)
    before = store.papers.count()
    import_library(store, plan, library, NOW + timedelta(days=1))
    assert store.papers.count() == before


def test_groups_can_be_chosen(store: Store, plan: ImportPlan) -> None:
    library = read_library(BIB.encode(), "x.bib")
    assert groups_of(library) == [("big", 1), ("reefs", 1), ("whales", 1)]
    chosen = ImportPlan(ANN, plan.profile, plan.interest, teach=True, save=False, groups=frozenset({"whales"}))
    assert import_library(store, chosen, library, NOW).used == 1
    assert events(store, plan) == [(Answer.IMPORT, "New paper on whales")]


def test_a_thousand_imported_papers_weigh_like_fifty_likes_the_newest_first(store: Store, plan: ImportPlan) -> None:
    entries = "\n".join(f"@misc{{k{n}, title = {{Paper number {n} on fish}}, year = {1900 + n}}}" for n in range(120))
    import_library(store, plan, read_library(entries.encode(), "x.bib"), NOW)
    active = store.feedback.active(ANN, plan.profile)
    papers = {event.paper: store.papers.get(event.paper) for event in active}
    evidence = gather(active, {key: paper for key, paper in papers.items() if paper}, (), plan.interest)
    assert sum(evidence.liked_weights) == 50
    assert {paper.title for paper in evidence.liked} == {f"Paper number {n} on fish" for n in range(70, 120)}


def test_nothing_usable_is_no_act(store: Store, plan: ImportPlan) -> None:
    result = import_library(store, plan, read_library(b"@misc{d, year = 2020}", "x.bib"), NOW)
    assert (result.act, result.used, len(result.skipped)) == (0, 0, 1)
    assert store.feedback.last_act(ANN, plan.profile) is None


async def test_pasted_ids_are_looked_up_later_and_belong_to_the_same_import(store: Store, plan: ImportPlan) -> None:
    library = read_library(b"2401.00001\n2401.00002\n2401.99999\n10.1145/3292500.3330701", "pasted")
    result = import_library(store, plan, library, NOW)
    assert (result.used, result.waiting, store.awaited.count(ANN, plan.profile)) == (0, 4, 4)

    async def by_id(ids: Sequence[SourceId]) -> Batch:
        known = [name for name in ids if name.value != "2401.99999"]
        return Batch(tuple(Record(ids=(name,), title=f"Title {name.value}", abstract="Words.") for name in known))

    assert await look_up(InlineCore(store), by_id, NOW) == 2
    assert {title for _, title in events(store, plan)} == {"Title 2401.00001", "Title 2401.00002"}
    assert {event.act for event in store.feedback.active(ANN, plan.profile)} == {result.act}
    assert store.awaited.count(ANN, plan.profile) == 1
    assert store.awaited.unknown_of(ANN, plan.profile) == [SourceId("arxiv", "2401.99999")]
    assert "nobody knows arxiv:2401.99999." in unknown(["arxiv:2401.99999"])
    assert await look_up(InlineCore(store), by_id, NOW + timedelta(days=91)) == 0
    assert store.awaited.count(ANN, plan.profile) == 0
    assert len(store.awaited.unknown_of(ANN, plan.profile)) == 2


async def test_an_arxiv_that_does_not_answer_loses_no_id(store: Store, plan: ImportPlan) -> None:
    import_library(store, plan, read_library(b"2401.00001", "pasted"), NOW)

    async def by_id(ids: Sequence[SourceId]) -> Batch:
        raise SourceError("arXiv is down.")

    with pytest.raises(SourceError):
        await look_up(InlineCore(store), by_id, NOW)
    assert store.awaited.count(ANN, plan.profile) == 1


async def test_an_undone_import_waits_no_more(store: Store, plan: ImportPlan) -> None:
    result = import_library(store, plan, read_library(b"2401.00001", "pasted"), NOW)
    store.feedback.undo(ANN, result.act, NOW)

    async def by_id(ids: Sequence[SourceId]) -> Batch:
        raise AssertionError("nothing is to be looked up")

    assert await look_up(InlineCore(store), by_id, NOW) == 0


async def test_a_large_library_comes_in_chunks_with_progress(store: Store, plan: ImportPlan) -> None:
    entries = "\n".join(f"@misc{{k{n}, title = {{Paper number {n} on fish}}}}" for n in range(250))
    heard: list[tuple[int, int]] = []
    result = await import_in_chunks(
        InlineCore(store), plan, read_library(entries.encode(), "x.bib"), NOW, lambda a, b: heard.append((a, b))
    )
    assert result.used == 250
    assert heard == [(100, 250), (200, 250), (250, 250)]
