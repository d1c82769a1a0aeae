"""How good a ranking was, given what turned out relevant. Ties are broken by a fixed seed, never by place.

Knows no rankers and no people.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recommender.paper_features import FloatArray

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Quality:
    """All between 0 and 1, higher is better. `hit5` is 1 when a relevant paper is among the first five."""

    ndcg10: float
    recall10: float
    recall50: float
    hit5: float
    mrr: float
    auc: float


NAMES = tuple(Quality.__dataclass_fields__)


def quality(scores: FloatArray, relevant: Flags) -> Quality:
    """The measures of one ranking (Jarvelin & Kekalainen, 2002, for nDCG). Raises ValueError when nothing is relevant.

    Recall at k is over min(k, number of relevant); AUC is 1 when every candidate is relevant.
    """
    total = int(relevant.sum())
    if not total:
        raise ValueError("a ranking without a relevant paper cannot be measured")
    order = np.lexsort((np.random.default_rng(len(scores)).random(len(scores)), -scores))
    hit = relevant[order]
    at = np.flatnonzero(hit)
    discount = 1 / np.log2(np.arange(2, 12))
    others = len(scores) - total
    return Quality(
        ndcg10=float((hit[:10] * discount[: len(hit[:10])]).sum() / discount[: min(10, total)].sum()),
        recall10=float(hit[:10].sum() / min(10, total)),
        recall50=float(hit[:50].sum() / min(50, total)),
        hit5=float(hit[:5].any()),
        mrr=float(1 / (at[0] + 1)),
        auc=float(1 - (at - np.arange(total)).sum() / (total * others)) if others else 1.0,
    )


def pair_auc(better: FloatArray, worse: FloatArray) -> float:
    """The share of pairs in which the first scores higher, ties counting half (Mann & Whitney, 1947)."""
    difference = better[:, None] - worse[None, :]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def interval(values: FloatArray, seed: int = 0, draws: int = 2000) -> tuple[float, float]:
    """The 95% percentile bootstrap interval (Efron, 1979) of the mean of `values`, one value a person."""
    if not len(values):
        return (0.0, 0.0)
    rng = np.random.default_rng(seed)
    means = values[rng.integers(len(values), size=(draws, len(values)))].mean(1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)
