"""Which few of the best papers to show together: coverage of the reader's own likes (after the Chamfer distance).

Owns the choice of a set. Knows no scores' origin, no time and no text.
"""

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, IndexArray


def compose(relevance: FloatArray, to_likes: FloatArray, among_likes: FloatArray, size: int) -> tuple[IndexArray, int]:
    """Rows of the `size` candidates to show, best first, and the place of the least covered pick (-1 for none).

    `relevance` (n,) is any increasing measure, `to_likes` (likes x n) the cosines of likes and candidates,
    `among_likes` (likes x likes) of the likes. Small groups of likes weigh more than their number. With fewer than
    COMPOSE_FROM likes it is the plain best.
    """
    order = np.argsort(-relevance, kind="stable")[: max(weights.COMPOSE_POOL, size)]
    size = min(size, len(order))
    if len(to_likes) < weights.COMPOSE_FROM or size < 2:
        return order[:size], -1
    pool, near = relevance[order], np.clip(to_likes[:, order], 0.0, 1.0)
    gain = (pool - pool.min()) / max(float(np.ptp(pool)), 1e-12)
    alike = (among_likes > weights.ALIKE).sum(1) + (np.diag(among_likes) <= weights.ALIKE)
    share = alike**-0.5
    share /= share.sum()
    covered = np.zeros(len(share))
    picks: list[int] = []
    gains: list[float] = []
    for _ in range(size):
        added = share @ np.maximum(near - covered[:, None], 0.0)
        value = weights.COMPOSE_RELEVANCE * gain / size + weights.COMPOSE_COVERAGE * added
        value[picks] = -np.inf
        best = int(np.argmax(value))
        picks.append(best)
        gains.append(float(share @ near[:, best]))
        covered = np.maximum(covered, near[:, best])
    different = int(np.argmin(gains))
    chosen = sorted(range(size), key=lambda i: -pool[picks[i]])
    return order[[picks[i] for i in chosen]], chosen.index(different)


def spread(relevance: FloatArray, to_phrases: FloatArray, size: int) -> IndexArray:
    """Rows of the `size` candidates to show to someone of few likes, best first: some for each followed phrase.

    Without it the rarest phrase, whose hits stand out most, has all the places. `to_phrases` (phrases x n) are the
    cosines of phrases and candidates, of any scale; each further hit of a phrase adds less (square root). With fewer
    than two phrases it is the plain best.
    """
    order = np.argsort(-relevance, kind="stable")[: max(weights.COMPOSE_POOL, size)]
    size = min(size, len(order))
    if len(to_phrases) < 2 or size < 2:
        return order[:size]
    pool, near = relevance[order], np.clip(to_phrases[:, order], 0.0, None)
    near = near / np.maximum(near.max(1, keepdims=True), 1e-12)
    gain = (pool - pool.min()) / max(float(np.ptp(pool)), 1e-12)
    had = np.zeros(len(near))
    picks: list[int] = []
    for _ in range(size):
        added = (np.sqrt(had[:, None] + near) - np.sqrt(had)[:, None]).mean(0)
        value = weights.COMPOSE_RELEVANCE * gain / size + weights.COMPOSE_COVERAGE * added
        value[picks] = -np.inf
        picks.append(int(np.argmax(value)))
        had += near[:, picks[-1]]
    return order[sorted(picks, key=lambda i: -pool[i])]
