"""The search in a compact corpus finds what scoring everything finds."""

import numpy as np
import pytest

from recommender import weights
from recommender.corpus import CompactCorpus
from recommender.evidence import Evidence
from recommender.interest import InterestModel


@pytest.fixture
def everything(large, subjects):
    features, _ = large
    return features.transform(
        [p for s in ("proteins", "graphs", "speech", "climate") for p in subjects(s, 300, seed=6)]
    )


@pytest.mark.parametrize("case", ["likes", "keywords", "nothing"])
def test_the_best_ten_are_found_by_looking_few_up(large, subjects, everything, monkeypatch, case):
    features, background = large
    monkeypatch.setattr(weights, "CORPUS_COARSE", 300)
    monkeypatch.setattr(weights, "CORPUS_EXACT", 60)
    evidence = {
        "likes": Evidence(liked=tuple(subjects("graphs", 5, seed=3))),
        "keywords": Evidence(keywords=("speech recognition",)),
        "nothing": Evidence(),
    }[case]
    interest = InterestModel().fit(features, background, evidence)
    corpus = CompactCorpus(features, background)
    for start in range(0, len(everything), 500):
        corpus.add(everything.take(np.arange(start, min(start + 500, len(everything)))))
    asked = []

    def lookup(rows):
        asked.append(len(rows))
        return everything.take(rows)

    rows, scores = corpus.best(interest, 10, lookup)
    exact = interest.score(everything)
    np.testing.assert_allclose(scores, exact[rows], atol=1e-6)
    assert asked == [60]
    assert len(corpus) == len(everything)
    if case != "nothing":
        assert len(set(rows.tolist()) & set(np.argsort(-exact)[:10].tolist())) >= 9


def test_an_empty_corpus_has_no_best(large, everything):
    features, background = large
    interest = InterestModel().fit(features, background, Evidence(keywords=("speech",)))
    rows, scores = CompactCorpus(features, background).best(interest, 10, everything.take)
    assert len(rows) == len(scores) == 0


def test_a_model_without_latent_space_cannot_search_compactly(small):
    with pytest.raises(ValueError, match="needs a latent space"):
        CompactCorpus(*small)
