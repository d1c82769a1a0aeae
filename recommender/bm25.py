"""BM25's document side (Robertson & Walker, 1994). Knows no person and no query."""

from typing import Any

import numpy as np

from recommender import weights
from recommender.features import FeatureModel
from recommender.paper_features import PaperFeatures


def saturated(model: FeatureModel, papers: PaperFeatures) -> Any:
    """BM25's document side (n x buckets, CSR, float64): saturated counts times the term's weight."""
    counts = papers.counts
    lengths = np.asarray(counts.sum(1)).ravel() / model.mean_length
    damp = weights.BM25_K1 * (1 - weights.BM25_B + weights.BM25_B * lengths)
    rows = counts.astype(np.float64)
    rows.data = rows.data * (weights.BM25_K1 + 1) / (rows.data + np.repeat(damp, np.diff(rows.indptr)))
    rows.data *= model.term_weights[rows.indices]
    return rows
