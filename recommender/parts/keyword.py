"""The phrases that the person follows: their words, their place in the latent space, and the papers they find.

Knows no weights of parts; how its own three measures mix is stated in weights.py.
"""

import numpy as np

from recommender import weights
from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank, blank_form


class KeywordPart:
    """The weighted sum of a phrase's measures, each standardised on the background."""

    standardised = True

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        raw = fitting.phrase.measures(fitting.background.by_kind[0])
        self._mix = np.array(weights.KEYWORD_MIX)
        if len(raw) >= weights.REFERENCE_LEAST:
            self._mix = self._mix / np.maximum(raw.std(0), weights.SPREAD_LEAST)

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(self._fitting.phrase.measures(candidates) @ self._mix)

    def explain(self, candidate: PaperFeatures) -> Account:
        """By phrase: the score shared in proportion to how well each phrase alone finds the paper."""
        account = blank(self._fitting, candidate)
        account.keywords = self._fitting.by_phrase(candidate, float(self.score(candidate)[0]))
        return account

    def form(self) -> Form:
        """The phrases' words, and their two places in the latent space."""
        form = blank_form(self._fitting)
        phrase = self._fitting.phrase
        form.saturated = phrase.words.astype(np.float64) * self._mix[0]
        form.latent = self._mix[1] * phrase.place.astype(np.float64) + self._mix[2] * phrase.centre
        return form
