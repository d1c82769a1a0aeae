"""The phrases that the person follows: as a query, in the latent space, and through the papers they find.

Knows no weights of parts.
"""

import numpy as np

from recommender import weights
from recommender.bm25 import saturated
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.base import Account, Fitting, blank


class KeywordPart:
    """z(BM25) + z(latent) + z(profile of the best background papers), each standardised on the background."""

    standardised = False

    def __init__(self, fitting: Fitting) -> None:
        self._fitting = fitting
        model, papers = fitting.model, fitting.background.papers
        query = model.transform_query(" . ".join(fitting.keywords))
        self._query = np.asarray(query.counts.todense(), dtype=np.float64).ravel()
        self._latent = query.latent[0].astype(np.float64)
        reference = fitting.background.by_kind[0]
        everything = np.asarray(fitting.background.saturated @ self._query)
        count = min(weights.KEYWORD_NEIGHBOURS, len(papers))
        best = np.argpartition(-everything, count - 1)[:count] if count else np.zeros(0, dtype=np.int64)
        best = best[everything[best] > 0]
        self._profile = np.asarray(papers.terms[best].sum(0)).ravel().astype(np.float64)
        self._centre, self._spread = np.zeros(3), np.ones(3)
        raw = self._raw(reference)
        if len(reference):
            self._centre, self._spread = raw.mean(0), np.maximum(raw.std(0), 1e-2)
        self._phrases = {p: np.asarray(model.transform_query(p).counts.todense()).ravel() for p in fitting.keywords}

    def _raw(self, candidates: PaperFeatures) -> FloatArray:
        return np.column_stack(
            [
                saturated(self._fitting.model, candidates) @ self._query,
                candidates.latent @ self._latent,
                candidates.terms @ self._profile,
            ]
        )

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,)."""
        return np.asarray(((self._raw(candidates) - self._centre) / self._spread).sum(1))

    def explain(self, candidate: PaperFeatures) -> Account:
        """By phrase: the score shared in proportion to how well each phrase alone finds the paper."""
        account = blank(self._fitting, candidate)
        row = saturated(self._fitting.model, candidate)
        found = {p: float(row.data @ q[row.indices]) + 1e-9 for p, q in self._phrases.items()}
        total, score = sum(found.values()), float(self.score(candidate)[0])
        account.keywords = {p: score * share / total for p, share in found.items()}
        return account
