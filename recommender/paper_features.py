"""Papers as numbers: rows aligned with the papers they came from.

Owns slicing and joining; knows no model and no person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from recommender import weights

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PaperFeatures:
    """What the ranking knows of `n` papers.

    `terms` (n x buckets, CSR) holds tf-idf rows of unit length, `counts` the raw counts of the same terms, title
    words counted several times, `saturated` what BM25 makes of them. `latent` (n x d) holds unit rows, d = 0 where the
    corpus is too small for a latent space; `kin` (n x d) the place of the authors' earlier work. `seen` is the POSIX
    second of first sight, `kinds` the index of the paper's ContentKind. `authors` and `categories` are folded.
    `embedded` (n x e) holds a sentence encoder's unit rows, e = 0 without one.
    """

    ids: tuple[str, ...]
    keys: IndexArray
    seen: FloatArray
    kinds: NDArray[np.int8]
    terms: Any
    counts: Any
    saturated: Any
    latent: NDArray[np.float32]
    kin: NDArray[np.float32]
    authors: tuple[tuple[str, ...], ...]
    categories: tuple[tuple[str, ...], ...]
    embedded: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, rows: Sequence[int] | IndexArray) -> "PaperFeatures":
        """The papers at `rows`, in that order."""
        at = np.asarray(rows, dtype=np.int64)
        return PaperFeatures(
            ids=tuple(self.ids[i] for i in at),
            keys=self.keys[at],
            seen=self.seen[at],
            kinds=self.kinds[at],
            terms=self.terms[at],
            counts=self.counts[at],
            saturated=self.saturated[at],
            latent=self.latent[at],
            kin=self.kin[at],
            authors=tuple(self.authors[i] for i in at),
            categories=tuple(self.categories[i] for i in at),
            embedded=self.embedded[at],
        )


def join(parts: Sequence[PaperFeatures]) -> PaperFeatures:
    """All papers of `parts`, which must come from one model, one after the other. Raises ValueError for no parts."""
    if not parts:
        raise ValueError("nothing to join: give at least one set of paper features")
    return PaperFeatures(
        ids=tuple(i for p in parts for i in p.ids),
        keys=np.concatenate([p.keys for p in parts]),
        seen=np.concatenate([p.seen for p in parts]),
        kinds=np.concatenate([p.kinds for p in parts]),
        terms=sparse.vstack([p.terms for p in parts], format="csr"),
        counts=sparse.vstack([p.counts for p in parts], format="csr"),
        saturated=sparse.vstack([p.saturated for p in parts], format="csr"),
        latent=np.concatenate([p.latent for p in parts]),
        kin=np.concatenate([p.kin for p in parts]),
        authors=tuple(a for p in parts for a in p.authors),
        categories=tuple(c for p in parts for c in p.categories),
        embedded=np.concatenate([p.embedded for p in parts]),
    )


def cosines(one: PaperFeatures, other: PaperFeatures) -> FloatArray:
    """How near papers are (one x other): by latent place where there is a latent space, else by terms.

    Latent rows of unlike papers have a cosine of about LATENT_FLOOR; it is taken away, so that 0 means unlike, 1 alike.
    """
    if one.latent.shape[1]:
        near = np.asarray(one.latent @ other.latent.T, dtype=np.float64)
        return (near - weights.LATENT_FLOOR) / (1 - weights.LATENT_FLOOR)
    return np.asarray((one.terms @ other.terms.T).toarray(), dtype=np.float64)
