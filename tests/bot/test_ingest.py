"""Papers in, each once: new, updated, copies, withdrawals, limits."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.ingest import ingest
from bot.ports import Record
from db.models import Paper, SourceId
from db.papers import Search
from db.store import Store, open_store

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
LATER = NOW + timedelta(days=1)

ABSTRACT = (
    "Fish swim in schools because each one follows its neighbours, and we show that three simple rules suffice to "
    "bring about every pattern that divers have reported from reefs in the Pacific. Measured on nine thousand hours "
    "of film, the rules explain turns, splits and sudden flight better than any earlier account of collective motion."
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def arxiv(value: str = "2611.00001", version: int = 1, **given: object) -> Record:
    record = Record(
        ids=(SourceId("arxiv", value, version),),
        title="Three Rules of Schooling Fish",
        abstract=ABSTRACT,
        authors=("Ann Li", "Bo Öst"),
        categories=("q-bio.PE",),
        version=version,
    )
    return replace(record, **given)  # type: ignore[arg-type]


def only(store: Store) -> Paper:
    (paper,) = store.papers.recent()
    return paper


def test_a_new_paper_is_kept_in_plain_text_with_its_own_markup_beside_it(store: Store) -> None:
    taken = ingest(store, "arxiv", [arxiv(title=r"Schools of $k$ \emph{fish}", authors=(r"Andr\'e Li",))], NOW)
    paper = only(store)
    assert (taken.new, taken.keys) == (1, (paper.key,))
    assert (paper.id, paper.title, paper.raw_title) == (
        "arxiv:2611.00001",
        "Schools of k fish",
        r"Schools of $k$ \emph{fish}",
    )
    assert paper.authors == ("André Li",)
    assert paper.url == "https://arxiv.org/abs/2611.00001"
    assert (paper.first_seen, paper.title_is_ours) == (NOW, False)
    assert paper.summary in paper.abstract


def test_an_abstract_without_a_title_gets_one_that_is_marked_as_ours(store: Store) -> None:
    ingest(store, "seed", [Record(ids=(SourceId("seed", "abc"),), abstract=ABSTRACT)], NOW)
    assert only(store).title_is_ours
    assert only(store).title


def test_a_title_alone_is_a_paper(store: Store) -> None:
    ingest(store, "feed", [Record(ids=(SourceId("feed", "x"),), title="0")], NOW)
    assert (only(store).title, only(store).summary) == ("0", "")


def test_what_cannot_be_a_paper_is_named_and_the_rest_is_kept(store: Store) -> None:
    nameless, empty = Record(ids=(), title="T", place="line 3"), Record(ids=(SourceId("feed", "e"),), place="entry 2")
    taken = ingest(store, "feed", [nameless, empty, arxiv()], NOW)
    assert (taken.new, taken.skipped, taken.total) == (1, 2, 3)
    assert [str(problem) for problem in taken.problems] == [
        "line 3: it has no id",
        "entry 2: it has neither a title nor an abstract",
    ]


def test_an_overlong_abstract_is_cut_at_the_door_and_said_so(store: Store) -> None:
    taken = ingest(store, "arxiv", [arxiv(abstract="word " * 10_000)], NOW)
    assert (taken.new, taken.cut) == (1, 1)
    assert "20,000" in str(taken.problems[0])
    assert len(only(store).abstract) <= 20_000


def test_the_same_record_again_changes_nothing(store: Store) -> None:
    ingest(store, "arxiv", [arxiv()], NOW)
    before = only(store)
    taken = ingest(store, "arxiv", [arxiv()], LATER)
    assert (taken.new, taken.unchanged) == (0, 1)
    assert only(store) == before


def test_a_new_version_is_an_update_and_can_be_told(store: Store) -> None:
    ingest(store, "arxiv", [arxiv()], NOW)
    taken = ingest(store, "arxiv", [arxiv(version=2, title="Two Rules of Schooling Fish")], LATER)
    paper = only(store)
    assert (taken.new, taken.updated) == (0, 1)
    assert (paper.title, paper.version, paper.first_seen) == ("Two Rules of Schooling Fish", 2, NOW)
    (change,) = store.copies.changes([paper.key], NOW)
    assert (change.version, change.withdrawn, change.seen) == (2, False, LATER)


def test_an_older_version_that_comes_late_overwrites_nothing(store: Store) -> None:
    ingest(store, "arxiv", [arxiv(version=3)], NOW)
    ingest(store, "arxiv", [arxiv(version=1, title="The First Draft")], LATER)
    assert (only(store).title, only(store).version) == ("Three Rules of Schooling Fish", 3)


def test_a_withdrawn_paper_leaves_what_is_ranked_and_is_told(store: Store) -> None:
    ingest(store, "arxiv", [arxiv()], NOW)
    ingest(store, "arxiv", [arxiv(version=2, withdrawn=True)], LATER)
    assert only(store).withdrawn
    assert store.papers.seen_between(NOW - timedelta(days=1), LATER) == []
    assert store.copies.changes([only(store).key], NOW)[0].withdrawn


def test_a_feed_that_cannot_see_withdrawals_does_not_lift_one(store: Store) -> None:
    ingest(store, "arxiv", [arxiv(version=2, withdrawn=True)], NOW)
    ingest(store, "arxiv", [arxiv(version=2, withdrawn=None)], LATER)
    assert only(store).withdrawn


def test_news_of_a_paper_that_is_not_held_is_passed_over(store: Store) -> None:
    taken = ingest(store, "arxiv", [arxiv(version=4, only_updates=True)], NOW)
    assert (taken.skipped, taken.problems, store.papers.count()) == (1, (), 0)


def test_a_renamed_copy_from_elsewhere_is_the_same_work_and_all_its_ids_lead_to_it(store: Store) -> None:
    ingest(store, "arxiv", [arxiv()], NOW)
    copy = Record(
        ids=(SourceId("openreview", "aBcDeF123"), SourceId("doi", "10.1/fish")),
        title="Collective Motion from Three Local Rules",
        abstract=ABSTRACT + " Code is available.",
        authors=("Ann Li",),
        venue="FishConf 2026",
    )
    taken = ingest(store, "openreview", [copy], LATER)
    paper = only(store)
    assert (taken.new, taken.merged) == (0, 1)
    assert (paper.title, paper.venue, paper.first_seen) == ("Three Rules of Schooling Fish", "FishConf 2026", NOW)
    for name in ("arxiv:2611.00001", "openreview:aBcDeF123", "doi:10.1/fish"):
        assert store.papers.by_id(name) == paper


def test_ids_that_join_two_papers_make_one_work_of_them(store: Store) -> None:
    ingest(store, "arxiv", [arxiv(abstract="")], NOW)
    other = Record(ids=(SourceId("openreview", "zzzzzzzz"),), title="Something else", authors=("Cy Re",))
    ingest(store, "openreview", [other], NOW)
    both = replace(other, ids=(SourceId("openreview", "zzzzzzzz"), SourceId("arxiv", "2611.00001")))
    assert ingest(store, "openreview", [both], LATER).merged == 1
    assert store.papers.count() == 1


def test_one_doi_on_a_whole_issue_does_not_make_one_paper_of_it(store: Store) -> None:
    issue = [
        Record(ids=(SourceId("feed", str(n)), SourceId("doi", "10.1/issue"), SourceId("url", "http://j.example/")),
               title=title)
        for n, title in enumerate(["On the Motion of Whales", "Protein Folding at Scale", "A Theory of Sand Dunes"])
    ]  # fmt: skip
    assert ingest(store, "feed", issue, NOW).new == 3


def test_two_parts_by_the_same_people_stay_two_papers(store: Store) -> None:
    parts = [
        Record(ids=(SourceId("openreview", f"part{n}0000"),), title=f"Schools of Fish, Part {n}", authors=("Ann Li",))
        for n in ("I", "II")
    ]
    assert ingest(store, "openreview", parts, NOW).new == 2


def test_what_may_be_a_copy_is_shown_and_never_merged(store: Store) -> None:
    ingest(store, "arxiv", [arxiv()], NOW)
    near = arxiv("2611.00002", title="Rules that Schooling Fish Obey", abstract=ABSTRACT + " New data decide.")
    assert ingest(store, "arxiv", [near], LATER).new == 1
    one, two = (store.papers.by_id(f"arxiv:2611.0000{n}") for n in (1, 2))
    assert one
    assert two
    assert store.copies.doubts() == [(one.key, two.key)]


def test_a_library_paper_is_found_by_id_but_offered_to_nobody_until_a_source_brings_it(store: Store) -> None:
    ingest(store, "library", [arxiv()], NOW)
    assert store.papers.by_id("arxiv:2611.00001")
    assert store.papers.recent() == []
    assert store.papers.search(Search("fish")) == []
    assert store.papers.seen_between(NOW - timedelta(days=1), LATER) == []
    assert ingest(store, "arxiv", [arxiv()], LATER).new == 1
    assert (only(store).first_seen, only(store).source) == (LATER, "arxiv")


def test_a_replacement_of_a_paper_in_somebodys_library_is_no_news_to_others(store: Store) -> None:
    ingest(store, "library", [arxiv()], NOW)
    assert ingest(store, "arxiv", [arxiv(version=2, only_updates=True)], LATER).updated == 1
    assert store.papers.recent() == []
    found = store.papers.by_id("arxiv:2611.00001")
    assert found
    assert found.version == 2


def test_a_paper_from_before_the_source_was_added_is_not_new(store: Store) -> None:
    old = NOW - timedelta(days=60)
    ingest(store, "arxiv", [arxiv(first_seen=old, announced=date(2026, 10, 1))], NOW)
    assert only(store).first_seen == old


def test_dates_that_no_paper_can_have_are_dropped(store: Store) -> None:
    ingest(store, "feed", [arxiv(submitted=NOW + timedelta(days=400))], NOW)
    assert only(store).submitted is None


def test_a_chunk_is_kept_whole_and_progress_is_told(store: Store) -> None:
    records = [arxiv(f"2611.{n:05}", title=f"Number {n} of many", abstract="", authors=()) for n in range(1, 251)]
    heard: list[tuple[int, int]] = []
    taken = ingest(store, "arxiv", records, NOW, progress=lambda done, total: heard.append((done, total)))
    assert taken.new == 250
    assert heard == [(100, 250), (200, 250), (250, 250)]
