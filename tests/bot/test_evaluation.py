"""The replay of kept answers respects time, beats chance where people are consistent, and tells nobody's own."""

from datetime import timedelta

from adapters.cli.evaluate import page
from bot.evaluation import evaluate
from db.models import ActKind, Answer, ProfileKind
from db.papers import Search
from db.rows import instant
from db.store import Store
from tests.conftest import LOCAL, START, spoken

WEEKS = 4


def live(store: Store) -> None:
    """Four weeks: a quarter of the seeds come in each week, and two people like theirs a day later."""
    papers = store.papers.recent()
    with store.transaction():
        for number, paper in enumerate(sorted(papers, key=lambda p: p.id)):
            seen = START + timedelta(weeks=number % WEEKS)
            store.db.execute("UPDATE papers SET first_seen = ? WHERE id = ?", [instant(seen), paper.key])
    for person, topic in (("ann", "sparse autoencoders"), ("bob", "flow matching")):
        with store.transaction():
            profile = store.people.meet(LOCAL, ProfileKind.PERSON, person, START).key
            interest = store.people.interests(LOCAL, profile)[0].key
        for paper in sorted(store.papers.search(Search(topic), 30), key=lambda p: p.first_seen):
            if topic.split()[0] not in paper.abstract.lower():
                continue
            at = paper.first_seen + timedelta(days=1)
            with store.transaction():
                act = store.feedback.begin(LOCAL, profile, ActKind.ANSWER, at)
                store.feedback.add(LOCAL, profile, interest, [paper.key], Answer.LIKE, act, at)


def test_consistent_answers_are_foreseen_better_than_by_chance(seeded: Store) -> None:
    live(seeded)
    found = evaluate(seeded)
    assert found.people == 2
    assert found.cases >= 4
    ours, chance = found.table["ours"]["ndcg10"], found.table["by chance"]["ndcg10"]
    assert ours.mean > chance.mean + 0.2
    assert ours.low <= ours.mean <= ours.high
    assert sum(b.count for b in found.bins) > 0


def test_the_same_answers_give_the_same_evaluation(seeded: Store) -> None:
    live(seeded)
    assert evaluate(seeded) == evaluate(seeded)


def test_the_page_tells_means_and_nobodys_answers(seeded: Store) -> None:
    live(seeded)
    told = spoken(page(evaluate(seeded)))
    assert "2 people" in told
    assert "ann" not in told.replace("by chance", "")
    assert "seed:" not in told


def test_without_answers_it_says_what_is_missing(seeded: Store) -> None:
    found = evaluate(seeded)
    assert found.cases == 0
    assert "nothing to replay yet" in spoken(page(found))
