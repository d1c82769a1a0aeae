"""The papers that stand for an interest: its likes, their nearest neighbours, and what its keywords find.

Pseudo-relevance feedback (Rocchio, 1971; Croft & Harper, 1979): with few likes the neighbours say most, with many
nearly nothing. Owns which papers those are and for whom they speak. Knows no part of the score.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from recommender import weights
from recommender.background import Background
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures


@dataclass(frozen=True, slots=True)
class Support:
    """`terms` (m x buckets) are the rows of the m papers, `weight` (m,) what they count, adding up to 1.

    `for_likes` (m x likes) and `for_keywords` (m,) say for whom each speaks; together they are 1 for each paper.
    `ids` are the papers' ids.
    """

    ids: tuple[str, ...]
    terms: Any
    weight: FloatArray
    for_likes: FloatArray
    for_keywords: FloatArray


def make_support(background: Background, liked: PaperFeatures, liked_weights: FloatArray, found: IndexArray) -> Support:
    """The support of an interest with these likes whose keywords found the background rows `found`; may be empty."""
    from scipy import sparse

    likes = len(liked)
    near, owners = _neighbours(background, liked, liked_weights)
    masses = [
        float(liked_weights.sum()),
        weights.NEIGHBOUR_MASS * bool(len(near)),
        weights.KEYWORD_MASS * bool(len(found)),
    ]
    share = np.array(masses) / max(sum(masses), 1e-12)
    return Support(
        ids=(*liked.ids, *(background.ids[i] for i in near), *(background.ids[i] for i in found)),
        terms=sparse.vstack([liked.terms, background.terms[near], background.terms[found]], format="csr"),
        weight=np.concatenate(
            [
                share[0] * liked_weights / max(liked_weights.sum(), 1e-12),
                np.full(len(near), share[1] / max(len(near), 1)),
                np.full(len(found), share[2] / max(len(found), 1)),
            ]
        ),
        for_likes=np.concatenate([np.eye(likes), owners, np.zeros((len(found), likes))]),
        for_keywords=np.concatenate([np.zeros(likes + len(near)), np.ones(len(found))]),
    )


def _neighbours(
    background: Background, liked: PaperFeatures, liked_weights: FloatArray
) -> tuple[IndexArray, FloatArray]:
    """Rows of the background nearest to the likes, and how much of each is owed to which like (rows add up to 1)."""
    if not len(liked) or not len(background):
        return np.zeros(0, dtype=np.int64), np.zeros((0, len(liked)))
    share = liked_weights / liked_weights.sum()
    pool, nearness = np.arange(len(background)), np.zeros(len(background))
    if background.latent.shape[1]:
        latent = background.latent @ (share.astype(np.float32) @ liked.latent)
        pool = top_rows(latent, weights.NEIGHBOUR_POOL)
        nearness = standard(latent[pool])
    near = nearness + standard(background.terms[pool] @ (liked.terms.T @ share))
    rows = top_rows(near, weights.NEIGHBOURS)
    rows = pool[rows[near[rows] > 0]]
    overlap = np.asarray((background.terms[rows] @ liked.terms.T).todense(), dtype=np.float64) * share + 1e-9 * share
    return rows, overlap / overlap.sum(1, keepdims=True)


def top_rows(values: FloatArray, count: int) -> IndexArray:
    """The rows of the `count` greatest values, in order of rows; all when there are no more."""
    if len(values) <= count:
        return np.arange(len(values))
    return np.sort(np.argpartition(-values, count - 1)[:count])


def standard(values: Any) -> FloatArray:
    """`values` with mean 0 and spread 1; all 0 where they are all alike."""
    spread = float(values.std()) if len(values) else 0.0
    return np.asarray((values - values.mean()) / spread if spread > 0 else np.zeros(len(values)), dtype=np.float64)
