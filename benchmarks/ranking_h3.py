"""H3, the reference of ranking.md: the plain scores added up, each standardised over the candidates.

score = (1 - g) z(pseudo-relevance) + g z(logistic) + .5 z(latent) + .5 z(whitened latent) + z(BM25) + .4 categories,
g = N / (N + 10) for N likes; keywords add 3 / (N + 2) z(z(BM25) + z(latent) + z(centroid of the 20 best by BM25)).
Where its words leave a choice (the ridge, whether categories are summed) ours is stated at the place. With one draw of
likes, as the figures of ranking.md are, the development windows give .468 and with keywords .507, where it has .480 and
.516: a little is lost that its words do not tell.
"""

from collections import Counter

import numpy as np

from benchmarks.ranking_baselines import BM25, Baseline, Centroid, Latent, Logistic, PseudoRelevance
from benchmarks.ranking_plain import LATENT_WIDTH, PlainFeatures, Rows, best, mean_row
from recommender.paper_features import FloatArray
from recommender.support import standard

RIDGE = 1.0
"""Of the whitening, in mean variances of a dimension."""
SMOOTHING = 20
PHRASE_HITS = 20


class H3:
    """The sum above; with a `phrase` the keywords' part too."""

    def __init__(self, plain: PlainFeatures) -> None:
        self._history = plain.history
        self._near, self._logistic = PseudoRelevance(plain), Logistic(plain)
        latent = self._history.latent
        covariance = latent.T @ latent / len(latent)
        ridge = RIDGE * np.trace(covariance) / LATENT_WIDTH
        self._whitening = np.linalg.inv(covariance + ridge * np.eye(LATENT_WIDTH))
        counts = Counter(c for own in self._history.categories for c in own)
        self._share = {category: n / len(latent) for category, n in counts.items()}

    def score(self, liked: Rows, new: Rows, phrase: Rows | None = None) -> FloatArray:
        """The weighted sum."""
        known = len(liked.ids) / (len(liked.ids) + 10)
        total = (
            (1 - known) * standard(self._near.score(liked, new))
            + known * standard(self._logistic.score(liked, new))
            + 0.5 * standard(Latent().score(liked, new))
            + 0.5 * standard(new.latent @ self._whitening @ liked.latent.mean(0))
            + standard(BM25().score(liked, new))
            + 0.4 * self._categories(liked, new)
        )
        return total + 3 / (len(liked.ids) + 2) * self._keywords(phrase, new) if phrase else total

    def _categories(self, liked: Rows, new: Rows) -> FloatArray:
        """The sum over a paper's categories of their log-odds among the likes, smoothed by 20 papers of the history."""
        seen = Counter(c for own in liked.categories for c in own)
        total = len(liked.ids) + SMOOTHING
        odds = {c: np.log((seen[c] + SMOOTHING * share) / (total * share)) for c, share in self._share.items()}
        return np.array([sum(odds.get(c, 0.0) for c in own) for own in new.categories], dtype=np.float64)

    def _keywords(self, phrase: Rows, new: Rows) -> FloatArray:
        query = np.asarray(phrase.counts.todense()).ravel()
        found = best(self._history.saturated @ query, PHRASE_HITS)
        return standard(
            standard(new.saturated @ query)
            + standard(new.latent @ phrase.latent[0])
            + standard(new.terms @ mean_row(self._history.terms[found]))
        )


def by_likes(plain: PlainFeatures) -> dict[str, Baseline]:
    """All baselines that rank by likes, by the names in the tables."""
    return {
        "LSA-256 centroid": Latent(),
        "BM25, likes as query": BM25(),
        "TF-IDF centroid": Centroid(),
        "TF-IDF + pseudo-relevance": PseudoRelevance(plain),
        "logistic regression": Logistic(plain),
        "H3": H3(plain),
    }
