"""What the authors of a paper have written before, as a place in the latent space.

Owns the table of authors and their papers. Knows no readers.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recommender import weights


@dataclass(frozen=True, slots=True)
class Authorship:
    """`authors` (a,) are sorted hashes of folded names; `rows[ends[i]:ends[i + 1]]` are the papers of the i-th.

    `papers` (p,) are the papers' hashed ids, `latent` (p x d, half precision) their places.
    """

    authors: NDArray[np.uint64]
    ends: NDArray[np.int64]
    rows: NDArray[np.int32]
    papers: NDArray[np.uint64]
    latent: NDArray[np.float16]

    def earlier(self, author: str, paper: str) -> NDArray[np.int32]:
        """Rows of the papers by `author` (folded), without the one of id `paper`."""
        key = digest(author)
        at = int(np.searchsorted(self.authors, key))
        if at == len(self.authors) or self.authors[at] != key:
            return np.zeros(0, dtype=np.int32)
        rows = self.rows[self.ends[at] : self.ends[at + 1]]
        others: NDArray[np.int32] = rows[self.papers[rows] != digest(paper)]
        return others

    def places(self, authors: Sequence[str], paper: str) -> NDArray[np.float32]:
        """What each of `authors` adds (authors x d) to the place of their earlier work; the sum has length < 1.

        A paper counts for each author with 1 / sqrt(number of their papers); KIN_PRIOR draws small bodies of work to 0.
        """
        found = [self.earlier(a, paper) for a in authors]
        total = sum(len(rows) ** 0.5 for rows in found) + weights.KIN_PRIOR
        places = np.zeros((len(authors), self.latent.shape[1]), dtype=np.float32)
        for at, rows in enumerate(found):
            if len(rows):
                places[at] = self.latent[rows].astype(np.float32).sum(0) / (len(rows) ** 0.5 * total)
        return places


def make_authorship(ids: Sequence[str], authors: Sequence[tuple[str, ...]], latent: NDArray[np.float32]) -> Authorship:
    """The table of papers with these `ids`, folded `authors` and `latent` rows. Authors of more than KIN_PAPERS, likely

    several people of one name, are left out.
    """
    rows: dict[np.uint64, list[int]] = defaultdict(list)
    if latent.shape[1]:
        for row, names in enumerate(authors):
            for name in set(names):
                rows[digest(name)].append(row)
    kept = sorted(key for key, papers in rows.items() if len(papers) <= weights.KIN_PAPERS)
    return Authorship(
        authors=np.array(kept, dtype=np.uint64),
        ends=np.cumsum([0, *(len(rows[key]) for key in kept)], dtype=np.int64),
        rows=np.array([row for key in kept for row in rows[key]], dtype=np.int32),
        papers=np.array([digest(i) for i in ids], dtype=np.uint64),
        latent=latent.astype(np.float16),
    )


def digest(text: str) -> np.uint64:
    """A 64-bit hash of `text`, the same in every process."""
    return np.uint64(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little"))
