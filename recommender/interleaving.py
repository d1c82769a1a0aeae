"""Comparing two rankers on live digests: team-draft interleaving (Radlinski, Kurup & Joachims, 2008).

Owns the draft and its score. Knows no rankers and no storage.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

Item = TypeVar("Item", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Draft(Generic[Item]):
    """One mixed list; `teams` says for each place whether ranker 0 or ranker 1 put it there."""

    items: tuple[Item, ...]
    teams: tuple[int, ...]


def team_draft(first: Sequence[Item], second: Sequence[Item], size: int, seed: int) -> Draft[Item]:
    """A list of `size` items: the rankers take turns in pairs, a coin (from `seed`) deciding who begins each pair."""
    rng = np.random.default_rng(seed)
    lists = (first, second)
    items: list[Item] = []
    teams: list[int] = []
    counts = [0, 0]
    while len(items) < size:
        lead = int(rng.integers(2)) if counts[0] == counts[1] else int(counts[0] > counts[1])
        for team in (lead, 1 - lead):
            found = next((item for item in lists[team] if item not in items), None)
            if found is not None:
                break
        if found is None:
            break
        items.append(found)
        teams.append(team)
        counts[team] += 1
    return Draft(tuple(items), tuple(teams))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of all digests with a winner, how many each ranker won; `p` is the two-sided sign test's."""

    wins: tuple[int, int]
    ties: int
    p: float


def verdict(likes: Sequence[tuple[int, int]]) -> Verdict:
    """The comparison of `likes`: for each digest how many liked papers came from ranker 0 and from ranker 1."""
    first = sum(a > b for a, b in likes)
    second = sum(b > a for a, b in likes)
    total = first + second
    tail = sum(math.comb(total, k) for k in range(min(first, second) + 1)) / 2**total
    return Verdict((first, second), len(likes) - total, min(1.0, 2 * tail))
