"""Nearness of meaning as a sentence encoder sees it, where the admin brought one. Knows no weights of parts."""

import numpy as np

from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class EmbeddingPart:
    """Dot product of encoded papers with the mean of the likes' vectors: the mean cosine to the likes."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        share = fitting.liked_weights / fitting.liked_weights.sum()
        self._rows = fitting.liked.embedded.astype(np.float64) * share[:, None]
        self._direction = self._rows.sum(0)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(candidates.embedded.astype(np.float64) @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By liked paper; an encoder says nothing of terms, so the account by term has it as one sum."""
        account = blank(self._fitting, candidate)
        account.liked = self._rows @ candidate.embedded[0].astype(np.float64)
        account.meaning = float(account.liked.sum())
        return account

    def form(self) -> None:
        """Not linear in what a form knows."""
