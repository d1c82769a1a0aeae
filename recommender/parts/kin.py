"""Whether the authors' earlier papers are near the liked ones. Knows no weights of parts."""

import numpy as np

from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank, blank_form


class KinPart:
    """Dot product of the place of the authors' earlier work with the mean of the likes' latent rows."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        share = fitting.liked_weights / fitting.liked_weights.sum()
        self._direction = fitting.liked.latent.astype(np.float64).T @ share

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), 0 where none of the authors is known."""
        return np.asarray(candidates.kin.astype(np.float64) @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By author; single-precision rounding is the constant's."""
        account = blank(self._fitting, candidate)
        names, paper = candidate.authors[0], candidate.ids[0]
        pull = self._fitting.model.authorship.places(names, paper) @ self._direction
        for name, value in zip(names, pull.tolist(), strict=True):
            if value:
                account.earlier[name] = account.earlier.get(name, 0.0) + value
        account.constant = float(self.score(candidate)[0]) - sum(account.earlier.values())
        return account

    def form(self) -> Form:
        """The mean of the likes' latent rows, for the authors' earlier work."""
        form = blank_form(self._fitting)
        form.kin = self._direction
        return form
