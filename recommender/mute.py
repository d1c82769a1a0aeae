"""What a person does not want to see: typed filters, and the kind of a muted paper with bounded needless drops.

The bound is conformal (Vovk et al., 2005): of the likes' own kind at most about MUTE_NEEDLESS are dropped. Owns the
decision to hide; knows no ranking and no storage.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from db.models import Paper, Rule, Subject, Verb
from recommender import weights
from recommender.matching import has_author, has_category, mentions
from recommender.paper_features import FloatArray, PaperFeatures

_TESTS = {Subject.TOPIC: mentions, Subject.AUTHOR: has_author, Subject.CATEGORY: has_category}


def hidden_by(paper: Paper, rules: Sequence[Rule]) -> Rule | None:
    """The first typed mute among `rules` that hides `paper`, or None. Rules about a paper's kind are BoundedMute's."""
    for rule in rules:
        if rule.verb is Verb.MUTE and rule.subject in _TESTS and _TESTS[rule.subject](paper, rule.value):
            return rule
    return None


@dataclass(slots=True)
class BoundedMute:
    """Hides papers that are much nearer to the muted papers than to the likes; nothing before MUTE_FROM likes.

    `threshold` is the log-ratio above which a paper is hidden, infinite while there are too few likes.
    """

    muted: PaperFeatures
    liked: PaperFeatures
    threshold: float = math.inf

    def fit(self) -> Self:
        """Learn the threshold from the likes and return itself."""
        count = len(self.liked)
        if count < weights.MUTE_FROM or not len(self.muted):
            self.threshold = math.inf
            return self
        ratios = np.sort(self._ratios(self.liked, leave_one_out=True))
        rank = math.ceil((1 - weights.MUTE_NEEDLESS) * (count + 1))
        self.threshold = float(ratios[rank - 1]) if rank <= count else math.inf
        return self

    def hides(self, candidates: PaperFeatures) -> NDArray[np.bool_]:
        """Which candidates (n,) are of the muted kind."""
        if math.isinf(self.threshold) or not len(candidates):
            return np.zeros(len(candidates), dtype=np.bool_)
        return self._ratios(candidates) > self.threshold

    def _ratios(self, papers: PaperFeatures, *, leave_one_out: bool = False) -> FloatArray:
        """log((nearness to the muted + .01) / (nearness to the likes + .01)), one a paper."""
        to_muted = np.asarray((papers.terms @ self.muted.terms.T).todense(), dtype=np.float64).mean(1)
        to_liked = np.asarray((papers.terms @ self.liked.terms.T).todense(), dtype=np.float64)
        total = to_liked.sum(1) - (to_liked.diagonal() if leave_one_out else 0.0)
        to_liked_mean = total / (len(self.liked) - leave_one_out)
        return np.asarray(np.log(to_muted + 0.01) - np.log(np.maximum(to_liked_mean, 0.0) + 0.01))
