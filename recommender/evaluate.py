"""Replaying kept answers: what would have been recommended, had the answers after each cut not been known yet.

Owns the cases and the table. Knows no storage; plots and printing are the caller's.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from db.models import Feedback, Paper, Rule
from recommender import weights
from recommender.calibration import Bin, calibration
from recommender.evidence import Evidence, gather
from recommender.metrics import NAMES, Quality, interval, quality
from recommender.paper_features import FloatArray

Ranker = Callable[[Evidence, Sequence[Paper]], FloatArray]
"""Scores (n,) of candidates for an evidence, higher is better."""


@dataclass(frozen=True, slots=True)
class Case:
    """One interest at one moment: what was known, what came in next, and what of that was liked later."""

    profile: int
    interest: int
    cut: datetime
    evidence: Evidence
    candidates: tuple[Paper, ...]
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Measured:
    """One measure of one ranker: the mean over people and its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


def make_cases(
    feedback: Sequence[Feedback],
    papers: Mapping[int, Paper],
    rules: Sequence[Rule],
    *,
    cuts: Sequence[datetime],
    window: timedelta,
) -> list[Case]:
    """For each interest and cut: evidence from before, papers first seen within `window` after, those liked later.

    Cases without a like after the cut are left out. `feedback` is ordered oldest first.
    """
    by_interest: dict[tuple[int, int], list[Feedback]] = defaultdict(list)
    for event in feedback:
        by_interest[event.profile, event.interest].append(event)
    cases = []
    for (profile, interest), events in sorted(by_interest.items()):
        mine = [r for r in rules if r.profile == profile]
        for cut in cuts:
            before = [e for e in events if e.created < cut]
            after = [e for e in events if e.created >= cut and weights.ANSWERS.get(e.answer, 0) > 0]
            answered = {e.paper for e in before}
            pool = {k: p for k, p in papers.items() if cut <= p.first_seen < cut + window and k not in answered}
            relevant = frozenset(pool[e.paper].id for e in after if e.paper in pool)
            if relevant:
                known = gather(before, papers, [r for r in mine if r.created < cut], interest)
                cases.append(Case(profile, interest, cut, known, tuple(pool.values()), relevant))
    return cases


def measure(cases: Sequence[Case], ranker: Ranker) -> dict[str, Measured]:
    """Each measure of `ranker` over `cases`; people weigh equally, whatever number of cases they have."""
    by_person: dict[int, list[Quality]] = defaultdict(list)
    for case in cases:
        relevant = np.array([p.id in case.relevant for p in case.candidates])
        by_person[case.profile].append(quality(ranker(case.evidence, case.candidates), relevant))
    table = {}
    for name in NAMES:
        values = np.array([np.mean([getattr(q, name) for q in qs]) for qs in by_person.values()])
        low, high = interval(values)
        table[name] = Measured(float(values.mean()) if len(values) else 0.0, low, high)
    return table


def measure_chances(cases: Sequence[Case], chances: Ranker, bins: int = 10) -> list[Bin]:
    """Whether the `chances` given to all candidates of all cases keep their word."""
    predicted = [chances(case.evidence, case.candidates) for case in cases]
    came_true = [np.array([p.id in case.relevant for p in case.candidates]) for case in cases]
    return calibration(np.concatenate(predicted), np.concatenate(came_true), bins) if cases else []
