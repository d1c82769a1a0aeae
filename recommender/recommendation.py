"""What a ranking returns. Knows nothing of how it came about."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a paper is in a selection, beside its score."""

    NEAR = "near"
    DIFFERENT = "different"
    RECENT = "recent"


@dataclass(frozen=True, slots=True)
class Recommendation:
    """One chosen paper. `index` is its row among the candidates, `interest` the key of the interest it serves (None

    when nothing is known yet). `score` is the relevance score in that interest, what explain() accounts for; `chance`
    the calibrated chance that it is relevant. `reason` DIFFERENT marks the least covered pick.
    """

    index: int
    key: int
    id: str
    score: float
    chance: float
    interest: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Similar:
    """A paper like another: its row among the candidates, and the cosine of the two (0 to 1)."""

    index: int
    key: int
    id: str
    score: float
