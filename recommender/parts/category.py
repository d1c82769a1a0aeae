"""Which categories the liked papers come from, more often than papers in general. Knows no weights of parts."""

import math

import numpy as np

from recommender import weights
from recommender.characters import fold
from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank, blank_form


class CategoryPart:
    """Mean log-odds of a candidate's categories among the likes, smoothed by CATEGORY_SMOOTHING background papers."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        share = fitting.background.category_share
        seen: dict[str, float] = dict.fromkeys((fold(c) for c in fitting.categories), weights.FOLLOWED_CATEGORY)
        for categories, weight in zip(fitting.liked.categories, fitting.liked_weights, strict=True):
            for category in categories:
                seen[category] = seen.get(category, 0.0) + float(weight)
        total = float(fitting.liked_weights.sum()) + weights.CATEGORY_SMOOTHING
        floor = 1 / (len(fitting.background) + 1)
        known = set(share) | set(seen)
        self._odds = {
            c: math.log(
                (seen.get(c, 0.0) + weights.CATEGORY_SMOOTHING * max(share.get(c, 0.0), floor))
                / total
                / max(share.get(c, 0.0), floor)
            )
            for c in known
        }

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), 0 for a paper without categories."""
        return np.array([sum(self._named(c).values()) for c in candidates.categories], dtype=np.float64)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By category."""
        account = blank(self._fitting, candidate)
        account.categories = self._named(candidate.categories[0])
        return account

    def form(self) -> Form:
        """The log-odds of each category."""
        form = blank_form(self._fitting)
        form.categories = dict(self._odds)
        return form

    def _named(self, categories: tuple[str, ...]) -> dict[str, float]:
        return {c: self._odds.get(c, 0.0) / len(categories) for c in categories}
