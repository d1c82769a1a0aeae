"""The rankers that an evaluation compares."""

import pytest

from recommender.evidence import Evidence
from recommender.rankers import centroid, newest, our_chances, ours


@pytest.mark.parametrize("evidence", ["likes", "keywords"])
def test_ours_and_the_plain_centroid_prefer_the_subject(small, subjects, evidence):
    features, background = small
    known = {
        "likes": Evidence(liked=tuple(subjects("proteins", 3, seed=3))),
        "keywords": Evidence(keywords=("protein folding",)),
    }[evidence]
    papers = subjects("proteins", 5, seed=4) + subjects("climate", 5, seed=4)
    for ranker in (ours(features, background), our_chances(features, background), centroid(features)):
        scores = ranker(known, papers)
        assert scores.shape == (10,)
        assert scores[:5].mean() > scores[5:].mean()


def test_the_newest_come_first_whatever_is_known(subjects):
    papers = subjects("climate", 4, seed=4)
    assert newest(Evidence(), papers).argsort().tolist() == [0, 1, 2, 3]


def test_chances_are_chances(small, subjects):
    chances = our_chances(*small)(
        Evidence(liked=tuple(subjects("proteins", 3, seed=3))), subjects("proteins", 5, seed=4)
    )
    assert ((chances > 0) & (chances < 1)).all()
