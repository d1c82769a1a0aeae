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

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(candidates.saturated @ self._query())

    def explain(self, candidate: PaperFeatures) -> Account:
        """By term and by liked paper, both exact."""
        account = blank(self._fitting, candidate)
        row = candidate.saturated
        account.terms = row.data.astype(np.float64) * self._query()[row.indices]
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        account.liked = np.asarray(self._fitting.liked.counts @ dense) * self._share
        return account

    def form(self) -> Form:
        """The likes' mean counts."""
        form = blank_form(self._fitting)
        form.saturated = sparse.csr_matrix(self._share) @ self._fitting.liked.counts
        return form

    def _query(self) -> FloatArray:
        """The likes' mean counts (buckets,); not kept, as it would be megabytes for each interest."""
        counts = self._fitting.liked.counts
        shared = counts.data * np.repeat(self._share, np.diff(counts.indptr))
        return np.asarray(np.bincount(counts.indices, shared, minlength=counts.shape[1]), dtype=np.float64)
