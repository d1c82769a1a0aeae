"""What tells an interest's papers from all others: logistic regression (Cox, 1958) against papers of the background.

Knows no weights of parts.
"""

from typing import Any

import numpy as np
from scipy import sparse

from recommender import weights
from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank, blank_form


class ContrastPart:
    """A logistic regression on tf-idf rows: the support against as heavy a sample of the background.

    Its direction is rebuilt from its own residuals (`dual`, one a row), so that the contributions of liked papers,
    keywords and background add up to it exactly.
    """

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        support, negatives = fitting.support, fitting.background.negatives
        taken = set(support.ids)
        free = np.array([name not in taken for name in negatives.ids], dtype=np.float64)
        weight = np.concatenate([support.weight, free / max(free.sum(), 1.0)]) * (len(support.weight) + free.sum()) / 2
        dual = _solve(negatives.below(support.terms), len(support.weight), weight) if free.any() else weight
        self._for, self._against = dual[: len(support.weight)], dual[len(support.weight) :]

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,): log-odds without the intercept."""
        return np.asarray(candidates.terms @ self._direction())

    def explain(self, candidate: PaperFeatures) -> Account:
        """By term; by liked paper, keyword and background through the dual."""
        account, support = blank(self._fitting, candidate), self._fitting.support
        row = candidate.terms
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        shares = self._for * np.asarray(support.terms @ dense)
        account.liked = shares @ support.for_likes
        negatives = self._fitting.background.negatives
        account.background = float(self._against @ (negatives.small @ dense[negatives.columns]))
        account.keywords = self._fitting.by_phrase(candidate, float(shares @ support.for_keywords))
        account.terms = row.data.astype(np.float64) * self._direction(1 - support.for_keywords)[row.indices]
        return account

    def form(self) -> Form:
        """Terms of the support, and a value for each negative."""
        form = blank_form(self._fitting)
        form.terms = sparse.csr_matrix(self._for) @ self._fitting.support.terms
        form.against = self._against
        return form

    def _direction(self, share: FloatArray | float = 1.0) -> FloatArray:
        """The regression's weight of each bucket (buckets,), of the support only the `share` (m,) of each row."""
        support, negatives = self._fitting.support.terms, self._fitting.background.negatives
        pull = support.data * np.repeat(self._for * share, np.diff(support.indptr))
        direction = np.asarray(np.bincount(support.indices, pull, minlength=support.shape[1]), dtype=np.float64)
        direction[negatives.columns] += negatives.small.T @ self._against
        return direction


def _solve(rows: Any, positive: int, weight: FloatArray) -> FloatArray:
    """The weighted residuals (rows,) of the fitted regression, the first `positive` rows being the positive class."""
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    target = np.zeros(rows.shape[0])
    target[:positive] = 1
    with threadpool_limits(1):
        model = LogisticRegression(C=weights.CONTRAST_STRENGTH, max_iter=weights.CONTRAST_ROUNDS, tol=1e-3)
        fitted = model.fit(rows, target, sample_weight=weight)
    return np.asarray(weights.CONTRAST_STRENGTH * weight * (target - fitted.predict_proba(rows)[:, 1]))
