"""Nearness in the latent space: the same line of work in other words. Knows no weights of parts."""

import numpy as np

from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank, blank_form


class KindredPart:
    """Dot product of latent rows with the mean of the likes' rows: the mean cosine to the likes."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        share = fitting.liked_weights / fitting.liked_weights.sum()
        self._rows = fitting.liked.latent.astype(np.float64) * share[:, None]
        self._direction = self._rows.sum(0)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(candidates.latent.astype(np.float64) @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By liked paper; by term through the projection. Single-precision rounding of the latter is the constant's."""
        account = blank(self._fitting, candidate)
        account.liked = self._rows @ candidate.latent[0].astype(np.float64)
        account.terms = latent_terms(self._fitting, candidate, self._direction)
        rounding = float(account.liked.sum() - account.terms.sum())
        account.constant = rounding
        account.liked -= rounding / len(account.liked)
        return account

    def form(self) -> Form:
        """The mean of the likes' latent rows."""
        form = blank_form(self._fitting)
        form.latent = self._direction
        return form


def latent_terms(fitting: Fitting, candidate: PaperFeatures, direction: FloatArray) -> FloatArray:
    """What each stored term of the single paper `candidate` adds to its latent row's product with `direction`."""
    space, row = fitting.model.latent, candidate.terms
    values = np.zeros(row.nnz)
    at = np.minimum(np.searchsorted(space.columns, row.indices), len(space.columns) - 1)
    known = space.columns[at] == row.indices
    places = space.basis[at[known]].astype(np.float64)
    data = row.data[known].astype(np.float64)
    values[known] = data * (places @ direction) / max(float(np.linalg.norm(data @ places)), 1e-12)
    return values
