"""One interest: what it learns from which evidence, and that its accounts are exact."""

from dataclasses import replace

import numpy as np
import pytest

from recommender.evidence import Evidence
from recommender.interest import InterestModel


@pytest.fixture
def evidence(subjects):
    likes = tuple(subjects("proteins", 4, seed=3)) + tuple(subjects("graphs", 2, seed=3))
    return {
        "nothing": Evidence(),
        "one like": Evidence(liked=likes[:1]),
        "only dislikes": Evidence(disliked=likes[:2]),
        "only keywords": Evidence(keywords=("protein folding", "spectral graph")),
        "only an author": Evidence(authors=("Proteins Author26",)),
        "only a category": Evidence(categories=("cs.PR",)),
        "all": Evidence(
            liked=likes,
            liked_weights=(1.0, 0.5, 1.0, 1.0, 0.25, 1.0),
            disliked=tuple(subjects("speech", 2, seed=3)) + tuple(subjects("proteins", 1, seed=9)),
            keywords=("protein folding", "a phrase without any result", "spectral graph"),
            authors=("Proteins Author3", "P. Author4"),
            categories=("cs.PR",),
        ),
    }


CASES = ["nothing", "one like", "only dislikes", "only keywords", "only an author", "only a category", "all"]


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("case", CASES)
def test_both_accounts_add_up_to_the_score(request, subjects, evidence, size, case):
    features, background = request.getfixturevalue(size)
    model = InterestModel().fit(features, background, evidence[case])
    candidates = [p for s in ("proteins", "graphs", "speech", "climate") for p in subjects(s, 3, seed=4, start=100)]
    scores = model.score(features.transform(candidates))
    for paper, score in zip(candidates, scores, strict=True):
        told = model.explain(paper)
        assert told.score == pytest.approx(score, abs=1e-6)
        assert told.by_term == pytest.approx(told.score, abs=1e-6)
        assert told.by_paper == pytest.approx(told.score, abs=1e-6)


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("case", ["one like", "only keywords", "only an author", "only a category", "all"])
def test_papers_of_the_interest_come_before_others(request, subjects, evidence, size, case):
    features, background = request.getfixturevalue(size)
    model = InterestModel().fit(features, background, evidence[case])
    near, far = subjects("proteins", 20, seed=4, start=100), subjects("climate", 20, seed=4, start=100)
    if case == "only an author":
        near = [p for p in near if "Proteins Author26" in p.authors]
    assert model.score(features.transform(near)).mean() > model.score(features.transform(far)).mean()


def test_the_constant_is_no_hiding_place_for_what_was_not_explained(large, subjects, evidence):
    features, background = large
    model = InterestModel().fit(features, background, evidence["one like"])
    constants = [model.explain(p).constant for p in subjects("proteins", 5, seed=4, start=100)]
    assert np.ptp(constants) < 1e-4


def test_a_liked_paper_is_credited_for_papers_like_it(large, subjects, evidence):
    features, background = large
    model = InterestModel().fit(features, background, evidence["all"])
    told = model.explain(subjects("graphs", 1, seed=4, start=100)[0])
    assert told.liked[0][0].startswith("graphs:")


def test_nothing_known_means_every_score_is_nothing(small, subjects):
    features, background = small
    scores = (
        InterestModel().fit(features, background, Evidence()).score(features.transform(subjects("graphs", 3, seed=4)))
    )
    assert scores.tolist() == [0, 0, 0]


def test_the_same_evidence_gives_the_same_scores_to_the_last_bit(large, subjects, evidence):
    features, background = large
    candidates = features.transform(subjects("proteins", 20, seed=4))
    first, second = (InterestModel().fit(features, background, evidence["all"]).score(candidates) for _ in range(2))
    assert first.tobytes() == second.tobytes()


def test_a_score_does_not_depend_on_the_other_candidates(large, subjects, evidence):
    features, background = large
    model = InterestModel().fit(features, background, evidence["all"])
    papers = subjects("proteins", 20, seed=4)
    alone = model.score(features.transform(papers[:1]))
    assert alone[0] == pytest.approx(model.score(features.transform(papers))[0], abs=1e-9)


def test_no_candidates_no_scores(small, evidence):
    features, background = small
    assert InterestModel().fit(features, background, evidence["all"]).score(features.transform([])).shape == (0,)


@pytest.mark.parametrize("known", [0, 1, 2, 19, 95])
def test_any_number_of_known_papers_will_do(subjects, evidence, known):
    from recommender.background import make_background
    from recommender.features import FeatureModel

    corpus = (subjects("proteins", 50, seed=7) + subjects("climate", 50, seed=7))[:known]
    features = FeatureModel().fit(corpus)
    model = InterestModel().fit(features, make_background(features, corpus), evidence["all"])
    near, far = subjects("proteins", 10, seed=4, start=100), subjects("climate", 10, seed=4, start=100)
    assert model.score(features.transform(near)).min() > model.score(features.transform(far)).max() - 3
    assert model.score(features.transform(near)).mean() > model.score(features.transform(far)).mean()
    assert np.abs(model.score(features.transform(near))).max() < 100


def test_a_title_alone_gets_its_fair_place(large, subjects):
    features, background = large
    model = InterestModel().fit(features, background, Evidence(liked=tuple(subjects("proteins", 5, seed=3))))
    papers = [p for s in ("proteins", "graphs", "speech") for p in subjects(s, 60, seed=4, start=100)]
    short = [replace(p, id=f"short {p.id}", abstract="") for p in papers[::2]]
    scores = model.score(features.transform([*papers[1::2], *short]))
    first = np.argsort(-scores)[:60]
    assert 0.3 < (first >= len(papers) // 2).mean() < 0.7
