"""A relevance score as one linear form, so that many interests can be scored at once. Knows no part and no person."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from recommender.paper_features import FloatArray


@dataclass(slots=True)
class Form:
    """score(paper) = terms . terms(paper) + saturated . saturated(paper) + against . (negatives . terms(paper))

    + latent . latent(paper) + kin . kin(paper) + mean of categories(paper) + constant.

    `terms` and `saturated` are 1 x buckets (CSR), `against` has one value for each negative of the background.
    """

    terms: Any
    saturated: Any
    against: FloatArray
    latent: FloatArray
    kin: FloatArray
    categories: dict[str, float] = field(default_factory=dict)
    constant: float = 0.0

    def add(self, other: "Form", scale: float) -> None:
        """Add `scale` times `other` to this form."""
        self.terms = _sum(self.terms, other.terms, scale)
        self.saturated = _sum(self.saturated, other.saturated, scale)
        self.against = self.against + other.against * scale
        self.latent = self.latent + other.latent * scale
        self.kin = self.kin + other.kin * scale
        self.constant += other.constant * scale
        for name, value in other.categories.items():
            self.categories[name] = self.categories.get(name, 0.0) + value * scale


def _sum(one: Any, other: Any, scale: float) -> Any:
    if not other.nnz:
        return one
    return one + other * scale if one.nnz else other * scale


def zero_form(buckets: int, negatives: int, width: int) -> Form:
    """The form that gives 0 to every paper."""
    nothing = sparse.csr_matrix((1, buckets), dtype=np.float64)
    return Form(nothing, nothing, np.zeros(negatives), np.zeros(width), np.zeros(width))
