"""Which likes carry a concept that a person wants forgotten. Taking them back and refitting is the caller's.

Forgetting is unlearning by re-assignment of evidence: the rest is then learned as if the removed had never been liked.
The likes that the concept finds and the others are two groups; where they part clearly, each like goes to the group it
is nearer to, so that what belongs to the concept in other words goes too, and what only shares its words stays.
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
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.split import clarity

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
    near = _cosines(features, features)
    sure = np.array([p in pointed or mentions(p, phrase) for p in liked], dtype=np.bool_)
    found = sure.copy()
    if pointed:
        found |= _cosines(features, model.transform(pointed)).max(1) > weights.FORGET_ALIKE
    if phrase.strip():
        interest = InterestModel().fit(model, background, Evidence(keywords=(phrase,)))
        found |= _fitting(interest.score(features))
    parted = _parted(near, found, sure)
    kept, removed = np.flatnonzero(~parted), np.flatnonzero(parted)
    clear = len(kept) and len(removed) and clarity(near, removed, kept) >= weights.FORGET_CLARITY
    return np.flatnonzero(parted if clear else found).tolist()


def _fitting(scores: FloatArray) -> Flags:
    """Likes that the phrase alone would recommend: not far below those that it fits best."""
    best = float(np.sort(scores)[-3:].mean())
    fitting: Flags = scores > max(weights.FORGET_SCORE, weights.FORGET_SHARE * best)
    return fitting


def _parted(near: FloatArray, found: Flags, sure: Flags) -> Flags:
    """The likes on the side of the `found` when each has gone to the side that it is nearer to on average.

    The `sure` stay. Sides that empty end it.
    """
    removed = found
    for _ in range(weights.FORGET_ROUNDS):
        if removed.all() or not removed.any():
            break
        moved = sure | (_mean_nearness(near, removed) > _mean_nearness(near, ~removed))
        if (moved == removed).all():
            break
        removed = moved
    return removed


def _mean_nearness(near: FloatArray, side: Flags) -> FloatArray:
    """The mean nearness (likes,) of each like to the others of a side."""
    total = near[:, side].sum(1) - np.where(side, near.diagonal(), 0.0)
    return np.asarray(total / np.maximum(side.sum() - side, 1))


def _cosines(one: PaperFeatures, other: PaperFeatures) -> FloatArray:
    """Cosines of terms: they tell a person's interests apart better than places in the latent space do."""
    return np.asarray((one.terms @ other.terms.T).toarray(), dtype=np.float64)
