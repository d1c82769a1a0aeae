"""Nearness in the latent space, plain and whitened: the same subject in other words.

Knows no weights of parts.
"""

import numpy as np

from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class LatentPart:
    """Dot product of latent rows with the likes' mean (or with their mean whitened by the background's covariance)."""

    standardised = True

    def __init__(self, fitting: Fitting, *, whitened: bool) -> None:
        self._fitting = fitting
        share = fitting.liked_weights / fitting.liked_weights.sum()
        rows = fitting.liked.latent.astype(np.float64)
        if whitened:
            rows = (rows - fitting.background.latent_mean) @ fitting.background.whitening
        self._rows = rows * share[:, None]
        self._direction = self._rows.sum(0)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(candidates.latent @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By liked paper; by term through the projection, whose rounding goes to the constant."""
        account = blank(self._fitting, candidate)
        latent = candidate.latent[0].astype(np.float64)
        account.liked = self._rows @ latent
        space = self._fitting.model.latent
        if not space.width:
            return account
        row = candidate.terms
        at = np.searchsorted(space.columns, row.indices)
        known = space.columns[np.minimum(at, len(space.columns) - 1)] == row.indices
        pull = np.zeros(row.nnz)
        pull[known] = row.data[known] * (space.basis[at[known]].astype(np.float64) @ self._direction)
        raw = np.linalg.norm(row.data[known].astype(np.float64) @ space.basis[at[known]].astype(np.float64))
        account.terms = pull / max(raw, 1e-12)
        account.constant = float(account.liked.sum() - account.terms.sum())
        account.liked -= account.constant * self._fitting.liked_weights / self._fitting.liked_weights.sum()
        return account
