"""Baselines that need no trained encoder, each one plain score on plain features; what ours has to beat.

Owns one score a class. Knows no protocol. H3, which adds several of them up, is in ranking_h3.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from benchmarks.ranking_plain import PlainFeatures, Record, Rows, best, mean_row, unit
from recommender.paper_features import FloatArray

NEIGHBOURS = 30
NEIGHBOUR_WEIGHT = 0.3
NEGATIVES = 1_000


class Baseline(Protocol):
    """A score of new papers for one reader."""

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """Scores (n,) of `new`, higher is better; only rankers with keywords heed the `phrase`."""
        ...


class Popularity:
    """How often earlier papers of a paper's categories were picked, the mean over its categories.

    The data have no popularity of a new paper: nobody has seen it, and picks carry no dates. That of its categories is
    all that was there before the window, and it is the same for every reader.
    """

    def __init__(self, history: Sequence[Record], picked: Collection[str]) -> None:
        seen: dict[str, list[bool]] = {}
        for record in history:
            for category in record["categories"]:
                seen.setdefault(category, []).append(record["id"] in picked)
        self._share = {category: float(np.mean(picks)) for category, picks in seen.items()}

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """Shares of picked papers."""
        return np.array([np.mean([self._share.get(c, 0.0) for c in own] or [0.0]) for own in new.categories])


class Centroid:
    """Cosine to the mean of the likes' tf-idf rows (Rocchio, 1971)."""

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """Cosines, up to the length of the mean."""
        return np.asarray(new.terms @ mean_row(liked.terms), dtype=np.float64)


class PseudoRelevance:
    """The centroid with .3 of the mean of its 30 nearest papers of the history (Rocchio, 1971; Croft & Harper, 1979).

    Both means are brought to length 1 first: that of one like is much longer than that of 30 neighbours.
    """

    def __init__(self, plain: PlainFeatures) -> None:
        self._history = plain.history

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """Cosines, up to the length of the sum."""
        profile = mean_row(liked.terms)
        near = best(self._history.terms @ profile, NEIGHBOURS, but=flags(self._history, liked))
        neighbours = mean_row(self._history.terms[near])
        return np.asarray(new.terms @ (unit(profile) + NEIGHBOUR_WEIGHT * unit(neighbours)), dtype=np.float64)


class Logistic:
    """Logistic regression (Cox, 1958), C = 10, classes balanced, against 1,000 papers drawn from the history."""

    def __init__(self, plain: PlainFeatures) -> None:
        self._negatives = plain.history.take(np.random.default_rng(0).permutation(len(plain.history.ids))[:NEGATIVES])

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """Log-odds."""
        against = self._negatives.terms[np.flatnonzero(~flags(self._negatives, liked))]
        rows = sparse.vstack([liked.terms, against], format="csr")
        known = np.unique(rows.indices)  # a term of none of the rows has the weight 0 anyway
        target = np.arange(rows.shape[0]) < len(liked.ids)
        with threadpool_limits(1):
            model = LogisticRegression(C=10, class_weight="balanced", max_iter=300).fit(rows[:, known], target)
        weights = np.zeros(rows.shape[1])
        weights[known] = model.coef_[0]
        return np.asarray(new.terms @ weights)


class Latent:
    """Mean cosine to the likes in the 256 dimensions of latent semantic analysis (Deerwester et al., 1990)."""

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """Mean cosines."""
        return np.asarray(new.latent @ liked.latent.mean(0))


class BM25:
    """BM25 (Robertson & Walker, 1994) with the likes as one query: raw term frequencies, title words three times."""

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """BM25 scores."""
        return np.asarray(new.saturated @ np.asarray(liked.counts.sum(0)).ravel(), dtype=np.float64)


def flags(rows: Rows, liked: Rows) -> NDArray[np.bool_]:
    """Which of `rows` are among `liked`."""
    own = set(liked.ids)
    return np.array([name in own for name in rows.ids], dtype=np.bool_)
