"""Which likes carry a concept that a person wants forgotten. Taking them back and refitting is the caller's.

Forgetting is unlearning by re-assignment of evidence: the rest is then learned as if the removed had never been liked.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from db.models import Paper
from recommender import weights
from recommender.background import Background
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.matching import mentions
from recommender.paper_features import FloatArray, cosines

Flags = NDArray[np.bool_]


def carriers(
    model: FeatureModel,
    background: Background,
    liked: Sequence[Paper],
    *,
    phrase: str = "",
    pointed: Sequence[Paper] = (),
) -> list[int]:
    """Rows of `liked` that carry the `phrase` or are of the `pointed` papers' kind, in order; all to be confirmed."""
    if not liked:
        return []
    features = model.transform(liked)
    removed = np.array([p in pointed or mentions(p, phrase) for p in liked], dtype=np.bool_)
    if pointed:
        removed |= cosines(features, model.transform(pointed)).max(1) > weights.FORGET_ALIKE
    if phrase.strip():
        interest = InterestModel().fit(model, background, Evidence(keywords=(phrase,)))
        removed |= _found(interest.score(features))
    near = cosines(features, features)
    for _ in range(weights.FORGET_ROUNDS):
        drawn = _drawn(near, removed)
        if not drawn.any():
            break
        removed |= drawn
    return [int(row) for row in np.flatnonzero(removed)]


def _found(scores: FloatArray) -> Flags:
    """Likes that the phrase alone would recommend: not far below those that it fits best."""
    best = float(np.sort(scores)[-3:].mean())
    found: Flags = scores > max(weights.FORGET_SCORE, weights.FORGET_SHARE * best)
    return found


def _drawn(near: FloatArray, removed: Flags) -> Flags:
    """Kept likes whose mean nearness to the removed exceeds that to the other kept by FORGET_MARGIN."""
    kept = ~removed
    if not removed.any() or not kept.any():
        return np.zeros_like(removed)
    to_removed = near[:, removed].mean(1)
    to_kept = (near[:, kept].sum(1) - np.where(kept, near.diagonal(), 0.0)) / np.maximum(kept.sum() - kept, 1)
    drawn: Flags = kept & (to_removed > to_kept + weights.FORGET_MARGIN)
    return drawn
