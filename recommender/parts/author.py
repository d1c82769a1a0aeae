"""Authors whom the person follows or has liked. Knows no weights of parts."""

import numpy as np

from recommender import weights
from recommender.folding import fold
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class AuthorPart:
    """FOLLOWED_AUTHOR for a followed author; for an author of liked papers the share of the likes they wrote."""

    standardised = False

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        self._worth: dict[str, float] = {}
        total = max(float(fitting.liked_weights.sum()), 1.0) if len(fitting.liked) else 1.0
        for authors, weight in zip(fitting.liked.authors, fitting.liked_weights, strict=True):
            for author in authors[: weights.AUTHORS_COUNTED]:
                self._worth[author] = self._worth.get(author, 0.0) + float(weight) / total**0.5
        self._worth = {a: min(w, 1.0) for a, w in self._worth.items()}
        self._worth.update(dict.fromkeys((fold(a) for a in fitting.authors), weights.FOLLOWED_AUTHOR))

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), 0 where no author is known."""
        return np.array([sum(self._named(a).values()) for a in candidates.authors], dtype=np.float64)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By author."""
        account = blank(self._fitting, candidate)
        account.authors = self._named(candidate.authors[0])
        return account

    def _named(self, authors: tuple[str, ...]) -> dict[str, float]:
        return {a: self._worth[a] for a in authors if a in self._worth}
