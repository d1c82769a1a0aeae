"""Keeps away what is nearly the same as a disliked paper, and nothing else. Knows no weights of parts."""

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class DislikePart:
    """Minus the sum, over the disliked papers, of the cosine beyond DISLIKE_REACH; 0 for all that is far."""

    standardised = False

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), at most 0."""
        near = np.asarray((candidates.terms @ self._fitting.disliked.terms.T).todense(), dtype=np.float64)
        return np.asarray(-np.maximum(near - weights.DISLIKE_REACH, 0.0).sum(1))

    def explain(self, candidate: PaperFeatures) -> Account:
        """By disliked paper; by the terms shared with them."""
        account = blank(self._fitting, candidate)
        row = candidate.terms
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        near = np.asarray(self._fitting.disliked.terms @ dense)
        close = near > weights.DISLIKE_REACH
        pull = np.asarray(self._fitting.disliked.terms[close].sum(0)).ravel().astype(np.float64)
        account.constant = float(weights.DISLIKE_REACH * close.sum())
        account.terms = -row.data.astype(np.float64) * pull[row.indices]
        account.disliked = -np.where(close, near, 0.0)
        return account

    def form(self) -> None:
        """Not linear: only what is near counts."""
