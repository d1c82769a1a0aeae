"""From a relevance score to a calibrated chance (Platt, 1999). Knows no papers."""

import numpy as np

from recommender import weights
from recommender.evidence import Evidence
from recommender.paper_features import FloatArray


def chances(scores: FloatArray, evidence: Evidence) -> FloatArray:
    """Chances (n,) that a paper with such a score is relevant to an interest with such evidence."""
    known = len(evidence.liked) + (weights.KEYWORDS_AS_LIKES if evidence.keywords else 0)
    logit = weights.CHANCE_BASE + weights.CHANCE_SCORE * scores + weights.CHANCE_LIKES * np.log1p(known)
    return np.asarray(1 / (1 + np.exp(-np.clip(logit, -30, 30))))
