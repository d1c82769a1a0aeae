"""The latent space: a truncated singular value decomposition of the tf-idf rows (LSA; Deerwester et al., 1990).

Owns fitting and projecting. Knows nothing of papers or people.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender import weights


@dataclass(frozen=True, slots=True)
class LatentSpace:
    """`columns` are the term buckets it sees, `basis` (columns x width, float32) their place in the space."""

    columns: NDArray[np.int64]
    basis: NDArray[np.float32]

    @property
    def width(self) -> int:
        """Number of dimensions; 0 for the empty space of a small corpus."""
        return int(self.basis.shape[1])

    def project(self, terms: Any) -> NDArray[np.float32]:
        """Unit rows (n x width) of the tf-idf rows `terms`; a row that has no known term is zero."""
        if not self.width:
            return np.zeros((terms.shape[0], 0), dtype=np.float32)
        rows = np.asarray(self.restrict(terms) @ self.basis, dtype=np.float32)
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        unit: NDArray[np.float32] = rows / np.maximum(length, np.float32(1e-12))
        return unit

    def restrict(self, terms: Any) -> Any:
        """`terms` with only the columns of this space, renumbered."""
        place = np.full(terms.shape[1], -1, dtype=np.int32)
        place[self.columns] = np.arange(len(self.columns), dtype=np.int32)
        found = place[terms.indices]
        keep = found >= 0
        ends = np.concatenate([[0], np.cumsum(keep)])[terms.indptr]
        return sparse.csr_matrix((terms.data[keep], found[keep], ends), shape=(terms.shape[0], len(self.columns)))


def no_latent_space() -> LatentSpace:
    """The space of width 0."""
    return LatentSpace(np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32))


def fit_latent_space(terms: Any, frequencies: NDArray[np.int64], seed: int) -> LatentSpace:
    """The space of the tf-idf rows `terms`, by randomised SVD (Halko et al., 2011).

    Fitted on a sample of at most LATENT_SAMPLE rows; empty below LATENT_FROM papers.
    """
    from sklearn.utils.extmath import randomized_svd
    from threadpoolctl import threadpool_limits

    if terms.shape[0] < weights.LATENT_FROM:
        return no_latent_space()
    known = np.flatnonzero(np.bincount(terms.indices, minlength=terms.shape[1]) > 0)
    order = np.argsort(-frequencies[known], kind="stable")[: weights.LATENT_TERMS]
    space = LatentSpace(np.sort(known[order]), np.zeros((0, 0), dtype=np.float32))
    rng = np.random.default_rng(seed)
    rows = np.sort(rng.permutation(terms.shape[0])[: weights.LATENT_SAMPLE])
    sample = space.restrict(terms[rows])
    with threadpool_limits(1):
        _, _, basis = randomized_svd(sample, weights.LATENT_WIDTH, n_iter=4, random_state=seed)
    return LatentSpace(space.columns, np.ascontiguousarray(basis.T, dtype=np.float32))
