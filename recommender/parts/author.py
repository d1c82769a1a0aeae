"""Authors whom the person follows. Knows no weights of parts."""

import numpy as np

from recommender.matching import same_author
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class AuthorPart:
    """1 for each author who is followed."""

    standardised = False

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        self._followed = fitting.authors

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), 0 where no author is known."""
        return np.array([sum(self._named(a).values()) for a in candidates.authors], dtype=np.float64)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By author."""
        account = blank(self._fitting, candidate)
        account.authors = self._named(candidate.authors[0])
        return account

    def form(self) -> None:
        """Not linear in what a form knows."""

    def _named(self, authors: tuple[str, ...]) -> dict[str, float]:
        return {a: 1.0 for a in authors if any(same_author(a, followed) for followed in self._followed)}
