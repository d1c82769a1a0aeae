"""The feature model: what turns papers into numbers.

Owns the vocabulary (hashed, so that it is open from the first paper on), document frequencies and the latent space.
It must not know about people, answers or weights of parts.
"""

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from db.models import ContentKind, Paper
from recommender import weights
from recommender.authorship import Authorship, make_authorship
from recommender.bm25 import saturate
from recommender.characters import fold
from recommender.embeddings import Encode
from recommender.errors import ModelFileError
from recommender.feature_file import load_arrays, save_arrays
from recommender.kinship import kin_pairs
from recommender.latent import LatentSpace, fit_latent_space, no_latent_space
from recommender.paper_features import PaperFeatures
from recommender.tokens import terms

KINDS = tuple(ContentKind)
VERSION = 1
"""Of the saved form; raised whenever its meaning changes."""


class FeatureModel:
    """Term weights and a latent space, fitted on the papers at hand; any later paper is transformed at once.

    `papers` is how many papers it was fitted on, `frequencies` (buckets,) in how many of them each term occurs.
    `encode` is a sentence encoder, where there is one; it is no part of the saved model.
    """

    def __init__(self, seed: int = 0, encode: Encode | None = None) -> None:
        self.seed = seed
        self.encode = encode
        self.papers = 0
        self.frequencies: NDArray[np.int64] = np.zeros(weights.BUCKETS, dtype=np.int64)
        self.mean_length = 1.0
        self.latent: LatentSpace = no_latent_space()
        self.authorship: Authorship = make_authorship([], [], np.zeros((0, 0), dtype=np.float32))
        self.term_weights: NDArray[np.float32] = np.ones(weights.BUCKETS, dtype=np.float32)

    def fit(self, papers: Sequence[Paper]) -> Self:
        """Learn from `papers` (any number, none included) and return itself. Replaces what was learned before."""
        counts = self._count(papers)
        self.papers = len(papers)
        self.frequencies = np.bincount(counts.indices, minlength=weights.BUCKETS).astype(np.int64)
        self.mean_length = float(max(counts.sum() / max(len(papers), 1), 1.0))
        self.term_weights = _term_weights(self.frequencies, self.papers)
        terms, _ = self._weigh(counts)
        authors = [_folded(p.authors) for p in papers]
        self.latent = fit_latent_space(terms, self.frequencies, kin_pairs(authors), self.seed)
        self.authorship = make_authorship([p.id for p in papers], authors, self.latent.project(terms))
        return self

    def transform(self, papers: Sequence[Paper], *, embed: bool = True) -> PaperFeatures:
        """Features of `papers`, row by row in their order. Changes nothing in the model.

        Encoding is slow: with `embed` off, `embedded` has no width.
        """
        weighed, counts = self._weigh(self._count(papers))
        authors = tuple(_folded(p.authors) for p in papers)
        return PaperFeatures(
            ids=tuple(p.id for p in papers),
            keys=np.array([p.key for p in papers], dtype=np.int64),
            seen=np.array([p.first_seen.timestamp() for p in papers], dtype=np.float64),
            kinds=np.array([KINDS.index(p.kind) for p in papers], dtype=np.int8),
            terms=weighed,
            counts=counts,
            saturated=saturate(counts, self.term_weights, self.mean_length),
            latent=self.latent.project(weighed),
            kin=self._kin(papers, authors),
            authors=authors,
            categories=tuple(_folded(p.categories) for p in papers),
            embedded=self.embed(papers) if embed else np.zeros((len(papers), 0), dtype=np.float32),
        )

    def transform_query(self, text: str) -> PaperFeatures:
        """Features of a phrase that someone typed, as if it were a paper with nothing but that text."""
        return self.transform([Paper("", "", "", "", text, "", "", datetime(1970, 1, 1, tzinfo=UTC))], embed=False)

    def embed(self, papers: Sequence[Paper]) -> NDArray[np.float32]:
        """The encoder's unit rows of `papers` (n x e), e = 0 without an encoder."""
        if self.encode is None:
            return np.zeros((len(papers), 0), dtype=np.float32)
        return self.encode([". ".join(filter(None, ("" if p.title_is_ours else p.title, p.abstract))) for p in papers])

    def words(self, text: str) -> dict[int, str]:
        """The terms of `text` in the form in which they are counted, by bucket."""
        from sklearn.utils import murmurhash3_32

        found: dict[int, str] = {}
        for term in terms(text):
            found.setdefault(abs(int(murmurhash3_32(term, seed=0))) % weights.BUCKETS, term)
        return found

    def fingerprint(self) -> str:
        """16 hexadecimal digits that tell this model from others; the same before and after saving."""
        told = blake2b(repr((VERSION, self.seed, self.papers, self.latent.basis.shape)).encode(), digest_size=8)
        for array in (self.frequencies, self.latent.columns, self.latent.basis[:1]):
            told.update(np.ascontiguousarray(array).tobytes())
        return told.hexdigest()

    def save(self, path: Path) -> None:
        """Write the model to `path`, replacing what is there in one step."""
        arrays = {
            "seed": np.int64(self.seed),
            "papers": np.int64(self.papers),
            "mean_length": np.float64(self.mean_length),
            "frequencies": self.frequencies,
            "latent_columns": self.latent.columns,
            "latent_basis": self.latent.basis,
            **{f"authorship_{f.name}": getattr(self.authorship, f.name) for f in fields(Authorship)},
        }
        save_arrays(path, VERSION, {name: np.asarray(value) for name, value in arrays.items()})

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a saved model. Raises ModelFileError when the file is no model of the version we know."""
        arrays = load_arrays(path, VERSION)
        try:
            model = cls(int(arrays["seed"]))
            model.papers = int(arrays["papers"])
            model.mean_length = float(arrays["mean_length"])
            model.frequencies = arrays["frequencies"]
            model.latent = LatentSpace(arrays["latent_columns"], arrays["latent_basis"])
            model.authorship = Authorship(*(arrays[f"authorship_{f.name}"] for f in fields(Authorship)))
        except KeyError as error:
            raise ModelFileError(f"{path} lacks {error}; run `paperround model fit`") from error
        model.term_weights = _term_weights(model.frequencies, model.papers)
        return model

    @cached_property
    def _vectorizer(self) -> Any:
        from sklearn.feature_extraction.text import HashingVectorizer

        return HashingVectorizer(
            n_features=weights.BUCKETS,
            analyzer=terms,
            alternate_sign=False,
            norm=None,
            dtype=np.float32,
        )

    def _kin(self, papers: Sequence[Paper], authors: Sequence[tuple[str, ...]]) -> NDArray[np.float32]:
        """The place of each paper's authors' earlier work (n x d)."""
        kin = np.zeros((len(papers), self.latent.width), dtype=np.float32)
        for row, (paper, names) in enumerate(zip(papers, authors, strict=True)):
            if names and self.latent.width:
                kin[row] = self.authorship.places(names, paper.id).sum(0)
        return kin

    def _count(self, papers: Sequence[Paper]) -> Any:
        """Raw counts of terms (n x buckets, CSR); the title's words count TITLE_REPEATS times, a title of ours not."""
        if not papers:
            return sparse.csr_matrix((0, weights.BUCKETS), dtype=np.float32)
        titles = self._vectorizer.transform("" if p.title_is_ours else p.title for p in papers)
        counts = (
            titles * np.float32(weights.TITLE_REPEATS) + self._vectorizer.transform(p.abstract for p in papers)
        ).tocsr()
        counts.sort_indices()
        return counts

    def _weigh(self, counts: Any) -> tuple[Any, Any]:
        """The tf-idf rows of unit length and the counts, without the terms that have no weight."""
        keep = self.term_weights[counts.indices] > 0
        ends = np.concatenate([[0], np.cumsum(keep)])[counts.indptr].astype(counts.indptr.dtype)
        indices, data = counts.indices[keep], counts.data[keep]
        kept = sparse.csr_matrix((data, indices, ends), shape=counts.shape)
        values = (1 + np.log(data)) * self.term_weights[indices]
        squares = np.add.reduceat(np.append(values**2, 0), np.minimum(ends[:-1], len(values))) if len(values) else 0
        lengths = np.sqrt(np.where(np.diff(ends) > 0, squares, 1))
        rows = sparse.csr_matrix((values / np.repeat(lengths, np.diff(ends)), indices, ends), shape=counts.shape)
        return rows.astype(np.float32), kept


def _term_weights(frequencies: NDArray[np.int64], papers: int) -> NDArray[np.float32]:
    """Smoothed inverse document frequencies (Sparck Jones, 1972).

    0 for terms that are too common or, in a large corpus, too rare to be met again.
    A term never seen keeps the greatest weight, so that new words count from the first day.
    """
    idf = np.log((1 + papers) / (1 + frequencies)) + 1
    if papers >= weights.COMMON_FROM:
        idf[frequencies > weights.COMMON_SHARE * papers] = 0
    if papers >= weights.RARE_FROM:
        idf[frequencies < weights.RARE_COUNT] = 0
    return idf.astype(np.float32)


def _folded(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(fold(name) for name in names)
