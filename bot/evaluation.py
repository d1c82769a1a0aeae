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
from recommender.paper_features import FloatArray
from recommender.rankers import centroid, newest, our_chances, ours

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
    folder, corpus = store.path.parent, list(papers.values())
    model = _load(folder / MODEL_NAME) or FeatureModel().fit(corpus)
    background = make_background(model, corpus)
    rankers = _rankers(folder, corpus, model, background)
    table: dict[str, dict[str, Measured]] = {}
    for done, (name, ranker) in enumerate(rankers.items(), start=1):
        table[name] = measure(cases, ranker) if cases else {}
        progress(done, len(rankers) + 1)
    bins = measure_chances(cases, our_chances(model, background)) if cases else []
    progress(len(rankers) + 1, len(rankers) + 1)
    return Evaluation(len({case.profile for case in cases}), len(cases), table, tuple(bins))


def _cuts(moments: Sequence[datetime]) -> list[datetime]:
    """The last weeks' beginnings, as many as there were answers in."""
    if not moments:
        return []
    last = max(moments)
    weeks = int((last - min(moments)) / WINDOW)
    return [last - WINDOW * (back + 1) for back in reversed(range(min(weeks, MOST_CUTS)))]


def _rankers(folder: Path, papers: Sequence[Paper], model: FeatureModel, background: Background) -> dict[str, Ranker]:
    rankers = {"ours": ours(model, background)}
    previous = _load(folder / PREVIOUS_NAME)
    if previous is not None:
        rankers["the model before"] = ours(previous, make_background(previous, papers))
    return {**rankers, "words in common": centroid(model), "newest first": newest, "by chance": _by_chance}


def _load(path: Path) -> FeatureModel | None:
    try:
        return FeatureModel.load(path) if path.exists() else None
    except ModelFileError:
        return None  # of another version: it cannot be compared, and the next refit replaces it


def _by_chance(evidence: Evidence, candidates: Sequence[Paper]) -> FloatArray:
    return np.random.default_rng(len(candidates)).random(len(candidates))
