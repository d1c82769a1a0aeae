"""One interest, learned from its evidence: the weighted sum of the parts, standardised, scored and explained.

Owns the composition of the parts; knows nothing of other interests, of time or of how papers are shown.
"""

from typing import Self

import numpy as np

from db.models import Paper
from recommender import weights
from recommender.background import Background
from recommender.chance import chances
from recommender.evidence import Evidence
from recommender.explanation import Explanation, make_explanation
from recommender.features import FeatureModel
from recommender.form import Form
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.parts.author import AuthorPart
from recommender.parts.base import Fitting, Part, blank, blank_form
from recommender.parts.category import CategoryPart
from recommender.parts.contrast import ContrastPart
from recommender.parts.dislike import DislikePart
from recommender.parts.embedding import EmbeddingPart
from recommender.parts.keyword import KeywordPart
from recommender.parts.kin import KinPart
from recommender.parts.kindred import KindredPart
from recommender.parts.wording import WordingPart
from recommender.phrase import find
from recommender.support import make_support


class InterestModel:
    """Relevance of papers to one interest: sum over parts of weight * (raw - centre) / spread, by kind of content."""

    def __init__(self) -> None:
        self.evidence = Evidence()
        self._parts: dict[str, Part] = {}
        self._scales: dict[str, FloatArray] = {}
        self._forms: dict[int, Form] = {}

    def fit(self, features: FeatureModel, background: Background, evidence: Evidence) -> Self:
        """Learn `evidence` and return itself. Any of it may be missing, all of it too: then every score is 0."""
        self.evidence = evidence
        self._forms = {}
        self._fitting = make_fitting(features, background, evidence)
        self._parts = make_parts(self._fitting)
        shares = weights.part_weights(float(self._fitting.liked_weights.sum()), encoded="embedding" in self._parts)
        self._scales = {name: _scales(part, background, shares[name]) for name, part in self._parts.items()}
        self.liked_features = self._fitting.liked
        self.phrase_terms = [features.transform_query(phrase).terms for phrase in evidence.keywords]
        return self

    def score(self, candidates: PaperFeatures) -> FloatArray:
        """Relevance scores (n,); 0 is what a paper of the background gets on average."""
        return sum(self.contributions(candidates).values(), np.zeros(len(candidates)))

    def contributions(self, candidates: PaperFeatures) -> dict[str, FloatArray]:
        """What each part adds to the relevance scores (n,), by the part's name in weights.py."""
        return {name: self._contribution(name, candidates) for name in self._parts}

    def _contribution(self, name: str, candidates: PaperFeatures) -> FloatArray:
        scale = self._scales[name][candidates.kinds]
        return np.asarray((self._parts[name].score(candidates) - scale[:, 0]) * scale[:, 1])

    def form(self, kind: int) -> Form:
        """The linear part of the score of papers whose content is of the `kind` (an index of KINDS)."""
        if kind in self._forms:
            return self._forms[kind]
        total = blank_form(self._fitting)
        for name, part in self._parts.items():
            form = part.form()
            if form is not None:
                centre, scale = self._scales[name][kind]
                total.add(form, float(scale))
                total.constant -= float(centre * scale)
        self._forms[kind] = total
        return total

    def score_beyond_form(self, candidates: PaperFeatures) -> FloatArray:
        """What the parts that are not linear add (n,); mostly nothing."""
        beyond = [self._contribution(name, candidates) for name, part in self._parts.items() if part.form() is None]
        return sum(beyond, np.zeros(len(candidates)))

    def chance(self, scores: FloatArray) -> FloatArray:
        """The calibrated chances (n,) that the person finds papers with these scores relevant."""
        return chances(scores, self.evidence)

    def explain(self, paper: Paper) -> Explanation:
        """The two exact accounts of the relevance score of `paper`."""
        candidate = self._fitting.model.transform([paper])
        account = blank(self._fitting, candidate)
        for name, part in self._parts.items():
            centre, scale = self._scales[name][candidate.kinds[0]]
            account.add(part.explain(candidate), float(scale))
            account.constant -= float(centre * scale)
        return make_explanation(self._fitting, paper, candidate, account, float(self.score(candidate)[0]))


def make_fitting(model: FeatureModel, background: Background, evidence: Evidence) -> Fitting:
    """`evidence` as features."""
    liked = model.transform(evidence.liked)
    given = evidence.liked_weights or (1.0,) * len(evidence.liked)
    liked_weights = np.array(given, dtype=np.float64)
    phrase = find(model, background, evidence.keywords)
    return Fitting(
        model=model,
        background=background,
        liked=liked,
        liked_weights=liked_weights,
        disliked=model.transform(evidence.disliked),
        support=make_support(background, liked, liked_weights, phrase.found),
        phrase=phrase,
        phrases={p: np.asarray(model.transform_query(p).counts.todense()).ravel() for p in evidence.keywords},
        authors=evidence.authors,
        categories=evidence.categories,
    )


def make_parts(fitting: Fitting) -> dict[str, Part]:
    """The parts that the evidence allows, by the names that weights.py uses."""
    parts: dict[str, Part] = {}
    if len(fitting.support.weight):
        parts["contrast"] = ContrastPart(fitting)
    if len(fitting.liked):
        if fitting.model.latent.width:
            parts["kindred"] = KindredPart(fitting)
            parts["kin"] = KinPart(fitting)
        else:
            parts["wording"] = WordingPart(fitting)
        if fitting.liked.embedded.shape[1]:
            parts["embedding"] = EmbeddingPart(fitting)
    if len(fitting.liked) or fitting.categories:
        parts["category"] = CategoryPart(fitting)
    if fitting.authors:
        parts["author"] = AuthorPart(fitting)
    if len(fitting.disliked):
        parts["dislike"] = DislikePart(fitting)
    if fitting.phrases:
        parts["keyword"] = KeywordPart(fitting)
    return parts


def _scales(part: Part, background: Background, weight: float) -> FloatArray:
    """For each kind of content (rows) the centre of the raw scores and the factor weight / spread."""
    raw = part.score(background.reference)
    rows, start = [], 0
    for papers in background.by_kind:
        own, start = raw[start : start + len(papers)], start + len(papers)
        if len(papers) < weights.REFERENCE_LEAST or not part.standardised:
            rows.append((0.0, weight))
        else:
            rows.append((float(own.mean()), weight / max(float(own.std()), weights.SPREAD_LEAST)))
    return np.array(rows, dtype=np.float64)
