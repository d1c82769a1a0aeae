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
