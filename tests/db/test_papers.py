"""Papers are kept once under all their names, and searched without ever failing."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.models import Paper, SourceId
from db.papers import LIBRARY, Search, search_words
from db.store import Store

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def add(store: Store, name: str, title: str = "A title", **fields: object) -> Paper:
    values = {"abstract": "An abstract.", "authors": (), "first_seen": NOW, **fields}
    made = Paper(
        id=f"arxiv:{name}", source="arxiv", title=title, summary="", raw_title=title, raw_abstract="", **values
    )  # type: ignore[arg-type]
    with store.transaction():
        return store.papers.add(made, [SourceId("arxiv", name)])


def test_a_paper_comes_back_as_it_was(store: Store) -> None:
    made = add(store, "1", "Schrödinger bridges", authors=("José Ñ", "李雷"), categories=("cs.LG",), version=2)
    assert store.papers.get(made.key) == made
    assert store.papers.by_id("arxiv:1") == made
    assert store.papers.by_name(SourceId("arxiv", "1")) == made


def test_accents_and_case_do_not_matter_in_a_search(store: Store) -> None:
    made = add(store, "1", "Schrödinger bridges", authors=("José Muñoz",))
    for words in ("schrodinger", "BRIDGE", "munoz", "José"):
        assert store.papers.search(Search(words)) == [made], words


def test_words_in_the_title_come_first(store: Store) -> None:
    add(store, "1", "Nothing of the kind", abstract="diffusion is mentioned once among many other words here")
    titled = add(store, "2", "Diffusion")
    assert store.papers.search(Search("diffusion"))[0] == titled


def test_where_no_paper_has_all_words_those_with_some_are_found(store: Store) -> None:
    made = add(store, "1", "Sparse autoencoders")
    assert store.papers.search(Search("sparse zebra")) == [made]


def test_fields_narrow_a_search(store: Store) -> None:
    old = add(store, "1", "Diffusion", authors=("Ann Li",), categories=("cs.LG",), first_seen=NOW - timedelta(days=9))
    new = add(store, "2", "Diffusion", authors=("Bo Wu",), categories=("cs.CV", "cs.lg"))
    assert store.papers.search(Search("diffusion", author="li")) == [old]
    assert store.papers.search(Search(category="CS.LG")) == [new, old]
    assert store.papers.search(Search("diffusion", after=NOW - timedelta(days=1))) == [new]
    assert store.papers.search(Search("diffusion", source="seed")) == []
    assert store.papers.search(Search("diffusion", among=(old.key,))) == [old]


@pytest.mark.parametrize(
    "nasty",
    ['"', '""', "'", "*", "a*", "(", "a AND", "OR", "NOT x", "NEAR(a b)", "title:", "-a", "^a", "{a}", "a:b:c",
     "\x00", "a\x00b", "🙂", "\ud800", "%", "_", "\\", ";--", "a" * 20_000, "a " * 20_000, " ", "", "，", "论文"],
)  # fmt: skip
def test_no_query_is_an_error(store: Store, nasty: str) -> None:
    add(store, "1", "A title with a")
    assert isinstance(store.papers.search(Search(nasty)), list)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200), st.text(max_size=20), st.text(max_size=20))
def test_no_text_at_all_is_an_error(store: Store, words: str, author: str, category: str) -> None:
    store.papers.search(Search(words, author=author, category=category.encode("utf-8", "replace").decode()))


def test_a_long_query_is_cut_and_not_slow(store: Store) -> None:
    words = search_words("w " * 10_000)
    assert len(words) == 32


def test_a_merged_copy_leads_to_the_work(store: Store) -> None:
    work, copy = add(store, "1"), add(store, "2")
    with store.transaction():
        store.papers.merge(copy.key, work.key)
    assert store.papers.get(copy.key) == work
    assert store.papers.by_id("arxiv:2") == work
    assert store.papers.by_name(SourceId("arxiv", "2")) == work
    assert store.papers.count() == 1
    assert store.papers.recent() == [work]


def test_an_update_keeps_id_and_first_sight(store: Store) -> None:
    made = add(store, "1", "Old title")
    changed = Paper(
        "arxiv:other",
        "arxiv",
        "New title",
        "",
        "Abstract.",
        "New title",
        "",
        NOW + timedelta(days=3),
        version=2,
        key=made.key,
    )
    with store.transaction():
        store.papers.update(changed)
    found = store.papers.get(made.key)
    assert found is not None
    assert (found.id, found.title, found.version, found.first_seen) == ("arxiv:1", "New title", 2, NOW)
    assert store.papers.search(Search("old")) == []
    assert store.check() == []


def test_what_was_seen_in_a_span_leaves_out_its_start_and_the_withdrawn(store: Store) -> None:
    add(store, "1", first_seen=NOW)
    inside = add(store, "2", first_seen=NOW + timedelta(seconds=1))
    add(store, "3", first_seen=NOW + timedelta(seconds=2), withdrawn=True)
    assert store.papers.seen_between(NOW, NOW + timedelta(hours=1)) == [inside]


def test_only_what_may_be_offered_to_anybody_is_offered_in_the_order_asked(store: Store) -> None:
    one, two = add(store, "1"), add(store, "2")
    copy, gone = add(store, "3"), add(store, "4", withdrawn=True)
    with store.transaction():
        store.papers.merge(copy.key, one.key)
        theirs = store.papers.add(replace(two, id="doi:5", source=LIBRARY, key=0), [])
    assert store.papers.offered([theirs.key, two.key, gone.key, copy.key, one.key, 99]) == [two, one]
    assert store.papers.offered([]) == []
    assert store.papers.after(one.key, 10) == [two, gone, theirs]
    assert store.papers.after(one.key, 1) == [two]
    assert store.papers.after(theirs.key, 10) == []


def test_the_newest_of_one_source_and_the_count_need_no_look_at_the_papers(store: Store) -> None:
    old, new = add(store, "1", first_seen=NOW), add(store, "2", first_seen=NOW + timedelta(days=1))
    with store.transaction():
        store.papers.add(replace(new, id="feed:3", source="feed", key=0), [])
    assert store.papers.recent(source="arxiv") == [new, old]
    asked: list[str] = []
    store.db.conn.set_trace_callback(asked.append)
    store.papers.recent(5, source="arxiv")
    store.papers.count()
    store.db.conn.set_trace_callback(None)
    for query in asked:
        plan = " ".join(str(row[3]) for row in store.db.execute(f"EXPLAIN QUERY PLAN {query}"))
        assert "papers_by_source" in plan
        assert "TEMP B-TREE" not in plan
