"""The papers that came before, as a yardstick: neighbours to lean on, negatives to learn against, scores to compare

with. Shared by all interests; knows no person.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from db.models import ContentKind, Paper
from recommender import weights
from recommender.features import KINDS, FeatureModel
from recommender.negatives import Negatives, make_negatives
from recommender.paper_features import PaperFeatures, join


@dataclass(frozen=True, slots=True)
class Background:
    """`ids`, `terms` (n x buckets, CSR) and `latent` (n x d) are those of a sample of the known papers.

    `words` (n x buckets, CSC) is BM25's side of them. `negatives` are some of them to learn against, `by_kind` holds,
    for each kind of content, papers of that kind on which scores are standardised, and `reference` all of those in a
    row; `category_share` is the share of the papers in each category.
    """

    ids: tuple[str, ...]
    terms: Any
    words: Any
    latent: NDArray[np.float32]
    negatives: Negatives
    by_kind: tuple[PaperFeatures, ...]
    reference: PaperFeatures
    category_share: dict[str, float]

    def __len__(self) -> int:
        return len(self.ids)


def make_background(model: FeatureModel, papers: Sequence[Paper], seed: int = 0) -> Background:
    """The background that `papers` give: at most BACKGROUND_SIZE of them, drawn with `seed`."""
    rng = np.random.default_rng(seed)
    chosen = [papers[i] for i in np.sort(rng.permutation(len(papers))[: weights.BACKGROUND_SIZE])]
    features = model.transform(chosen, embed=False)
    sample = rng.permutation(len(chosen))
    against = np.sort(sample[: weights.NEGATIVES])
    others = sample[weights.NEGATIVES : weights.NEGATIVES + weights.REFERENCE_FULL]
    full = others if len(others) >= weights.REFERENCE_LEAST else sample
    whole = replace(features.take(full), embedded=model.embed([chosen[i] for i in full]))
    reference = [chosen[i] for i in sample[-weights.REFERENCE :]]
    by_kind = tuple(_of_kind(model, whole, reference, kind) for kind in KINDS)
    return Background(
        ids=features.ids,
        terms=features.terms,
        words=features.saturated.tocsc(),
        latent=features.latent,
        negatives=make_negatives(tuple(features.ids[i] for i in against), features.terms[against]),
        by_kind=by_kind,
        reference=join(by_kind),
        category_share=_shares(features),
    )


def _of_kind(model: FeatureModel, whole: PaperFeatures, reference: Sequence[Paper], kind: ContentKind) -> PaperFeatures:
    """Reference papers as they would be if their source had given no more than `kind`."""
    if kind is ContentKind.FULL:
        return whole
    if kind is ContentKind.TITLE:
        return model.transform([replace(p, abstract="") for p in reference])
    return model.transform([replace(p, title="", title_is_ours=True) for p in reference])


def _shares(features: PaperFeatures) -> dict[str, float]:
    counts: dict[str, int] = {}
    for categories in features.categories:
        for category in categories:
            counts[category] = counts.get(category, 0) + 1
    return {c: n / len(features) for c, n in counts.items()}
