"""How good the rankings have been: the kept answers replayed, ours against plain baselines and the model before.

Reads the answers of everybody on the machine and tells counts and means, never whose they are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from bot.model_keeper import MODEL_NAME, PREVIOUS_NAME
from db.models import Paper
from db.store import Store
from recommender.background import Background, make_background
from recommender.calibration import Bin
from recommender.errors import ModelFileError
from recommender.evaluate import Measured, Ranker, make_cases, measure, measure_chances
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.paper_features import FloatArray

WINDOW = timedelta(days=7)
MOST_CUTS = 12


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The table by ranker and measure, over `people` and `cases`; `bins` say whether our chances keep their word."""

    people: int
    cases: int
    table: dict[str, dict[str, Measured]]
    bins: tuple[Bin, ...]


def evaluate(store: Store, progress: Callable[[int, int], None] = lambda done, total: None) -> Evaluation:
    """Replay the kept answers week by week, each ranking made from what was known before."""
    papers = {paper.key: paper for paper in store.papers.recent()}
    feedback = store.feedback.everyones()
    cases = make_cases(
        feedback, papers, store.rules.everyones(), cuts=_cuts([e.created for e in feedback]), window=WINDOW
    )
    rankers = _rankers(store.path.parent, list(papers.values()))
    table: dict[str, dict[str, Measured]] = {}
    for done, (name, ranker) in enumerate(rankers.items(), start=1):
        table[name] = measure(cases, ranker) if cases else {}
        progress(done, len(rankers) + 1)
    bins = measure_chances(cases, _chances(rankers["ours"])) if cases else []
    progress(len(rankers) + 1, len(rankers) + 1)
    return Evaluation(len({case.profile for case in cases}), len(cases), table, tuple(bins))


def _cuts(moments: Sequence[datetime]) -> list[datetime]:
    """The last weeks' beginnings, as many as there were answers in."""
    if not moments:
        return []
    last = max(moments)
    weeks = int((last - min(moments)) / WINDOW)
    return [last - WINDOW * (back + 1) for back in reversed(range(min(weeks, MOST_CUTS)))]


class _Ours:
    """The interest model over one feature model; fits each evidence once."""

    def __init__(self, features: FeatureModel, background: Background) -> None:
        self.features = features
        self.background = background

    def __call__(self, evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
        return self.fitted(evidence).score(self.features.transform(candidates))

    def fitted(self, evidence: Evidence) -> InterestModel:
        return InterestModel().fit(self.features, self.background, evidence)


def _rankers(folder: Path, papers: Sequence[Paper]) -> dict[str, Ranker]:
    model = _load(folder / MODEL_NAME) or FeatureModel().fit(papers)
    ours = _Ours(model, make_background(model, papers))
    rankers: dict[str, Ranker] = {"ours": ours}
    previous = _load(folder / PREVIOUS_NAME)
    if previous is not None:
        rankers["the model before"] = _Ours(previous, make_background(previous, papers))
    return {**rankers, "words in common": _words_in_common(model), "newest first": _newest, "by chance": _by_chance}


def _load(path: Path) -> FeatureModel | None:
    try:
        return FeatureModel.load(path) if path.exists() else None
    except ModelFileError:
        return None  # of another version: it cannot be compared, and the next refit replaces it


def _words_in_common(model: FeatureModel) -> Ranker:
    """Cosine with the mean of the liked papers' term weights (Rocchio, 1971, positive part)."""

    def rank(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
        liked = model.transform(evidence.liked).terms
        if not liked.shape[0]:
            return np.zeros(len(candidates))
        mean = np.asarray(liked.mean(0), dtype=np.float64).ravel()
        return np.asarray(model.transform(candidates).terms @ mean)

    return rank


def _newest(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
    return np.array([paper.first_seen.timestamp() for paper in candidates])


def _by_chance(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
    return np.random.default_rng(len(candidates)).random(len(candidates))


def _chances(ours: Ranker) -> Ranker:
    assert isinstance(ours, _Ours)

    def chances(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
        model = ours.fitted(evidence)
        return model.chance(model.score(ours.features.transform(candidates)))

    return chances
