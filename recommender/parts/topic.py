"""Nearness to the liked papers' terms, widened by their neighbours: Rocchio (1971) with pseudo-relevance feedback.

Owns the profile in tf-idf space; knows no weights of parts.
"""

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class TopicPart:
    """Dot product with the mean of the likes' rows plus NEIGHBOUR_WEIGHT times that of their nearest background."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        share = fitting.liked_weights / fitting.liked_weights.sum()
        centre = np.asarray(fitting.liked.terms.T @ share)
        near = fitting.background.papers.terms @ centre
        count = min(weights.NEIGHBOURS, len(near))
        best = np.argpartition(-near, count - 1)[:count] if count else np.zeros(0, dtype=np.int64)
        best = best[near[best] > 0]
        self._neighbours = fitting.background.papers.terms[best]
        self._share = share
        overlap = np.asarray((self._neighbours @ fitting.liked.terms.T).todense()) * share
        self._owners = overlap / np.maximum(overlap.sum(1, keepdims=True), 1e-12)
        self._each = weights.NEIGHBOUR_WEIGHT / max(len(best), 1)
        self._profile = centre + self._each * np.asarray(self._neighbours.sum(0)).ravel()

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,): cosine to the profile times the profile's length."""
        return np.asarray(candidates.terms @ self._profile)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By term, and by liked paper: a neighbour speaks for the likes that it resembles."""
        account = blank(self._fitting, candidate)
        row = candidate.terms
        account.terms = row.data.astype(np.float64) * self._profile[row.indices]
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        own = np.asarray(self._fitting.liked.terms @ dense) * self._share
        account.liked = own + (self._each * np.asarray(self._neighbours @ dense)) @ self._owners
        return account
