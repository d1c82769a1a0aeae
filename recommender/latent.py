"""The latent space: where papers of one subject are near each other, whatever words they use.

A truncated singular value decomposition of the tf-idf rows (Deerwester et al., 1990), then stretched along the
directions that papers of the same authors share (a linear discriminant: Fisher, 1936; Ioffe, 2006), so that nearness
means "same line of work". Owns fitting and projecting. Knows nothing of readers.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender import weights
from recommender.kinship import Pairs


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
        return _unit(self._places(terms))

    def lengths(self, terms: Any) -> NDArray[np.float32]:
        """How long the rows of `terms` are in the space (n,) before `project` makes them unit rows."""
        if not self.width:
            return np.zeros(terms.shape[0], dtype=np.float32)
        return np.asarray(np.linalg.norm(self._places(terms), axis=1), dtype=np.float32)

    def _places(self, terms: Any) -> NDArray[np.float32]:
        return np.asarray(restrict(terms, self.columns) @ self.basis, dtype=np.float32)


def no_latent_space() -> LatentSpace:
    """The space of width 0."""
    return LatentSpace(np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32))


def fit_latent_space(terms: Any, frequencies: NDArray[np.int64], pairs: Pairs, seed: int) -> LatentSpace:
    """The space of the tf-idf rows `terms`, whose kin are `pairs`; of width 0 below LATENT_FROM papers.

    The decomposition is randomised (Halko, Martinsson & Tropp, 2011) and sees at most LATENT_SAMPLE rows.
    """
    from sklearn.utils.extmath import randomized_svd
    from threadpoolctl import threadpool_limits

    if terms.shape[0] < weights.LATENT_FROM:
        return no_latent_space()
    columns = np.sort(
        np.argsort(-frequencies * (np.bincount(terms.indices, minlength=len(frequencies)) > 0), kind="stable")[
            : weights.LATENT_TERMS
        ]
    )
    small = restrict(terms, columns)
    rows = np.sort(np.random.default_rng(seed).permutation(terms.shape[0])[: weights.LATENT_SAMPLE])
    with threadpool_limits(1):
        _, strength, axes = randomized_svd(small[rows], weights.LATENT_WIDTH, n_iter=4, random_state=seed)
        flattened = (axes / np.sqrt(strength / strength[0])[:, None]).T
        basis = np.asarray(flattened, dtype=np.float32)
        if len(pairs):
            basis = (basis @ _stretch(_unit(small @ basis), pairs)).astype(np.float32)
    return LatentSpace(columns, np.ascontiguousarray(basis))


def _stretch(rows: NDArray[np.float32], pairs: Pairs) -> NDArray[np.float32]:
    """The map (width x width) after which a direction counts by how much of it kin papers share.

    In the space where the papers' second moments are the identity, a direction in which kin papers have the
    correlation r is scaled by (r / (1 - r)) ** KIN_POWER.
    """
    from scipy.linalg import eigh

    total = (rows.T @ rows / len(rows)).astype(np.float64)
    # there are many more pairs than papers: as a matrix they need no rows of their own
    kin = sparse.csr_matrix((pairs.weight.astype(np.float32), (pairs.first, pairs.second)), (len(rows), len(rows)))
    shared = rows.T @ (kin @ rows)
    shared = (shared + shared.T).astype(np.float64) / (2 * pairs.weight.sum())
    correlation, directions = eigh(shared, total + 1e-9 * np.trace(total) * np.eye(len(total)))
    bounded = np.clip(correlation, 1e-3, 0.99)
    return np.asarray(directions * (bounded / (1 - bounded)) ** weights.KIN_POWER, dtype=np.float32)


def restrict(terms: Any, columns: NDArray[np.int64]) -> Any:
    """`terms` with only these (sorted) columns, renumbered."""
    place = np.full(terms.shape[1], -1, dtype=np.int32)
    place[columns] = np.arange(len(columns), dtype=np.int32)
    found = place[terms.indices]
    keep = found >= 0
    ends = np.concatenate([[0], np.cumsum(keep)])[terms.indptr]
    return sparse.csr_matrix((terms.data[keep], found[keep], ends), shape=(terms.shape[0], len(columns)))


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float32] = rows / np.maximum(length, np.float32(1e-12))
    return unit
