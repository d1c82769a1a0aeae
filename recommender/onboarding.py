"""First steps of someone of whom nothing is known: what their phrases find, then more like what they picked.

Owns which papers are offered. Knows no dialogue and no storage.
"""

from collections.abc import Collection, Sequence

import numpy as np

from recommender import weights
from recommender.background import Background
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.paper_features import PaperFeatures
from recommender.ranking import recommend


def phrase_interests(model: FeatureModel, background: Background, phrases: Sequence[str]) -> list[InterestModel]:
    """An interest for each phrase, of which nothing else is known."""
    return [InterestModel().fit(model, background, Evidence(keywords=(phrase,))) for phrase in phrases]


def taking_turns(
    interests: Sequence[InterestModel], corpus: PaperFeatures, size: int = weights.ONBOARDING_HITS
) -> list[int]:
    """Rows of `corpus`, each time the best that is left for the next of the `interests`."""
    lists = [iter(np.argsort(-interest.score(corpus), kind="stable").tolist()) for interest in interests]
    chosen: list[int] = []
    while lists and len(chosen) < min(size, len(corpus)):
        for rows in lists:
            found = next((row for row in rows if row not in chosen), None)
            if found is not None and len(chosen) < size:
                chosen.append(found)
    return chosen


def more_like(
    interest: InterestModel, corpus: PaperFeatures, seen: Collection[str], size: int = weights.ONBOARDING_HITS
) -> list[int]:
    """Rows of `corpus` to ask about next, best first: some for each side of `interest`, none in `seen` (paper ids)."""
    evidence = interest.evidence
    known = {*seen, *(p.id for p in evidence.liked), *(p.id for p in evidence.disliked)}
    newest = float(corpus.seen.max()) if len(corpus) else 0.0
    return [found.index for found in recommend({0: interest}, corpus, size, now=newest, hidden=known)]
