"""What typed phrases find: their words, their place in the latent space, and the papers that both lead to.

Owns the search by phrase. Knows no likes and no part of the score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender import weights
from recommender.background import Background
from recommender.features import FeatureModel
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures
from recommender.support import standard, top_rows


@dataclass(frozen=True, slots=True)
class Phrase:
    """Phrases as one query: `words` (1 x buckets, CSR) counts their terms, `place` (d,) is their latent row.

    `found` are the best rows of the background (none for an empty query), `centre` (d,) the mean of their latent rows.
    """

    words: Any
    place: NDArray[np.float32]
    found: IndexArray
    centre: NDArray[np.float32]

    def measures(self, papers: PaperFeatures) -> FloatArray:
        """Three raw measures of nearness (n x 3): BM25, latent place, latent centre of what was found."""
        query = np.zeros(self.words.shape[1])
        query[self.words.indices] = self.words.data
        words = papers.saturated @ query
        latent = papers.latent.astype(np.float64)
        return np.column_stack([words, latent @ self.place, latent @ self.centre])


def find(model: FeatureModel, background: Background, phrases: Sequence[str]) -> Phrase:
    """Search the background for `phrases`: by words and latent place, then again with the first results' centre."""
    query = model.transform_query(" . ".join(phrases))
    place = query.latent[0]
    if not query.counts.nnz or not len(background):
        return Phrase(query.counts, place, np.zeros(0, dtype=np.int64), np.zeros_like(place))
    words = background.words[:, query.counts.indices] @ query.counts.data
    score = standard(words) + standard(background.latent @ place)
    first = _positive(score, weights.PHRASE_FIRST)
    if len(first) and model.latent.width:
        score = score + standard(background.latent @ background.latent[first].mean(0))
    found = _positive(score, weights.NEIGHBOURS)
    return Phrase(query.counts, place, found, background.latent[found].sum(0) / np.float32(max(len(found), 1)))


def _positive(score: FloatArray, count: int) -> IndexArray:
    rows = top_rows(score, count)
    return rows[score[rows] > 0]
