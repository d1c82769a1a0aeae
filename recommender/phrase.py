"""What a phrase is about: the mean of the papers that it finds best (pseudo-relevance). Knows no person."""

import numpy as np

from recommender import weights
from recommender.background import Background
from recommender.features import FeatureModel
from recommender.paper_features import FloatArray


def phrase_profile(model: FeatureModel, background: Background, phrase: str) -> FloatArray:
    """The profile (buckets,) of a phrase, of unit length; all zeros where it finds nothing."""
    query = np.asarray(model.transform_query(phrase).counts.todense(), dtype=np.float64).ravel()
    found = np.asarray(background.saturated @ query)
    best = np.argsort(-found, kind="stable")[: weights.KEYWORD_NEIGHBOURS]
    best = best[found[best] > 0]
    profile = np.asarray(background.papers.terms[best].sum(0), dtype=np.float64).ravel()
    length = float(np.linalg.norm(profile))
    return profile / length if length else profile
