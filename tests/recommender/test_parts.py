"""The contract that every part of the score keeps."""

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from recommender import weights
from recommender.evidence import Evidence
from recommender.interest import make_fitting, make_parts
from recommender.parts.wording import WordingPart

NAMES = sorted(weights.part_weights(0, encoded=False))


@pytest.fixture(scope="module")
def fitted(large, subjects, encode):
    features = copy(large[0])
    features.encode = encode
    encoded = [replace(reference, embedded=encode(reference.ids)) for reference in large[1].by_kind]
    background = replace(large[1], by_kind=tuple(encoded))
    evidence = Evidence(
        liked=tuple(subjects("proteins", 4, seed=3)),
        disliked=tuple(subjects("proteins", 2, seed=8)),
        keywords=("protein folding", "graph"),
        authors=("Proteins Author3",),
        categories=("cs.PR",),
    )
    candidates = features.transform(subjects("proteins", 6, seed=4) + subjects("speech", 6, seed=4))
    fitting = make_fitting(features, background, evidence)
    return {**make_parts(fitting), "wording": WordingPart(fitting)}, candidates


def test_there_is_a_weight_for_each_part_and_words_stand_in_for_a_latent_space(fitted, small, subjects):
    parts = make_parts(make_fitting(*small, Evidence(liked=tuple(subjects("proteins", 4, seed=3)))))
    assert "wording" in parts
    assert "kindred" not in parts
    assert sorted(fitted[0]) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_part_scores_each_paper_by_itself(fitted, name):
    part, candidates = fitted[0][name], fitted[1]
    alone = [part.score(candidates.take([row]))[0] for row in range(len(candidates))]
    np.testing.assert_allclose(part.score(candidates), alone, atol=1e-9)
    assert part.score(candidates.take([])).shape == (0,)


@pytest.mark.parametrize("name", NAMES)
def test_a_part_explains_all_of_its_score_twice(fitted, name):
    part, candidates = fitted[0][name], fitted[1]
    for row in range(len(candidates)):
        account = part.explain(candidates.take([row]))
        rest = account.constant + sum(
            sum(named.values()) for named in (account.keywords, account.authors, account.earlier, account.categories)
        )
        by_paper = account.liked.sum() + account.disliked.sum() + account.background + rest
        score = part.score(candidates)[row]
        assert account.terms.sum() + account.meaning + rest == pytest.approx(score, abs=1e-7)
        assert by_paper == pytest.approx(score, abs=1e-7)
