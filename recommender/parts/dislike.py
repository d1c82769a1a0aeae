"""What tells the disliked papers from the liked ones, and keeps away what is nearer to a dislike than to any like.

Knows no weights of parts.
"""

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class DislikePart:
    """known * (mean cosine to likes - to dislikes) - NEARER * (greatest cosine to a dislike - to a like, if > 0).

    `known` grows with the likes: with few of them a dislike mostly says what its own kind is, not what the rest is.
    """

    standardised = False

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        likes = float(fitting.liked_weights.sum())
        self._known = likes / (likes + weights.KNOWN_HALF)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), bounded by -1 - NEARER and 1."""
        liked, disliked = self._pulls(candidates)
        return np.asarray(liked.sum(1) + disliked.sum(1))

    def explain(self, candidate: PaperFeatures) -> Account:
        """By liked and disliked paper; by the terms shared with them."""
        account, fitting = blank(self._fitting, candidate), self._fitting
        liked, disliked = self._pulls(candidate)
        account.liked, account.disliked = liked[0], disliked[0]
        row = candidate.terms
        share = self._shares(candidate)
        pull = fitting.liked.terms.T @ share[0][0] + fitting.disliked.terms.T @ share[1][0]
        account.terms = row.data.astype(np.float64) * np.asarray(pull)[row.indices]
        return account

    def form(self) -> None:
        """Not linear: which like and which dislike is nearest depends on the paper."""

    def _pulls(self, candidates: PaperFeatures) -> tuple[FloatArray, FloatArray]:
        """What each like (n x likes) and each dislike (n x dislikes) contributes."""
        to_liked, to_disliked = self._cosines(candidates)
        for_liked, for_disliked = self._shares(candidates)
        return to_liked * for_liked, to_disliked * for_disliked

    def _cosines(self, candidates: PaperFeatures) -> tuple[FloatArray, FloatArray]:
        rows = candidates.terms.astype(np.float64)
        return (rows @ self._fitting.liked.terms.T).toarray(), (rows @ self._fitting.disliked.terms.T).toarray()

    def _shares(self, candidates: PaperFeatures) -> tuple[FloatArray, FloatArray]:
        """The factor of each cosine: the mean's for all, and that of the nearest where a dislike is nearer."""
        to_liked, to_disliked = self._cosines(candidates)
        likes, dislikes = to_liked.shape[1], to_disliked.shape[1]
        for_liked = np.full(to_liked.shape, self._known / max(likes, 1))
        for_disliked = np.full(to_disliked.shape, -self._known / dislikes)
        best = to_liked.max(1) if likes else np.zeros(len(candidates))
        rows: IndexArray = np.flatnonzero(to_disliked.max(1) > best)
        for_disliked[rows, to_disliked[rows].argmax(1)] -= weights.NEARER
        if likes:
            for_liked[rows, to_liked[rows].argmax(1)] += weights.NEARER
        return for_liked, for_disliked
