"""What a typed phrase finds: its words, its place in the latent space, and the papers that both lead to.

Owns the search by phrase. Knows no likes and no part of the score.
"""

from dataclasses import dataclass

import numpy as np

from recommender import weights
from recommender.background import Background
from recommender.bm25 import saturated
from recommender.features import FeatureModel
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures
from recommender.support import standard, top_rows


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as a query: `words` (buckets,) counts its terms, `place` (d,) is its latent row.

    `found` are the best rows of the background; `profile` (buckets,) and `centre` (d,) their mean rows.
    """

    words: FloatArray
    place: FloatArray
    found: IndexArray
    profile: FloatArray
    centre: FloatArray

    def measures(self, model: FeatureModel, papers: PaperFeatures) -> FloatArray:
        """Four raw measures of nearness (n x 4): BM25, latent, the found papers' terms, their latent centre."""
        return np.column_stack(
            [
                saturated(model, papers) @ self.words,
                papers.latent @ self.place,
                papers.terms @ self.profile,
                papers.latent @ self.centre,
            ]
        )


def find(model: FeatureModel, background: Background, text: str) -> Phrase:
    """Search the background for `text`: by its words and latent place, then again with the first results' centre."""
    papers = background.papers
    query = model.transform_query(text)
    words = np.asarray(query.counts.todense(), dtype=np.float64).ravel()
    place = query.latent[0].astype(np.float64)
    score = standard(background.saturated @ words) + standard(papers.latent @ place)
    first = _positive(score, weights.PHRASE_FIRST)
    if len(first):
        score = score + standard(papers.latent @ papers.latent[first].mean(0))
    found = _positive(score, weights.NEIGHBOURS)
    profile = np.asarray(papers.terms[found].sum(0), dtype=np.float64).ravel() / max(len(found), 1)
    centre = papers.latent[found].sum(0).astype(np.float64) / max(len(found), 1)
    return Phrase(words, place, found, profile, centre)


def _positive(score: FloatArray, count: int) -> IndexArray:
    rows = top_rows(score, count)
    return rows[score[rows] > 0]
