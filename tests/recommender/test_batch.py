"""Many interests at once give what each gives alone."""

from dataclasses import replace

import numpy as np
import pytest

from recommender.batch import score_many
from recommender.evidence import Evidence
from recommender.interest import InterestModel


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_batch_scores_like_each_interest_alone(request, subjects, size):
    features, background = request.getfixturevalue(size)
    likes = tuple(subjects("proteins", 4, seed=3)) + tuple(subjects("graphs", 2, seed=3))
    evidence = [
        Evidence(),
        Evidence(liked=likes[:1]),
        Evidence(keywords=("protein folding",)),
        Evidence(
            liked=likes, disliked=tuple(subjects("proteins", 2, seed=8)), keywords=("graphs",), categories=("cs",)
        ),
        Evidence(authors=("Graphs Author3",)),
    ]
    papers = subjects("proteins", 10, seed=4) + subjects("graphs", 10, seed=4)
    papers += [replace(p, id=f"short {p.id}", abstract="") for p in papers[:4]]
    candidates = features.transform(papers)
    models = [InterestModel().fit(features, background, e) for e in evidence]
    together = score_many(models, background, candidates)
    for model, scores in zip(models, together, strict=True):
        np.testing.assert_allclose(scores, model.score(candidates), atol=1e-4)


def test_no_interests_no_scores(small, subjects):
    features, background = small
    assert score_many([], background, features.transform(subjects("graphs", 2, seed=4))).shape == (0, 2)
