"""BM25 (Robertson & Walker, 1994) with the liked papers as one long query. Knows no weights of parts."""

import numpy as np
from scipy import sparse

from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank, blank_form


class WordingPart:
    """Sum over the likes' terms, with their raw frequencies, of the candidate's saturated term weight."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        self._share = fitting.liked_weights / fitting.liked_weights.sum()
        self._query = np.asarray(fitting.liked.counts.T @ self._share, dtype=np.float64)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(candidates.saturated @ self._query)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By term and by liked paper, both exact."""
        account = blank(self._fitting, candidate)
        row = candidate.saturated
        account.terms = row.data.astype(np.float64) * self._query[row.indices]
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        account.liked = np.asarray(self._fitting.liked.counts @ dense) * self._share
        return account

    def form(self) -> Form:
        """The likes' mean counts."""
        form = blank_form(self._fitting)
        form.saturated = sparse.csr_matrix(self._share) @ self._fitting.liked.counts
        return form
