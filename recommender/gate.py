"""Whether a paper is near enough to be worth showing: the gate that can say "nothing good today".

The threshold is conformal: about MISSED of papers like the likes would be held back. Knows no schedule and no text.
"""

import math
from enum import Enum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from recommender import weights
from recommender.paper_features import FloatArray, PaperFeatures


class Strictness(Enum):
    """The share of papers like the likes that may be held back."""

    LOOSE = 0.05
    NORMAL = 0.1
    STRICT = 0.2


class Gate:
    """Compares a paper's mean cosine to its three nearest likes with what the likes have among themselves.

    `threshold` is minus infinity (all passes) below GATE_FROM likes.
    """

    def __init__(self, liked: PaperFeatures, strictness: Strictness = Strictness.NORMAL) -> None:
        self.liked = liked
        self.strictness = strictness
        self.threshold = -math.inf

    def fit(self) -> Self:
        """Learn the threshold from the likes and return itself."""
        count = len(self.liked)
        if count < weights.GATE_FROM:
            self.threshold = -math.inf
            return self
        among = np.asarray((self.liked.terms @ self.liked.terms.T).todense(), dtype=np.float64)
        np.fill_diagonal(among, -1.0)
        rank = math.floor(self.strictness.value * (count + 1))
        self.threshold = float(np.sort(_three_nearest(among))[rank - 1]) if rank else -math.inf
        return self

    def passes(self, candidates: PaperFeatures) -> NDArray[np.bool_]:
        """Which candidates (n,) are near enough."""
        if math.isinf(self.threshold) or not len(candidates):
            return np.ones(len(candidates), dtype=np.bool_)
        near = np.asarray((candidates.terms @ self.liked.terms.T).todense(), dtype=np.float64)
        return _three_nearest(near) >= self.threshold


def _three_nearest(near: FloatArray) -> FloatArray:
    return np.asarray(np.sort(near, axis=1)[:, -3:].mean(1))
