"""Rankers for evaluation: ours, and plain ones that it must beat. Knows no cases and no storage."""

from collections.abc import Sequence

import numpy as np

from db.models import Paper
from recommender.background import Background
from recommender.evaluate import Ranker
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.paper_features import FloatArray


def ours(model: FeatureModel, background: Background) -> Ranker:
    """Relevance scores of an interest fitted on the evidence."""

    def rank(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
        return InterestModel().fit(model, background, evidence).score(model.transform(candidates))

    return rank


def our_chances(model: FeatureModel, background: Background) -> Ranker:
    """The calibrated chances that go with `ours`."""

    def rank(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
        interest = InterestModel().fit(model, background, evidence)
        return interest.chance(interest.score(model.transform(candidates)))

    return rank


def centroid(model: FeatureModel) -> Ranker:
    """Cosine to the mean tf-idf row of likes and keywords."""

    def rank(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
        known = model.transform(evidence.liked).terms.sum(0) + sum(
            model.transform_query(phrase).terms.sum(0) for phrase in evidence.keywords
        )
        return np.asarray(model.transform(candidates).terms @ np.asarray(known).ravel(), dtype=np.float64)

    return rank


def newest(_: Evidence, candidates: Sequence[Paper]) -> FloatArray:
    """The newest first, whatever is known."""
    return np.array([p.first_seen.timestamp() for p in candidates], dtype=np.float64)
