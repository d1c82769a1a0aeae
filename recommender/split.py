"""Whether the likes of one interest are really two interests. Owns the grouping; knows no text and no storage."""

from dataclasses import dataclass

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures


@dataclass(frozen=True, slots=True)
class Split:
    """Two groups of rows of the likes, the larger first, and how clearly they part (0 = not at all, 1 = wholly)."""

    first: IndexArray
    second: IndexArray
    clarity: float


def suggest_split(liked: PaperFeatures) -> Split | None:
    """Two groups when the likes fall clearly apart, each with at least SPLIT_LEAST papers; else None."""
    if len(liked) < 2 * weights.SPLIT_LEAST:
        return None
    near = np.asarray((liked.terms @ liked.terms.T).todense(), dtype=np.float64)
    side = _two_groups(near)
    first, second = np.flatnonzero(side), np.flatnonzero(~side)
    if min(len(first), len(second)) < weights.SPLIT_LEAST:
        return None
    clear = clarity(near, first, second)
    if clear < weights.SPLIT_CLARITY:
        return None
    larger, smaller = (first, second) if len(first) >= len(second) else (second, first)
    return Split(larger, smaller, clear)


def clarity(near: FloatArray, first: IndexArray, second: IndexArray) -> float:
    """How clearly two groups of rows of the cosines `near` (n x n) part: 1 - mean across / mean within the looser one.

    0 or less where they do not part; a group of one paper, which has no within, never does.
    """
    inner = min(_within(near, first), _within(near, second))
    return 1 - float(near[np.ix_(first, second)].mean()) / inner if inner > 0 else 0.0


def _within(near: FloatArray, rows: IndexArray) -> float:
    """Mean cosine of two different papers of the group."""
    block = near[np.ix_(rows, rows)]
    count = len(rows)
    return float((block.sum() - np.trace(block)) / max(count * (count - 1), 1))


def _two_groups(near: FloatArray) -> IndexArray:
    """Average linkage (Sokal & Michener, 1958), cut where two groups are left."""
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    distance = np.maximum(1 - near, 0.0)
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(distance, checks=False), method="average")
    return np.asarray(fcluster(tree, 2, criterion="maxclust") == 1)
