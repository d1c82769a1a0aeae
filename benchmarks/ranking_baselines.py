"""Plain rankers that need no model, to compare with; each is a class with fit(history) and rank(...) like Replay."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from recommender.features import FeatureModel
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.replay import Record, paper_of


class Plain:
    """Our features, and one simple score on them."""

    def __init__(self) -> None:
        self.features = FeatureModel()
        self._kept: tuple[str, PaperFeatures] | None = None

    def fit(self, history: Sequence[Record]) -> None:
        self.features.fit([paper_of(r) for r in history])
        self._kept = None

    def rank(
        self, liked: Sequence[Record], candidates: Sequence[Record], keywords: str = "", disliked: Sequence[Record] = ()
    ) -> FloatArray:
        return self.score(self.features.transform([paper_of(r) for r in liked]), self._rows(candidates))

    def score(self, liked: PaperFeatures, candidates: PaperFeatures) -> FloatArray:
        raise NotImplementedError

    def _rows(self, candidates: Sequence[Record]) -> PaperFeatures:
        name = f"{candidates[0]['id']} {candidates[-1]['id']} {len(candidates)}"
        if self._kept is None or self._kept[0] != name:
            self._kept = (name, self.features.transform([paper_of(r) for r in candidates]))
        return self._kept[1]


class Centroid(Plain):
    """Cosine to the mean of the likes' tf-idf rows."""

    def score(self, liked: PaperFeatures, candidates: PaperFeatures) -> FloatArray:
        return np.asarray(candidates.terms @ np.asarray(liked.terms.mean(0)).ravel())


class Wording(Plain):
    """BM25 with the likes as one query."""

    def score(self, liked: PaperFeatures, candidates: PaperFeatures) -> FloatArray:
        return np.asarray(candidates.saturated @ np.asarray(liked.counts.sum(0)).ravel())


class Latent(Plain):
    """Cosine to the likes' mean in the latent space."""

    def score(self, liked: PaperFeatures, candidates: PaperFeatures) -> FloatArray:
        return np.asarray(candidates.latent @ liked.latent.mean(0), dtype=np.float64)


def shared_fit(plain: type[Plain], fitted: FeatureModel) -> Any:
    """A `plain` ranker on features that are fitted already."""

    def make() -> Plain:
        ranker = plain()
        ranker.features = fitted
        return ranker

    return make
