"""Whether chances keep their word: predicted against observed, by bins. Knows no model and no people."""

from dataclasses import dataclass

import numpy as np

from recommender.metrics import Flags
from recommender.paper_features import FloatArray


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions between two edges: how many, their mean, and the share that came true."""

    low: float
    high: float
    count: int
    predicted: float
    observed: float


def calibration(chances: FloatArray, came_true: Flags, bins: int = 10) -> list[Bin]:
    """The bins of equal width that hold a prediction, from low to high."""
    place = np.minimum((chances * bins).astype(np.int64), bins - 1)
    return [
        Bin(
            low=b / bins,
            high=(b + 1) / bins,
            count=int((place == b).sum()),
            predicted=float(chances[place == b].mean()),
            observed=float(came_true[place == b].mean()),
        )
        for b in range(bins)
        if (place == b).any()
    ]


def calibration_error(bins: list[Bin]) -> float:
    """Mean distance of predicted and observed, weighed by count (Naeini, Cooper & Hauskrecht, 2015); 0 for no bins."""
    total = sum(b.count for b in bins)
    return sum(b.count * abs(b.predicted - b.observed) for b in bins) / total if total else 0.0
