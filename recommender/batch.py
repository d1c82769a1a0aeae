"""Scoring many interests on the same papers at once: products of matrices in blocks of bounded memory.

Owns the arithmetic. The scores are those of InterestModel.score, to single precision.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender import weights
from recommender.background import Background
from recommender.form import Form
from recommender.interest import InterestModel
from recommender.paper_features import PaperFeatures


def score_many(
    models: Sequence[InterestModel], background: Background, candidates: PaperFeatures
) -> NDArray[np.float32]:
    """Relevance scores (models x n) of the same `candidates` for interests fitted on the same `background`."""
    scores = np.zeros((len(models), len(candidates)), dtype=np.float32)
    for kind in np.unique(candidates.kinds).tolist():
        rows = np.flatnonzero(candidates.kinds == kind)
        prepared = _Prepared(background, candidates.take(rows) if len(rows) < len(candidates) else candidates)
        for start in range(0, len(models), weights.BATCH_BLOCK):
            block = models[start : start + weights.BATCH_BLOCK]
            scores[start : start + len(block), rows] = prepared.score([m.form(kind) for m in block])
    for at, model in enumerate(models):
        scores[at] += model.score_beyond_form(candidates).astype(np.float32)
    return scores


class _Prepared:
    """Candidates of one kind, with what all interests need of them."""

    def __init__(self, background: Background, candidates: PaperFeatures) -> None:
        self._columns = np.flatnonzero(np.bincount(candidates.terms.indices, minlength=candidates.terms.shape[1]))
        self._place = np.full(candidates.terms.shape[1], -1, dtype=np.int64)
        self._place[self._columns] = np.arange(len(self._columns))
        self._terms = self._compact(candidates.terms)
        self._saturated = self._compact(candidates.saturated)
        self._latent, self._kin = candidates.latent, candidates.kin
        self._to_negatives = (candidates.terms @ background.negatives.terms.T).toarray().astype(np.float32)
        self._categories, self._names = _category_rows(candidates)

    def score(self, forms: Sequence[Form]) -> NDArray[np.float32]:
        """Scores (forms x n)."""
        total = self._terms @ self._dense([f.terms for f in forms])
        if any(f.saturated.nnz for f in forms):
            total += self._saturated @ self._dense([f.saturated for f in forms])
        total += self._to_negatives @ _stack([f.against for f in forms])
        total += self._latent @ _stack([f.latent for f in forms])
        total += self._kin @ _stack([f.kin for f in forms])
        total += self._categories @ _stack([np.array([f.categories.get(c, 0.0) for c in self._names]) for f in forms])
        scores: NDArray[np.float32] = total.T + np.array([[f.constant] for f in forms], dtype=np.float32)
        return scores

    def _compact(self, rows: Any) -> Any:
        shape = (rows.shape[0], len(self._columns))
        return sparse.csr_matrix((rows.data.astype(np.float32), self._place[rows.indices], rows.indptr), shape=shape)

    def _dense(self, vectors: Sequence[Any]) -> NDArray[np.float32]:
        """The sparse `vectors` (1 x buckets each) over the candidates' own columns (columns x vectors)."""
        dense = np.zeros((len(self._columns), len(vectors)), dtype=np.float32)
        for at, vector in enumerate(vectors):
            place = self._place[vector.indices]
            dense[place[place >= 0], at] = vector.data[place >= 0]
        return dense


def _stack(vectors: Sequence[Any]) -> NDArray[np.float32]:
    return np.ascontiguousarray(np.array(vectors, dtype=np.float32).T)


def _category_rows(candidates: PaperFeatures) -> tuple[Any, list[str]]:
    """The share of each category in each paper (n x categories, CSR), and the categories' names."""
    names = sorted({c for categories in candidates.categories for c in categories})
    place = {c: i for i, c in enumerate(names)}
    rows = [row for row, categories in enumerate(candidates.categories) for _ in categories]
    columns = [place[c] for categories in candidates.categories for c in categories]
    shares = [1 / len(categories) for categories in candidates.categories for _ in categories]
    shape = (len(candidates), len(names))
    return sparse.csr_matrix((np.array(shares, dtype=np.float32), (rows, columns)), shape=shape), names
