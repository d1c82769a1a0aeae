"""Plain features for the baselines: scikit-learn's words and word pairs, a plain SVD, BM25; nothing of ours in them.

Owns text, counts and weights. Knows no reader and no score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.utils.extmath import randomized_svd
from threadpoolctl import threadpool_limits

from recommender.paper_features import FloatArray, IndexArray

Record = Mapping[str, Any]

TITLE_REPEATS = 3
LATENT_WIDTH = 256
BM25_K1 = 1.2
BM25_B = 0.75


@dataclass(frozen=True, slots=True)
class Rows:
    """`n` texts as numbers: `counts`, unit tf-idf rows `terms` and BM25's side `saturated` (each n x terms, CSR).

    `latent` (n x 256) holds unit rows of the SVD's space.
    """

    ids: tuple[str, ...]
    counts: Any
    terms: Any
    saturated: Any
    latent: FloatArray
    categories: tuple[tuple[str, ...], ...]

    def take(self, at: IndexArray) -> "Rows":
        """The rows `at`, in that order."""
        return Rows(
            tuple(self.ids[i] for i in at),
            self.counts[at],
            self.terms[at],
            self.saturated[at],
            self.latent[at],
            tuple(self.categories[i] for i in at),
        )


class PlainFeatures:
    """Words (and word pairs unless `pairs` is off) of `history`, with its frequencies and its 256 latent dimensions.

    Terms in fewer than `rare` papers or in more than 30% of them are left out. `history` holds its own rows.
    """

    def __init__(self, history: Sequence[Record], *, pairs: bool = True, rare: int = 3) -> None:
        self._counter = CountVectorizer(ngram_range=(1, 2 if pairs else 1), min_df=rare, max_df=0.3, dtype=np.float32)
        counts = self._counter.fit_transform(map(text, history)).tocsr()
        self._weigher = TfidfTransformer(sublinear_tf=True).fit(counts)
        frequencies = np.bincount(counts.indices, minlength=counts.shape[1])
        self._rarity = np.log(1 + (len(history) - frequencies + 0.5) / (frequencies + 0.5))
        self._length = float(counts.sum()) / len(history)
        with threadpool_limits(1):
            axes = randomized_svd(self._weigher.transform(counts), LATENT_WIDTH, n_iter=4, random_state=0)[2]
        self._axes = axes.T
        self.history = self._rows_of(counts, history)

    def rows(self, records: Sequence[Record]) -> Rows:
        """The rows of `records`, which need not be of the history."""
        return self._rows_of(self._counter.transform(map(text, records)).tocsr(), records)

    def phrase(self, words: str) -> Rows:
        """The one row of a typed phrase."""
        return self.rows([{"id": "", "title": "", "abstract": words}])

    def _rows_of(self, counts: Any, records: Sequence[Record]) -> Rows:
        terms = self._weigher.transform(counts)
        latent = np.asarray(terms @ self._axes, dtype=np.float64)
        return Rows(
            ids=tuple(r["id"] for r in records),
            counts=counts,
            terms=terms,
            saturated=self._saturate(counts),
            latent=latent / np.maximum(np.linalg.norm(latent, axis=1, keepdims=True), 1e-12),
            categories=tuple(tuple(r.get("categories", ())) for r in records),
        )

    def _saturate(self, counts: Any) -> Any:
        """The document side of BM25 (Robertson & Walker, 1994); times a query's counts it is the score."""
        lengths = np.asarray(counts.sum(1)).ravel() / self._length
        damping = np.repeat(BM25_K1 * (1 - BM25_B + BM25_B * lengths), np.diff(counts.indptr))
        saturated = counts.copy()
        saturated.data = self._rarity[counts.indices] * counts.data * (BM25_K1 + 1) / (counts.data + damping)
        return saturated


def text(record: Record) -> str:
    """Title, three times, and abstract."""
    return " . ".join([*[record["title"]] * TITLE_REPEATS, record["abstract"]])


def mean_row(rows: Any) -> FloatArray:
    """The mean (terms,) of sparse `rows`."""
    return np.asarray(rows.mean(0), dtype=np.float64).ravel()


def unit(vector: FloatArray) -> FloatArray:
    """`vector` at length 1."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12))


def best(scores: FloatArray, count: int, but: Sequence[bool] | NDArray[np.bool_] = ()) -> IndexArray:
    """The `count` rows of the greatest scores, in no order, those flagged in `but` left out."""
    usable = np.where(np.asarray(but, dtype=np.bool_), -np.inf, scores) if len(but) else scores
    return np.argpartition(-usable, count)[:count]
