"""Keeps away what is nearer to a disliked paper than to any liked one. Knows no weights of parts."""

import numpy as np

from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class DislikePart:
    """The greatest cosine to a like less that to a dislike, where below 0: what is nearer to a like loses nothing."""

    standardised = False

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), from -1 to 0."""
        to_liked, to_disliked = self._cosines(candidates)
        return np.asarray(np.minimum(to_liked.max(1, initial=0.0) - to_disliked.max(1, initial=0.0), 0.0))

    def explain(self, candidate: PaperFeatures) -> Account:
        """By the nearest dislike and the nearest like; by the terms shared with them."""
        account, fitting = blank(self._fitting, candidate), self._fitting
        if not self.score(candidate)[0]:
            return account
        for papers, cosines, told, sign in zip(
            (fitting.liked, fitting.disliked),
            self._cosines(candidate),
            (account.liked, account.disliked),
            (1, -1),
            strict=True,
        ):
            if len(papers):
                nearest = int(cosines[0].argmax())
                told[nearest] = sign * cosines[0, nearest]
                own = papers.terms[nearest].toarray().ravel()[candidate.terms.indices]
                account.terms += sign * candidate.terms.data.astype(np.float64) * own
        return account

    def form(self) -> None:
        """Not linear: which like and which dislike is nearest depends on the paper."""

    def _cosines(self, candidates: PaperFeatures) -> tuple[FloatArray, FloatArray]:
        """To each like (n x likes) and to each dislike (n x dislikes)."""
        rows = candidates.terms.astype(np.float64)
        return (rows @ self._fitting.liked.terms.T).toarray(), (rows @ self._fitting.disliked.terms.T).toarray()
