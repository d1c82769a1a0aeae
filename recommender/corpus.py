"""A corpus of up to a million papers in little memory, and the search for the few that one interest may want.

Two steps: all papers by the terms and categories that speak loudest for the interest, over inverted lists; the best of
them by nearly its whole linear form. What is found is then to be scored exactly by the caller.
Owns the compact arrays. It must not know where papers are kept, nor what is beyond a form (dislikes, followed authors).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender import weights
from recommender.features import FeatureModel
from recommender.form import Form
from recommender.negatives import Negatives
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures
from recommender.support import top_rows

BLOCK = 2**16
"""Papers kept together: as many as 16 bits can number."""
CATEGORIES = 2**12
"""Columns for hashed categories, after those of the terms: arXiv has some 150."""
COLUMNS = weights.BUCKETS + CATEGORIES
WHOLE = 255
"""What a tf-idf value of 1, or a paper's only category, is stored as."""
TIE = 1e-6
"""Of two papers with scores less apart than this the later one comes first."""


@dataclass(frozen=True, slots=True)
class Block:
    """From 1 to BLOCK papers, by their `keys` (n,).

    `columns` and `values` (tf-idf of terms and shares of categories, times WHOLE) of row i lie at
    `ends[i]:ends[i + 1]`, and again by column in the `listed_` arrays. `factors` (n x 2) is what a row's tf-idf is to
    be multiplied with to get its BM25 weights, nearly, and its place in the latent space.
    """

    keys: IndexArray
    factors: NDArray[np.float32]
    columns: NDArray[np.int32]
    values: NDArray[np.uint8]
    ends: NDArray[np.int32]
    listed_ends: NDArray[np.int32]
    listed_rows: NDArray[np.uint16]
    listed_values: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.keys)


def make_block(model: FeatureModel, papers: PaperFeatures) -> Block:
    """From 1 to BLOCK `papers`, transformed by `model`, as a block."""
    rows = sparse.hstack([papers.terms, _category_rows(papers.categories)], format="csr")
    lengths = model.latent.lengths(papers.terms)
    sums = np.asarray(papers.terms.sum(1)).ravel()
    damped = np.asarray(papers.saturated.sum(1)).ravel() / np.maximum(sums, 1e-12)
    values = np.clip(np.rint(rows.data * WHOLE), 1, WHOLE).astype(np.uint8)
    factors = np.column_stack([damped, np.where(lengths > 0, 1 / np.maximum(lengths, 1e-12), 0)]).astype(np.float32)
    return _listed(papers.keys, factors, rows.indices.astype(np.int32), values, rows.indptr.astype(np.int32))


def join_blocks(blocks: Sequence[Block]) -> Block:
    """The papers of `blocks`, together at most BLOCK, as one block."""
    shifts = np.cumsum([0, *(len(block.columns) for block in blocks)])
    ends = [block.ends[1:] + np.int32(shift) for block, shift in zip(blocks, shifts[:-1], strict=True)]
    return _listed(
        np.concatenate([block.keys for block in blocks]),
        np.concatenate([block.factors for block in blocks]),
        np.concatenate([block.columns for block in blocks]),
        np.concatenate([block.values for block in blocks]),
        np.concatenate([np.zeros(1, dtype=np.int32), *ends]),
    )


def _listed(
    keys: IndexArray,
    factors: NDArray[np.float32],
    columns: NDArray[np.int32],
    values: NDArray[np.uint8],
    ends: NDArray[np.int32],
) -> Block:
    """A block of these rows, with its inverted lists."""
    lists = sparse.csr_matrix((values, columns, ends), shape=(len(keys), COLUMNS)).tocsc()
    rows = lists.indices.astype(np.uint16)
    return Block(keys, factors, columns, values, ends, lists.indptr.astype(np.int32), rows, lists.data)


