"""Nearness of meaning as a sentence encoder sees it, where the admin brought one. Knows no weights of parts."""

import numpy as np

from recommender import weights
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class EmbeddingPart:
    """The mean over the likes of the whitened product of their vectors with the paper's.

    Whitening by the background's covariance with a ridge (as in linear discriminants; Friedman, 1989) plays down what
    all papers have in common to an encoder.
    """

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        share = fitting.liked_weights / fitting.liked_weights.sum()
        centre, whitening = _whitening(fitting.background.by_kind[0].embedded.astype(np.float64))
        self._rows = share[:, None] * (fitting.liked.embedded.astype(np.float64) - centre) @ whitening
        self._direction = self._rows.sum(0)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(candidates.embedded.astype(np.float64) @ self._direction)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By liked paper; an encoder says nothing of terms, so the account by term has it as one sum."""
        account = blank(self._fitting, candidate)
        account.liked = self._rows @ candidate.embedded[0].astype(np.float64)
        account.meaning = float(account.liked.sum())
        return account

    def form(self) -> None:
        """Not linear in what a form knows."""


def _whitening(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The centre (e,) of `rows` (n x e) and what undoes their covariance (e x e); nothing undone for too few rows."""
    width = rows.shape[1]
    if len(rows) < weights.REFERENCE_LEAST:
        return np.zeros(width), np.eye(width)
    centre = rows.mean(0)
    covariance = (rows - centre).T @ (rows - centre) / len(rows)
    ridge = weights.EMBEDDING_RIDGE * max(float(np.trace(covariance)) / width, 1e-12)
    return centre, np.linalg.inv(covariance + ridge * np.eye(width))
