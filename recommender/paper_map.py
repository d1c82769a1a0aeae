"""A map of someone's papers: where each lies on the two main axes of their words, and the words that name the regions.

Latent semantic analysis of the papers alone (Deerwester et al., 1990), centred, so that the first axis parts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from db.models import Paper
from recommender.explain import merge_terms
from recommender.features import FeatureModel

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
    places: dict[str, NDArray[np.float64]] = {}
    weights: dict[str, float] = {}
    for row, paper in enumerate(papers):
        names = {bucket: word for word, bucket in model.words(f"{paper.title} . {paper.abstract}")}
        start, end = features.terms.indptr[row : row + 2]
        for bucket, value in zip(features.terms.indices[start:end], features.terms.data[start:end], strict=True):
            word = names.get(int(bucket))
            if word is not None:
                weights[word] = weights.get(word, 0.0) + float(value)
                places[word] = places.get(word, np.zeros(2)) + float(value) * points[row]
    text = " ".join(f"{paper.title} {paper.abstract}" for paper in papers)
    strongest = merge_terms(sorted(weights.items(), key=lambda item: -item[1])[: LABELS * 20], text)
    found: list[tuple[str, float, float]] = []
    for word, _ in strongest:
        key = word.casefold()
        if key in weights and len(found) < LABELS:
            x, y = places[key] / weights[key]
            found.append((word, float(x), float(y)))
    return tuple(found)
