"""Papers of the background to learn against, kept so that a regression on them and a few more rows starts at once.

Owns the renumbering of columns. Knows no likes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender.paper_features import IndexArray


@dataclass(frozen=True, slots=True)
class Negatives:
    """`terms` (k x buckets) are the papers' rows, `small` the same over their own `columns` only; `ids` their ids.

    `place` (buckets,) is the place of a bucket among the columns, -1 where it is not.
    """

    ids: tuple[str, ...]
    terms: Any
    small: Any
    columns: IndexArray
    place: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ids)

    def below(self, rows: Any) -> Any:
        """`rows` (m x buckets) on top of the negatives, over the columns that either has."""
        place = self.place[rows.indices].astype(np.int64)
        new = place < 0
        extra, order = np.unique(rows.indices[new], return_inverse=True)
        place[new] = len(self.columns) + order
        width = len(self.columns) + len(extra)
        top = sparse.csr_matrix((rows.data.astype(np.float64), place, rows.indptr), shape=(rows.shape[0], width))
        small = sparse.csr_matrix((self.small.data, self.small.indices, self.small.indptr), shape=(len(self), width))
        return sparse.vstack([top, small], format="csr")


def make_negatives(ids: tuple[str, ...], terms: Any) -> Negatives:
    """The negatives with these `ids` and tf-idf rows."""
    columns, indices = np.unique(terms.indices, return_inverse=True)
    place = np.full(terms.shape[1], -1, dtype=np.int32)
    place[columns] = np.arange(len(columns), dtype=np.int32)
    shape = (terms.shape[0], len(columns))
    small = sparse.csr_matrix((terms.data.astype(np.float64), indices, terms.indptr), shape=shape)
    return Negatives(ids, terms, small, columns.astype(np.int64), place)
