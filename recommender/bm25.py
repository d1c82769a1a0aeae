"""BM25's document side (Robertson & Walker, 1994). Knows no query and no person."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender import weights


def saturate(counts: Any, term_weights: NDArray[np.float32], mean_length: float) -> Any:
    """Counts (n x buckets, CSR), damped by themselves and by the length of their paper, times the terms' weights.

    The dot product of a row with the counts of a query is the BM25 score of that paper. The result shares the
    structure arrays of `counts`.
    """
    lengths = np.asarray(counts.sum(1)).ravel() / mean_length
    damp = weights.BM25_K1 * (1 - weights.BM25_B + weights.BM25_B * lengths)
    damping = np.repeat(damp, np.diff(counts.indptr)).astype(np.float32)
    values = counts.data * np.float32(weights.BM25_K1 + 1) / (counts.data + damping) * term_weights[counts.indices]
    return type(counts)((values, counts.indices, counts.indptr), shape=counts.shape)
