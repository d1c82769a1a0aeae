"""What to call a group of papers: the words that it has and another group has not. Knows no interests, no storage."""

from collections.abc import Sequence

import numpy as np

from db.models import Paper
from recommender.explain import merge_terms
from recommender.features import FeatureModel

LOOKED_AT = 40


def distinctive(model: FeatureModel, group: Sequence[Paper], others: Sequence[Paper], limit: int = 3) -> list[str]:
    """The `limit` words or phrases that weigh most in `group` beyond what they weigh in `others`."""
    names: dict[int, str] = {}
    for paper in group:
        for bucket, term in model.words(f"{paper.title} . {paper.abstract}").items():
            names.setdefault(bucket, term)
    mean = np.asarray(model.transform(group).terms.mean(0)).ravel()
    if others:
        mean = mean - np.asarray(model.transform(others).terms.mean(0)).ravel()
    strongest = np.argsort(-mean, kind="stable")[:LOOKED_AT]
    terms = [(names[int(b)], float(mean[b])) for b in strongest if mean[b] > 0 and int(b) in names]
    text = " . ".join(f"{paper.title} . {paper.abstract}" for paper in group)
    return [word for word, _ in merge_terms(terms, text)[:limit]]
