"""Which papers are kin: written in part by the same people. Teaches the latent space what belongs together.

Owns the pairs. Knows no features and no person who reads.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, IndexArray


@dataclass(frozen=True, slots=True)
class Pairs:
    """Rows of two kin papers each, and how much the pair counts."""

    first: IndexArray
    second: IndexArray
    weight: FloatArray

    def __len__(self) -> int:
        return len(self.first)


def kin_pairs(authors: Sequence[tuple[str, ...]]) -> Pairs:
    """All pairs of papers (rows of `authors`, folded names) with a common author.

    An author of n papers gives each of their pairs 1 / (n - 1); one of more than KIN_PAPERS, likely several people of
    one name, gives none. A pair counts at most KIN_WEIGHT, however many people share it.
    """
    rows: dict[str, list[int]] = defaultdict(list)
    for row, names in enumerate(authors):
        for name in set(names):
            rows[name].append(row)
    worth: dict[tuple[int, int], float] = defaultdict(float)
    for papers in rows.values():
        if 2 <= len(papers) <= weights.KIN_PAPERS:
            share = 1 / (len(papers) - 1)
            for at, second in enumerate(papers):
                for first in papers[:at]:
                    worth[first, second] += share
    pairs = np.array(sorted(worth), dtype=np.int64).reshape(-1, 2)
    weight = np.array([worth[a, b] for a, b in pairs.tolist()], dtype=np.float64)
    return Pairs(pairs[:, 0], pairs[:, 1], np.minimum(weight, weights.KIN_WEIGHT))
