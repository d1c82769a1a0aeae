"""The papers that came before, as a yardstick: neighbours to lean on, negatives to learn against, scores to compare

with. Shared by all interests; knows no person.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from db.models import ContentKind, Paper
from recommender import weights
from recommender.errors import ModelFileError
from recommender.feature_file import map_record, save_record
from recommender.features import KINDS, FeatureModel
from recommender.negatives import Negatives, make_negatives
from recommender.paper_features import PaperFeatures, join

VERSION = 1
"""Of the saved form; raised whenever its meaning changes."""


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


def save_background(path: Path, background: Background) -> None:
    """Write to `path` what of a background took long to make, replacing what is there in one step."""
    place = {name: row for row, name in enumerate(background.ids)}
    arrays: dict[str, NDArray[Any]] = {
        "names": _as_bytes([background.ids, background.category_share]),
        "latent": background.latent,
        "negatives": np.array([place[name] for name in background.negatives.ids], dtype=np.int64),
        "whole": background.by_kind[0].keys,
        "parts": background.by_kind[-1].keys,
    }
    for name, matrix in (("terms", background.terms), ("words", background.words)):
        arrays |= {f"{name}_data": matrix.data, f"{name}_indices": matrix.indices, f"{name}_ends": matrix.indptr}
    save_record(path, VERSION, arrays)


def load_background(path: Path, model: FeatureModel, find: Callable[[list[int]], list[Paper]]) -> Background:
    """The background saved at `path`, which `model` must have made; most of it is read where and when it is used.

    `find` gives the papers with some keys, in their order. Raises ModelFileError for a file that cannot be used.
    """
    arrays = map_record(path, VERSION)
    try:
        ids, shares = json.loads(arrays["names"].tobytes())
        shape = (len(ids), weights.BUCKETS)
        terms, words = (
            make((arrays[f"{name}_data"], arrays[f"{name}_indices"], arrays[f"{name}_ends"]), shape=shape)
            for name, make in (("terms", sparse.csr_matrix), ("words", sparse.csc_matrix))
        )
        against, sizes = arrays["negatives"], (len(arrays["whole"]), len(arrays["parts"]))
        papers = find([*arrays["whole"].tolist(), *arrays["parts"].tolist()])
    except (KeyError, ValueError) as error:
        raise ModelFileError(f"{path} is no background ({error})") from error
    if len(papers) != sum(sizes):
        raise ModelFileError(f"{path} is about papers that are not here")
    whole = model.transform(papers[: sizes[0]])
    by_kind = tuple(_of_kind(model, whole, papers[sizes[0] :], kind) for kind in KINDS)
    return Background(
        ids=tuple(ids),
        terms=terms,
        words=words,
        latent=arrays["latent"],
        negatives=make_negatives(tuple(ids[i] for i in against), terms[against]),
        by_kind=by_kind,
        reference=join(by_kind),
        category_share=shares,
    )


def _as_bytes(value: object) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


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
