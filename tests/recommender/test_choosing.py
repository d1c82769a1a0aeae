"""The short list: merging of interests, freshness, variety, and papers like a paper."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from recommender.diversify import compose, spread
from recommender.evidence import Evidence
from recommender.interest import InterestModel
from recommender.ranking import freshness, recommend, similar_papers
from recommender.recommendation import Reason


@pytest.fixture
def now(subjects):
    return (subjects("proteins", 1, seed=4)[0].first_seen + timedelta(days=10)).timestamp()


@pytest.fixture
def fit(large):
    def fitted(**evidence):
        return InterestModel().fit(*large, Evidence(**evidence))

    return fitted


@pytest.fixture
def day(large, subjects):
    return large[0].transform([p for s in ("proteins", "graphs", "climate") for p in subjects(s, 12, seed=6)])


def test_the_best_come_first_and_none_twice(fit, day, subjects, now):
    found = recommend({7: fit(liked=tuple(subjects("proteins", 3, seed=3)))}, day, 5, now=now)
    assert [r.id.split(":")[0] for r in found] == ["proteins"] * 5
    assert len({r.id for r in found}) == 5
    assert all(day.ids[r.index] == r.id and day.keys[r.index] == r.key and r.interest == 7 for r in found)


def test_a_small_second_interest_is_served_too(fit, day, subjects, now):
    interests = {
        1: fit(liked=tuple(subjects("proteins", 12, seed=3))),
        2: fit(liked=tuple(subjects("graphs", 2, seed=3))),
    }
    found = recommend(interests, day, 5, now=now)
    assert {r.interest for r in found} == {1, 2}
    assert all(r.id.startswith("proteins" if r.interest == 1 else "graphs") for r in found)


def test_one_interest_with_a_small_corner_shows_it_marked_as_something_different(fit, day, subjects, now):
    often = subjects("proteins", 1, seed=3)[0]
    likes = tuple(replace(often, id=f"copy {n}") for n in range(12)) + tuple(subjects("graphs", 2, seed=3))
    found = recommend({1: fit(liked=likes)}, day, 5, now=now)
    corner = [r for r in found if r.id.startswith("graphs")]
    assert corner
    assert [r.reason for r in found].count(Reason.DIFFERENT) == 1
    assert any(r.reason is Reason.DIFFERENT for r in corner)


def test_hidden_papers_and_second_copies_never_come(fit, large, subjects, now):
    papers = subjects("proteins", 6, seed=6)
    day = large[0].transform([*papers, papers[0], papers[1]])
    found = recommend({1: fit(liked=tuple(subjects("proteins", 3, seed=3)))}, day, 10, now=now, hidden={papers[2].id})
    assert sorted(r.id for r in found) == sorted(p.id for p in papers if p is not papers[2])


def test_nothing_known_gives_a_varied_recent_choice_that_says_so(fit, day, now):
    found = recommend({1: fit()}, day, 3, now=now)
    assert {r.id.split(":")[0] for r in found} == {"proteins", "graphs", "climate"}
    assert all(r.reason is Reason.RECENT and r.interest is None for r in found)
    assert recommend({}, day, 3, now=now) == found


def test_no_candidates_no_recommendations(fit, day, now):
    assert recommend({1: fit()}, day.take([]), 3, now=now) == []
    assert recommend({1: fit(keywords=("graphs",))}, day.take([]), 3, now=now) == []


def test_freshness_decides_between_equals_and_no_more(fit, large, subjects, now):
    paper = subjects("proteins", 1, seed=6)[0]
    old = replace(paper, id="old", first_seen=paper.first_seen - timedelta(days=60))
    far = subjects("climate", 1, seed=6)[0]
    day = large[0].transform([old, far, paper])
    found = recommend({1: fit(liked=tuple(subjects("proteins", 3, seed=3)))}, day, 3, now=now)
    assert [r.id for r in found] == [paper.id, "old", far.id]
    factors = freshness(np.array([now + 99, now, now - 1e9]), now)
    assert factors[0] == factors[1] == 1
    assert 0.89 < factors[2] < 1


def test_plain_order_without_composition(fit, day, subjects, now):
    interest = fit(liked=tuple(subjects("proteins", 12, seed=3)) + tuple(subjects("graphs", 2, seed=3)))
    found = recommend({1: interest}, day, 5, now=now, composed=False)
    chances = [r.chance for r in found]
    assert all(r.reason is Reason.NEAR for r in found)
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("likes", [0, 4, 5, 30])
def test_a_composition_is_a_choice_of_distinct_rows(likes):
    rng = np.random.default_rng(likes)
    for size in (0, 1, 5, 50):
        rows, different = compose(rng.random(20), rng.random((likes, 20)), np.eye(likes), size)
        assert len(set(rows.tolist())) == len(rows) == min(size, 20)
        assert -1 <= different < max(len(rows), 1)


def test_each_of_several_followed_phrases_has_its_places_before_there_are_likes(fit, day, now):
    interest = fit(keywords=("protein folding", "graph neural"))
    found = [r.id for r in recommend({1: interest}, day, 6, now=now)]
    assert min(sum(name.startswith(topic) for name in found) for topic in ("proteins", "graphs")) >= 1


@pytest.mark.parametrize("phrases", [0, 1, 2, 7])
def test_spreading_over_phrases_is_a_choice_of_distinct_rows(phrases):
    rng = np.random.default_rng(phrases)
    for size in (0, 1, 5, 50):
        rows = spread(rng.random(20), rng.random((phrases, 20)), size)
        assert len(set(rows.tolist())) == len(rows) == min(size, 20)


def test_similar_papers_are_of_the_subject_and_never_the_paper(large, subjects, day):
    features, _ = large
    paper = features.transform(subjects("graphs", 1, seed=6))
    found = similar_papers(paper, day, 5)
    assert paper.ids[0] in day.ids
    assert paper.ids[0] not in {s.id for s in found}
    assert all(s.id.startswith("graphs") for s in found)
    assert all(0 < s.score <= 1 for s in found)
    assert found[0].id not in {s.id for s in similar_papers(paper, day, 5, hidden={found[0].id})}
