"""What a part of the relevance score is given and what it must offer. Knows no particular part and no weight."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from recommender.background import Background
from recommender.features import FeatureModel
from recommender.form import Form, zero_form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.phrase import Phrase
from recommender.support import Support


@dataclass(frozen=True, slots=True)
class Fitting:
    """What an interest is fitted on: its evidence as features, and what all interests share.

    `liked_weights` (likes,) are positive. `phrase` searches for all `keywords` at once, `phrases` the words of each.
    `support` and `phrase` are empty where there is nothing to make them of; parts that need them are then left out.
    """

    model: FeatureModel
    background: Background
    liked: PaperFeatures
    liked_weights: FloatArray
    disliked: PaperFeatures
    support: Support
    phrase: Phrase
    phrases: dict[str, FloatArray] = field(default_factory=dict)
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()

    def by_phrase(self, candidate: PaperFeatures, amount: float) -> dict[str, float]:
        """`amount` shared among the phrases by how well the words of each find the single paper `candidate`."""
        row = candidate.saturated
        found = {phrase: float(row.data @ words[row.indices]) + 1e-9 for phrase, words in self.phrases.items()}
        total = sum(found.values())
        return {phrase: amount * share / total for phrase, share in found.items()}


@dataclass(slots=True)
class Account:
    """Where one candidate's score in one part comes from, told twice.

    By term: `terms` (one value for each stored term of the candidate) + `meaning` (what an encoder adds, which knows
    no terms) + rest. By liked paper: `liked` + `disliked` + `background` + rest. The rest, the same in
    both, is `keywords` + `authors` (followed) + `earlier` (what authors wrote before) + `categories` + `constant`.
    """

    terms: FloatArray
    liked: FloatArray
    disliked: FloatArray
    background: float = 0.0
    keywords: dict[str, float] = field(default_factory=dict)
    authors: dict[str, float] = field(default_factory=dict)
    earlier: dict[str, float] = field(default_factory=dict)
    categories: dict[str, float] = field(default_factory=dict)
    constant: float = 0.0
    meaning: float = 0.0

    def add(self, other: "Account", scale: float) -> None:
        """Add `scale` times `other` to this account."""
        self.terms += scale * other.terms
        self.liked += scale * other.liked
        self.disliked += scale * other.disliked
        self.background += scale * other.background
        self.constant += scale * other.constant
        self.meaning += scale * other.meaning
        for mine, theirs in (
            (self.keywords, other.keywords),
            (self.authors, other.authors),
            (self.earlier, other.earlier),
            (self.categories, other.categories),
        ):
            for name, value in theirs.items():
                mine[name] = mine.get(name, 0.0) + scale * value


def blank_form(fitting: Fitting) -> Form:
    """A form of nothing, of the sizes of this fitting."""
    return zero_form(fitting.liked.terms.shape[1], len(fitting.background.negatives), fitting.model.latent.width)


def blank(fitting: Fitting, candidate: PaperFeatures) -> Account:
    """An account of nothing for the single paper `candidate`."""
    return Account(np.zeros(candidate.terms.nnz), np.zeros(len(fitting.liked)), np.zeros(len(fitting.disliked)))


class Part(Protocol):
    """One part of the relevance score. `standardised` says whether its raw scores have a unit to be rid of."""

    standardised: bool

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Raw scores (n,), higher is nearer to the interest. Units are the part's own."""
        ...

    def explain(self, candidate: PaperFeatures) -> Account:
        """The two accounts of the raw score of the single paper `candidate`."""
        ...

    def form(self) -> Form | None:
        """The raw score as a linear form, None for a part that is not linear."""
        ...