class CompactCorpus:
    """Papers transformed by one `model`, in `blocks`; about 1.5 kB a paper, of which a search reads a small part."""

    def __init__(self, model: FeatureModel, blocks: Sequence[Block]) -> None:
        self._model = model
        self._blocks = blocks

    def __len__(self) -> int:
        return sum(len(block) for block in self._blocks)

    @property
    def last_key(self) -> int:
        """The greatest key, 0 for an empty corpus."""
        return max((int(block.keys.max()) for block in self._blocks), default=0)

    def shortlist(self, form: Form, negatives: Negatives, size: int, hidden: Collection[int] = ()) -> IndexArray:
        """Keys of the `size` papers with nearly the greatest scores by `form`, best first, `hidden` keys left out.

        Of papers with the same score, such as none, those added last come first. `negatives` are those of the
        background that the form was made on.
        """
        if not len(self):
            return np.zeros(0, dtype=np.int64)
        wanted = self._wanted(form, negatives)
        later = np.linspace(0, TIE, len(self))
        rows = top_rows(self._loudest(wanted) + later, weights.CORPUS_COARSE + size + len(hidden))
        scores, keys, start = [], [], 0
        for block in self._blocks:
            mine = rows[(rows >= start) & (rows < start + len(block))] - start
            start += len(block)
            scores.append(_scores(block, mine, wanted))
            keys.append(block.keys[mine])
        found = np.concatenate(keys)[np.argsort(-np.concatenate(scores) - later[rows], kind="stable")]
        return found[~np.isin(found, list(hidden))][:size]

    def _wanted(self, form: Form, negatives: Negatives) -> NDArray[np.float32]:
        """What a unit of each column adds to the score (COLUMNS x 3): as it is, by BM25, by the latent place."""
        wanted = np.zeros((COLUMNS, 3), dtype=np.float32)
        wanted[: weights.BUCKETS, 0] = negatives.terms.T @ form.against
        wanted[form.terms.indices, 0] += form.terms.data
        for name, value in form.categories.items():
            wanted[_category_column(name), 0] += value
        wanted[form.saturated.indices, 1] = form.saturated.data
        space = self._model.latent
        if space.width:
            wanted[space.columns, 2] = space.basis @ form.latent.astype(np.float32)
        return wanted

    def _loudest(self, wanted: NDArray[np.float32]) -> FloatArray:
        """For each paper the sum over its columns among those that speak loudest for the interest."""
        factors = self._blocks[0].factors.mean(0)
        words = wanted[:, 0] + wanted[:, 1] * factors[0]
        terms, categories = words[: weights.BUCKETS], words[weights.BUCKETS :]
        strongest = top_rows(np.maximum(terms, 0) * self._model.term_weights, weights.CORPUS_TERMS)
        loudest = np.concatenate([strongest, weights.BUCKETS + np.flatnonzero(categories > 0)])
        pull = words[loudest] + wanted[loudest, 2] * factors[1]
        return np.concatenate([_sums(block, loudest, pull) for block in self._blocks])


def _sums(block: Block, columns: IndexArray, pull: NDArray[np.float32]) -> FloatArray:
    """For each row of the block the sum of its values in these columns, each times its `pull`."""
    starts, ends = block.listed_ends[columns], block.listed_ends[columns + 1]
    lists = [slice(start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    rows = np.concatenate([block.listed_rows[one] for one in lists])
    values = np.concatenate([block.listed_values[one] for one in lists])
    sums = np.bincount(rows, weights=values * np.repeat(pull, ends - starts), minlength=len(block))
    return sums.astype(np.float64)


def _scores(block: Block, rows: IndexArray, wanted: NDArray[np.float32]) -> FloatArray:
    """Nearly the scores of these rows of the block, but for what their authors add."""
    starts, counts = block.ends[rows], block.ends[rows + 1] - block.ends[rows]
    ends = np.concatenate([[0], np.cumsum(counts)])
    at = np.arange(ends[-1]) + np.repeat(starts - ends[:-1], counts)
    picked = sparse.csr_matrix(
        (block.values[at].astype(np.float32), block.columns[at], ends), shape=(len(rows), COLUMNS)
    )
    parts = np.asarray(picked @ wanted, dtype=np.float64) / WHOLE
    return np.asarray(parts[:, 0] + (parts[:, 1:] * block.factors[rows]).sum(1))


def _category_column(name: str) -> int:
    return weights.BUCKETS + crc32(name.encode("utf-8", "replace")) % CATEGORIES


def _category_rows(categories: Sequence[Sequence[str]]) -> Any:
    """The share of each category in each paper (n x CATEGORIES, CSR)."""
    counts = np.array([len(names) for names in categories], dtype=np.int64)
    columns = np.array([_category_column(name) - weights.BUCKETS for names in categories for name in names], np.int64)
    ends = np.concatenate([[0], np.cumsum(counts)])
    return sparse.csr_matrix((np.repeat(1 / np.maximum(counts, 1), counts), columns, ends), (len(counts), CATEGORIES))
