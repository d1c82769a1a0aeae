"""Sources, hosts, copies and awaited ids as they are kept."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from db.awaited import Awaited
from db.models import ActKind, Paper, ProfileKind, SourceId, Tenant
from db.store import Store, open_store

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
ANN = Tenant("slack", "T1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def add(store: Store, title: str) -> int:
    paper = Paper(
        id=f"seed:{title}", source="seed", title=title, summary="", abstract="", raw_title=title, raw_abstract="",
        first_seen=NOW,
    )  # fmt: skip
    return store.papers.add(paper, [SourceId("seed", title)]).key


def test_a_removed_source_is_gone_from_lists_and_begins_anew_when_added_again(store: Store) -> None:
    assert store.sources.add("a", "feed", NOW, "The A")
    assert not store.sources.add("a", "feed", NOW)
    store.sources.succeeded("a", NOW, state={"etag": "x"}, due=LATER, batch_day=date(2026, 11, 30), batch_size=3)
    assert store.sources.remove("a", LATER)
    assert not store.sources.remove("a", LATER)
    assert (store.sources.get("a"), store.sources.all(), store.sources.due(LATER)) == (None, [], [])
    assert store.sources.add("a", "feed", LATER)
    row = store.sources.get("a")
    assert row
    assert (row.title, row.state, row.due) == ("The A", {}, LATER)


def test_a_good_answer_without_papers_keeps_the_last_batch(store: Store) -> None:
    store.sources.add("a", "arxiv", NOW)
    store.sources.succeeded("a", NOW, state={}, due=LATER, batch_day=date(2026, 11, 30), batch_size=3, title="A")
    store.sources.succeeded("a", LATER, state={}, due=None, note="nothing new", title="Another")
    row = store.sources.get("a")
    assert row
    assert (row.batch_seen, row.batch_size, row.batch_day) == (NOW, 3, date(2026, 11, 30))
    assert (row.succeeded, row.problem, row.title, row.due) == (LATER, "nothing new", "A", None)
    assert store.sources.due(LATER + timedelta(days=99)) == []


def test_the_longest_waiting_source_is_due_first(store: Store) -> None:
    store.sources.add("b", "feed", LATER)
    store.sources.add("c", "feed", NOW)
    assert [row.name for row in store.sources.due(LATER)] == ["c", "b"]


def test_a_lease_that_nobody_gave_back_ends_by_itself(store: Store) -> None:
    assert store.hosts.take("h", 1_000.0, 3.0, 60.0) == 0
    assert store.hosts.take("h", 1_010.0, 3.0, 60.0) == 50
    assert store.hosts.take("h", 1_061.0, 3.0, 60.0) == 0
    store.hosts.give_back("h")
    assert store.hosts.take("h", 1_062.0, 3.0, 60.0) == 2


def test_a_longer_cooling_is_not_shortened_and_none_is_endless(store: Store) -> None:
    store.hosts.cool("h", 2_000.0, "429")
    store.hosts.cool("h", 1_500.0, "403")
    assert store.hosts.cooling("h", 1_000.0) == (1_000.0, "403")
    assert store.hosts.cooling("h", 2_001.0) == (0.0, "")
    store.hosts.cool("h", 10_000_000.0, "a clock gone mad")
    assert store.hosts.cooling("h", 1_000.0) == (0.0, "")


def test_marks_lead_to_the_work_that_a_copy_was_merged_into(store: Store) -> None:
    work, copy = add(store, "work"), add(store, "copy")
    store.copies.mark(copy, {1, 2})
    store.copies.mark(copy, {2})
    store.papers.merge(copy, work)
    assert store.copies.sharing([1, 2, 3], most=5) == [(1, work), (2, work)]


def test_doubts_are_noted_once_and_gone_when_settled(store: Store) -> None:
    one, other = add(store, "one"), add(store, "other")
    store.copies.doubt(other, one, NOW)
    store.copies.doubt(one, other, LATER)
    assert store.copies.doubts() == [(one, other)]
    store.papers.merge(other, one)
    assert store.copies.doubts() == []


def test_changes_are_told_to_those_who_ask_for_these_papers(store: Store) -> None:
    one, other = add(store, "one"), add(store, "other")
    store.copies.changed(one, 2, NOW, withdrawn=False)
    store.copies.changed(other, 3, LATER, withdrawn=True)
    assert [(c.paper, c.version) for c in store.copies.changes([one, other], NOW - timedelta(days=1))] == [
        (one, 2),
        (other, 3),
    ]
    assert [c.paper for c in store.copies.changes([one, other], NOW)] == [other]
    assert store.copies.changes([], NOW) == []


def test_awaited_ids_belong_to_a_tenant_and_go_with_the_person(store: Store) -> None:
    with store.transaction():
        profile = store.people.meet(ANN, ProfileKind.PERSON, "U1", NOW)
        interest = store.people.interests(ANN, profile.key)[0]
        act = store.feedback.begin(ANN, profile.key, ActKind.IMPORT, NOW)
        name = SourceId("arxiv", "2401.00001")
        one = Awaited(ANN, profile.key, interest.key, act, name, teach=True, save=False, created=NOW)
        store.awaited.add(ANN, [one, one])
    assert store.awaited.all(10) == [one]
    assert store.awaited.count(ANN, profile.key) == 1
    assert store.awaited.count(Tenant("slack", "T2"), profile.key) == 0
    store.awaited.done(Tenant("slack", "T2"), act, name)
    assert store.awaited.count(ANN, profile.key) == 1
    with store.transaction():
        store.privacy.erase(ANN, profile.key, "U1")
    assert store.awaited.all(10) == []
