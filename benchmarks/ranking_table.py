"""A table of rankers: quality by number of likes, and who is ahead of whom by how much, person by person.

Owns collecting and printing. Knows no data and no ranker.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from recommender.metrics import Quality, interval
from recommender.paper_features import FloatArray

Key = tuple[str, str]
"""A window and a person in it."""
MEASURES = ("recall10", "recall50", "mrr", "auc")


class Table:
    """Qualities by ranker, number of likes, and person in a window; several draws of likes add up to a mean."""

    def __init__(self) -> None:
        self._cells: dict[str, dict[int, dict[Key, list[Quality]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )

    def __bool__(self) -> bool:
        return bool(self._cells)

    def add(self, ranker: str, likes: int, window: str, person: str, found: Quality) -> None:
        """Keep one ranking's quality."""
        self._cells[ranker][likes][window, person].append(found)

    def show(self, title: str) -> None:
        """Print a line a ranker. Means are over persons in windows, as in ranking.md; the interval is over people."""
        print(f"\n{title}: nDCG@10 by number of likes | mean [95%] | recall@10 recall@50 MRR AUC")
        counts = sorted({count for by_count in self._cells.values() for count in by_count})
        print(f"{'':30s}", " ".join(f"{count:5d}" for count in counts))
        for ranker, by_count in self._cells.items():
            keyed = [self._means(ranker, count, "ndcg10") for count in by_count]
            per_count = [float(np.mean(list(means.values()))) for means in keyed]
            low, high = interval(np.array([np.mean(values) for values in _by_person(keyed).values()]))
            others = [
                np.mean([list(self._means(ranker, count, measure).values()) for count in by_count])
                for measure in MEASURES
            ]
            print(
                f"{ranker:30s}",
                " ".join(f"{value:5.3f}" for value in per_count),
                f"| {np.mean(per_count):.3f} [{low:.3f}, {high:.3f}] |",
                " ".join(f"{value:.3f}" for value in others),
            )

    def compare(self, ranker: str, others: Iterable[str]) -> None:
        """Print by how much nDCG@10 of `ranker` is above each of the `others`, paired by person, people weighing alike.

        In thousandths, each with its paired 95% bootstrap interval over people; the last column is the mean's.
        """
        counts = sorted(self._cells[ranker])
        print(f"\n{ranker} against others: gain in nDCG@10 in thousandths, paired [95%] over people")
        print(f"{'':30s}", " ".join(f"{f'N = {count}':>17s}" for count in counts), f"{'mean':>17s}")
        for other in others:
            gains = [self._gains(ranker, other, [count]) for count in counts]
            shown = [_shown(values) for values in [*gains, self._gains(ranker, other, counts)]]
            print(f"{other:30s}", " ".join(f"{value:>17s}" for value in shown))

    def names(self) -> list[str]:
        """The rankers, in the order in which they came."""
        return list(self._cells)

    def _means(self, ranker: str, count: int, measure: str) -> dict[Key, float]:
        cells = self._cells[ranker][count]
        return {key: float(np.mean([getattr(q, measure) for q in qs])) for key, qs in cells.items()}

    def _gains(self, ranker: str, other: str, counts: Sequence[int]) -> FloatArray:
        """One mean difference a person."""
        pairs = [(self._means(ranker, count, "ndcg10"), self._means(other, count, "ndcg10")) for count in counts]
        differences = [{key: mine[key] - theirs[key] for key in mine} for mine, theirs in pairs]
        return np.array([np.mean(values) for values in _by_person(differences).values()])


def _by_person(keyed: Sequence[dict[Key, float]]) -> dict[str, list[float]]:
    people: dict[str, list[float]] = defaultdict(list)
    for means in keyed:
        for (_, person), value in means.items():
            people[person].append(value)
    return people


def _shown(gains: FloatArray) -> str:
    low, high = interval(gains)
    return f"{1000 * gains.mean():+.0f} [{1000 * low:+.0f},{1000 * high:+.0f}]"
