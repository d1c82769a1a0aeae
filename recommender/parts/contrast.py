"""What tells the liked papers from all others: logistic regression (Cox, 1958) against background papers and dislikes.

Knows no weights of parts.
"""

import numpy as np
from scipy import sparse

from recommender import weights
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class ContrastPart:
    """A balanced logistic regression on tf-idf rows. Its direction is rebuilt from its own residuals, so that what each

    liked paper, each dislike and the background contribute adds up to it.
    """

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        from sklearn.linear_model import LogisticRegression
        from threadpoolctl import threadpool_limits

        self._fitting = fitting
        background = fitting.background
        taken = set(fitting.liked.ids)
        others = [i for i in background.negatives if background.papers.ids[i] not in taken]
        rows = sparse.vstack(
            [fitting.liked.terms, fitting.disliked.terms, background.papers.terms[others]], format="csr"
        )
        self._rows, self._dual = rows, np.zeros(rows.shape[0])
        self._direction = np.zeros(rows.shape[1])
        if rows.shape[0] == len(fitting.liked):
            return
        columns, indices = np.unique(rows.indices, return_inverse=True)
        small = sparse.csr_matrix(
            (rows.data.astype(np.float64), indices, rows.indptr), shape=(rows.shape[0], len(columns))
        )
        likes, rest = len(fitting.liked), len(fitting.disliked) + len(others)
        target = np.concatenate([np.ones(likes), np.zeros(rest)])
        each = np.concatenate([fitting.liked_weights / fitting.liked_weights.sum(), np.full(rest, 1 / max(rest, 1))])
        each *= len(target) / 2
        with threadpool_limits(1):
            fitted = LogisticRegression(C=weights.CONTRAST_STRENGTH, max_iter=200).fit(
                small, target, sample_weight=each
            )
        residual = weights.CONTRAST_STRENGTH * each * (target - fitted.predict_proba(small)[:, 1])
        self._dual = residual
        self._direction[columns] = small.T @ residual

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,): log-odds without the intercept."""
        return np.asarray(candidates.terms @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By term; by liked and disliked paper and the background through the dual."""
        account = blank(self._fitting, candidate)
        row = candidate.terms
        account.terms = row.data.astype(np.float64) * self._direction[row.indices]
        dense = np.zeros(row.shape[1])
        dense[row.indices] = row.data
        shares = self._dual * np.asarray(self._rows @ dense)
        likes, dislikes = len(account.liked), len(account.disliked)
        account.liked = shares[:likes]
        account.disliked = shares[likes : likes + dislikes]
        account.background = float(shares[likes + dislikes :].sum())
        return account
