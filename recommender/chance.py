"""From a relevance score to a calibrated chance: a logistic curve (Platt, 1999) over the score's logarithm.

Fitted once on public reading lists and stated in weights.py. Knows no papers.
"""

import numpy as np

from recommender import weights
from recommender.evidence import Evidence
from recommender.paper_features import FloatArray


def chances(scores: FloatArray, evidence: Evidence) -> FloatArray:
    """Chances (n,) that a paper with such a score is relevant to an interest with such evidence."""
    known = len(evidence.liked) + (weights.KEYWORDS_AS_LIKES if evidence.keywords else 0)
    height = np.log1p(np.maximum(scores, 0.0)) + weights.CHANCE_BELOW * np.minimum(scores, 0.0)
    logit = weights.CHANCE_BASE + weights.CHANCE_SCORE * height + weights.CHANCE_LIKES * np.log1p(known)
    return np.asarray(1 / (1 + np.exp(-np.clip(logit, -30, 30))))
