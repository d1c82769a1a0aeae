"""A map of someone's papers: where each lies on the two main axes of their words, and the words that name the regions.

Latent semantic analysis of the papers alone (Deerwester et al., 1990), centred, so that the first axis parts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from db.models import Paper
from recommender.explain import merge_terms, stem
from recommender.features import FeatureModel
from recommender.tokens import terms

LEAST = 3
LABELS = 10


@dataclass(frozen=True, slots=True)
class PaperMap:
    """`points` (n_papers, 2) within -1 and 1, in the papers' order; `labels` are words with their places."""

    points: NDArray[np.float64]
    labels: tuple[tuple[str, float, float], ...]


def draw_map(model: FeatureModel, papers: Sequence[Paper]) -> PaperMap | None:
    """The map of these papers, None for fewer than LEAST. The same papers give the same map."""
    if len(papers) < LEAST:
        return None
    terms = model.transform(papers).terms
    near = np.asarray((terms @ terms.T).todense(), dtype=np.float64)
    centred = near - near.mean(0) - near.mean(1)[:, None] + near.mean()
    values, vectors = np.linalg.eigh(centred)
    axes = vectors[:, [-1, -2]] * np.sqrt(np.maximum(values[[-1, -2]], 0.0))
    axes *= np.where(axes[np.abs(axes).argmax(0), [0, 1]] < 0, -1.0, 1.0)
    points = axes / max(float(np.abs(axes).max()), 1e-12)
    return PaperMap(points, _labels(model, papers, points))


def _labels(
    model: FeatureModel, papers: Sequence[Paper], points: NDArray[np.float64]
) -> tuple[tuple[str, float, float], ...]:
    """The words that weigh most over all papers, each where the papers that use it lie."""
    features = model.transform(papers)
    places: dict[tuple[str, ...], NDArray[np.float64]] = {}
    weights: dict[str, float] = {}
    for row, paper in enumerate(papers):
        names = model.words(f"{paper.title} . {paper.abstract}")
        start, end = features.terms.indptr[row : row + 2]
        for bucket, value in zip(features.terms.indices[start:end], features.terms.data[start:end], strict=True):
            if int(bucket) in names:
                term = names[int(bucket)]
                weights[term] = weights.get(term, 0.0) + float(value)
                stems = _stems(term)
                places[stems] = places.get(stems, np.zeros(3)) + float(value) * np.array([*points[row], 1.0])
    text = " . ".join(f"{paper.title} . {paper.abstract}" for paper in papers)
    strongest = merge_terms(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[: LABELS * 20], text)
    found: list[tuple[str, float, float]] = []
    for word, _ in strongest[:LABELS]:
        place = places.get(_stems(word))
        if place is not None:
            found.append((word, float(place[0] / place[2]), float(place[1] / place[2])))
    return tuple(found)


def _stems(term: str) -> tuple[str, ...]:
    """What all forms of a term share, however it is written."""
    return tuple(stem(word) for counted in terms(term)[-1:] for word in counted.split())
