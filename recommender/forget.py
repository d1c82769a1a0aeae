"""Which likes carry a concept that a person wants forgotten. Taking them back and refitting is the caller's.

Forgetting is unlearning by re-assignment of evidence: the rest is then learned as if the removed had never been liked.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from db.models import Paper
from recommender import weights
from recommender.background import Background
from recommender.features import FeatureModel
from recommender.matching import mentions
from recommender.paper_features import PaperFeatures
from recommender.phrase import find


def carriers(
    model: FeatureModel,
    background: Background,
    liked: Sequence[Paper],
    *,
    phrase: str = "",
    pointed: Sequence[Paper] = (),
) -> list[int]:
    """Rows of `liked` that carry the `phrase` or are of the `pointed` papers' kind, in order; all to be confirmed."""
    features = model.transform(liked)
    near = np.asarray((features.terms @ features.terms.T).todense(), dtype=np.float64)
    removed = _named(features, liked, phrase, {p.id for p in pointed})
    if pointed:
        to_pointed = np.asarray((features.terms @ model.transform(pointed).terms.T).todense(), dtype=np.float64)
        removed |= to_pointed.max(1) > weights.FORGET_ALIKE
    if phrase.strip():
        found = background.terms[find(model, background, [phrase]).found]
        profile = np.asarray(found.sum(0)).ravel()
        length = max(float(np.linalg.norm(profile)), 1e-12)
        removed |= np.asarray(features.terms @ profile) / length > weights.FORGET_NEAR
    if not removed.any():
        return []
    for _ in range(weights.FORGET_ROUNDS):
        moved = _drawn(near, removed)
        if not moved.any():
            break
        removed |= moved
    return np.flatnonzero(removed).tolist()


def _named(features: PaperFeatures, liked: Sequence[Paper], phrase: str, pointed: Collection[str]) -> NDArray[np.bool_]:
    """Likes that are pointed at, or that say the phrase."""
    return np.array([p.id in pointed or mentions(p, phrase) for p in liked], dtype=np.bool_)


def _drawn(near: NDArray[np.float64], removed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Kept likes whose mean cosine to the removed exceeds that to the other kept by FORGET_MARGIN."""
    kept = ~removed
    to_removed = near[:, removed].mean(1)
    others = np.maximum(kept.sum() - kept, 1)
    to_kept = (near[:, kept].sum(1) - np.where(kept, near.diagonal(), 0.0)) / others
    drawn: NDArray[np.bool_] = kept & (to_removed > to_kept + weights.FORGET_MARGIN)
    return drawn
