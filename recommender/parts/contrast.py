"""What tells an interest's papers from all others: logistic regression (Cox, 1958) against papers of the background.

Knows no weights of parts.
"""

from typing import Any

import numpy as np
from scipy import sparse

from recommender import weights
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class ContrastPart:
    """A logistic regression on tf-idf rows: the support against as heavy a sample of the background.

    Its direction is rebuilt from its own residuals, so that the contributions of liked papers, keywords and background
    add up to it exactly.
    """

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        support, papers = fitting.support, fitting.background.papers
        taken = set(support.ids)
        others = [i for i in fitting.background.negatives if papers.ids[i] not in taken]
        self._rows = sparse.vstack([support.terms, papers.terms[others]], format="csr")
        weight = (
            np.concatenate([support.weight, np.full(len(others), 1 / max(len(others), 1))]) * self._rows.shape[0] / 2
        )
        self._dual = _solve(self._rows, len(support.weight), weight) if others else weight
        self._direction = np.asarray(self._rows.T @ self._dual)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,): log-odds without the intercept."""
        return np.asarray(candidates.terms @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By term; by liked paper, keyword and background through the dual."""
        account, support = blank(self._fitting, candidate), self._fitting.support
        row = candidate.terms
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        shares = self._dual * np.asarray(self._rows @ dense)
        count = len(support.weight)
        account.liked = shares[:count] @ support.for_likes
        account.background = float(shares[count:].sum())
        keywords = float(shares[:count] @ support.for_keywords)
        account.keywords = self._fitting.by_phrase(candidate, keywords)
        own = row.data.astype(np.float64) * self._direction[row.indices]
        found = (
            row.data.astype(np.float64)
            * np.asarray(self._rows[:count].T @ (self._dual[:count] * support.for_keywords))[row.indices]
        )
        account.terms = own - found
        return account


def _solve(rows: Any, positive: int, weight: FloatArray) -> FloatArray:
    """The weighted residuals (rows,) of the fitted regression, the first `positive` rows being the positive class."""
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    columns, indices = np.unique(rows.indices, return_inverse=True)
    shape = (rows.shape[0], len(columns))
    small = sparse.csr_matrix((rows.data.astype(np.float64), indices, rows.indptr), shape=shape)
    target = np.zeros(rows.shape[0])
    target[:positive] = 1
    with threadpool_limits(1):
        model = LogisticRegression(C=weights.CONTRAST_STRENGTH, max_iter=weights.CONTRAST_ROUNDS, tol=1e-3)
        fitted = model.fit(small, target, sample_weight=weight)
    return np.asarray(weights.CONTRAST_STRENGTH * weight * (target - fitted.predict_proba(small)[:, 1]))
