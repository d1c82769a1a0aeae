"""A corpus of up to a million papers in little memory, and the search for one interest's best in it.

Three steps: all papers by the Hamming distance of sign bits of their latent rows (Charikar, 2002) and, apart, by the
interest's strongest terms; what either finds by a coarse copy of terms, latent rows and categories; the last few by
the exact relevance score. Owns the compact arrays.
It must not know where papers are kept: the caller looks the last few up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender import weights
from recommender.background import Background
from recommender.features import FeatureModel
from recommender.form import Form
from recommender.interest import InterestModel
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures
from recommender.support import top_rows

Lookup = Callable[[IndexArray], PaperFeatures]
"""Gives the features of the papers at these rows (numbers in order of adding)."""


BLOCK = 2**16
"""Papers kept together: as many as 16 bits can number."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Papers added together. `bits` (n x d / 64) are signs, `latent` (n x d) places times 127.

    `buckets` and `values` (tf-idf times 255) of row i lie at `ends[i]:ends[i + 1]`, and again by bucket in the
    `term_` arrays; `sets` says which categories.
    """

    bits: NDArray[np.uint64]
    latent: NDArray[np.int8]
    buckets: NDArray[np.int32]
    values: NDArray[np.uint8]
    ends: NDArray[np.int64]
    sets: NDArray[np.int32]
    term_ends: NDArray[np.int32]
    term_rows: NDArray[np.uint16]
    term_values: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.bits)


class CompactCorpus:
    """About 2.2 kB a paper. Needs a model with a latent space whose width is a multiple of 64."""

    def __init__(self, model: FeatureModel, background: Background, seed: int = 0) -> None:
        if not model.latent.width or model.latent.width % 64:
            raise ValueError("a compact corpus needs a latent space of a width that 64 divides")
        self._background = background
        self._model = model
        rng = np.random.default_rng(seed)
        turned, _ = np.linalg.qr(rng.normal(size=(model.latent.width, model.latent.width)))
        self._turn = turned.astype(np.float32)
        self._centre = background.latent.mean(0) @ self._turn
        self._blocks: list[_Block] = []
        self._sets: dict[tuple[str, ...], int] = {}

    def __len__(self) -> int:
        return sum(len(block) for block in self._blocks)

    def add(self, papers: PaperFeatures) -> None:
        """Append `papers`; their rows go on from len(self)."""
        for start in range(0, len(papers), BLOCK):
            self._add(papers.take(np.arange(start, min(start + BLOCK, len(papers)))))

    def _add(self, papers: PaperFeatures) -> None:
        signs = np.packbits(papers.latent @ self._turn > self._centre, axis=1)
        values = np.ceil(papers.terms.data * 255).astype(np.uint8)
        coarse = sparse.csr_matrix((values, papers.terms.indices, papers.terms.indptr), shape=papers.terms.shape)
        by_term = coarse.tocsc()
        sets = [self._sets.setdefault(c, len(self._sets)) for c in papers.categories]
        self._blocks.append(
            _Block(
                bits=signs.view(np.uint64),
                latent=np.round(papers.latent * 127).astype(np.int8),
                buckets=papers.terms.indices.astype(np.int32),
                values=values,
                ends=papers.terms.indptr.astype(np.int64),
                sets=np.array(sets, dtype=np.int32),
                term_ends=by_term.indptr.astype(np.int32),
                term_rows=by_term.indices.astype(np.uint16),
                term_values=by_term.data,
            )
        )

    def best(self, interest: InterestModel, size: int, lookup: Lookup) -> tuple[IndexArray, FloatArray]:
        """Rows of the `size` papers with the greatest relevance scores, and the scores, best first.

        `lookup` is asked once, for at most CORPUS_EXACT rows.
        """
        if not len(self):
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        form = interest.form(0)
        against = np.asarray(self._background.negatives.terms.T @ form.against)
        pull = (against + form.terms.toarray().ravel()).astype(np.float32)
        found = [self._by_bits(_direction(interest, form, self._model, self._background)), self._by_terms(pull)]
        rows = np.unique(np.concatenate(found))
        rows = rows[top_rows(self._coarse(form, pull, rows), max(weights.CORPUS_EXACT, size))]
        scores = interest.score(lookup(rows))
        order = np.argsort(-scores, kind="stable")[:size]
        return rows[order], scores[order]

    def _by_terms(self, pull: NDArray[np.float32]) -> IndexArray:
        """Rows of the CORPUS_COARSE papers that the CORPUS_TERMS strongest terms of `pull` speak for most."""
        strongest = top_rows(pull.astype(np.float64), weights.CORPUS_TERMS)
        scores = []
        for block in self._blocks:
            at, which = _ranges(block.term_ends[strongest], block.term_ends[strongest + 1])
            values = block.term_values[at] * pull[strongest][which]
            scores.append(np.bincount(block.term_rows[at], weights=values, minlength=len(block)))
        return top_rows(np.concatenate(scores), weights.CORPUS_COARSE)

    def _by_bits(self, direction: NDArray[np.float32]) -> IndexArray:
        """Rows of the CORPUS_COARSE papers whose sign bits agree most with the direction's."""
        query = np.packbits(direction @ self._turn > 0).view(np.uint64)
        distance = [np.bitwise_count(b.bits ^ query).sum(1, dtype=np.int16) for b in self._blocks]
        return top_rows(-np.concatenate(distance).astype(np.float64), weights.CORPUS_COARSE)

    def _coarse(self, form: Form, pull: NDArray[np.float32], rows: IndexArray) -> FloatArray:
        """Nearly the relevance scores of `rows`, from the compact arrays."""
        pull = pull / np.float32(255)
        latent = form.latent.astype(np.float32) / 127
        odds = np.array([np.mean([form.categories.get(c, 0.0) for c in s]) if s else 0.0 for s in self._sets])
        scores, start = [], 0
        for block in self._blocks:
            mine = rows[(rows >= start) & (rows < start + len(block))] - start
            start += len(block)
            if len(mine):
                terms = _pulled(block, mine, pull)
                scores.append(terms + block.latent[mine].astype(np.float32) @ latent + odds[block.sets[mine]])
        return np.concatenate(scores) if scores else np.zeros(0)


def _pulled(block: _Block, rows: IndexArray, pull: NDArray[np.float32]) -> FloatArray:
    """The sum of the rows' term values times `pull`, one a row."""
    at, which = _ranges(block.ends[rows], block.ends[rows + 1])
    pulled = np.bincount(which, weights=pull[block.buckets[at]] * block.values[at], minlength=len(rows))
    return pulled.astype(np.float64)


def _ranges(starts: NDArray[Any], ends: NDArray[Any]) -> tuple[IndexArray, IndexArray]:
    """All numbers of the ranges from `starts` to `ends`, and for each number which range it is of."""
    counts = (ends - starts).astype(np.int64)
    which = np.repeat(np.arange(len(counts)), counts)
    before = np.cumsum(counts) - counts
    return np.arange(len(which)) + (starts - before)[which], which


def _direction(interest: InterestModel, form: Form, model: FeatureModel, background: Background) -> NDArray[np.float32]:
    """The latent direction along which relevance grows: least squares of the scores of the background's reference."""
    reference = background.by_kind[0]
    parts: Sequence[NDArray[np.float32]] = (form.latent.astype(np.float32), model.latent.project(form.terms)[0])
    along = np.column_stack([np.ones(len(reference)), *(reference.latent @ part for part in parts)])
    slopes, *_ = np.linalg.lstsq(along, interest.score(reference), rcond=None)
    return np.asarray(slopes[1] * parts[0] + slopes[2] * parts[1], dtype=np.float32)
