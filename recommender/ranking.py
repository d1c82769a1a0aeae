"""From fitted interests to a short list: merging by chance, freshness, no work twice, composition.

Owns the choice of papers for one profile. Knows no text, no clock (the caller gives the time) and no storage.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from recommender import weights
from recommender.diversify import compose, spread
from recommender.form import Form, zero_form
from recommender.interest import InterestModel
from recommender.negatives import Negatives
from recommender.paper_features import FloatArray, IndexArray, PaperFeatures, cosines, join
from recommender.recommendation import Reason, Recommendation, Similar


@dataclass(frozen=True, slots=True)
class Rated:
    """Candidates scored for a profile: `rows` are those that may be shown, each work once, `pool` their features.

    `scores` (interests x n) are by interest of `known`, `chance` (n,) is the greatest of the calibrated chances and
    `owner` (n,) whose it is, `value` (n,) the order: the log-odds of the chance with freshness.
    """

    candidates: PaperFeatures
    rows: IndexArray
    known: Mapping[int, InterestModel]
    pool: PaperFeatures
    scores: FloatArray
    chance: FloatArray
    owner: IndexArray
    value: FloatArray


def recommend(
    interests: Mapping[int, InterestModel],
    candidates: PaperFeatures,
    size: int,
    *,
    now: float,
    hidden: Collection[str] = (),
    composed: bool = True,
) -> list[Recommendation]:
    """The `size` papers of `candidates` to show to a profile: `rate`, then `choose`."""
    return choose(rate(interests, candidates, now=now, hidden=hidden), size, composed=composed)


def rate(
    interests: Mapping[int, InterestModel], candidates: PaperFeatures, *, now: float, hidden: Collection[str] = ()
) -> Rated:
    """Score `candidates` for a profile with these fitted interests (by key).

    `now` is a POSIX second, for freshness. `hidden` holds ids never to be shown (answered, delivered, own, muted).
    Each paper goes to the interest that gives it the greatest chance.
    """
    rows = _distinct(candidates, hidden)
    known = {key: model for key, model in interests.items() if not model.evidence.empty}
    pool = candidates.take(rows)
    scores = np.array([model.score(pool) for model in known.values()]).reshape(len(known), len(pool))
    chances = np.array([model.chance(s) for model, s in zip(known.values(), scores, strict=True)])
    # where nothing is known one chance stands for all: nothing is ordered by it
    best = chances.max(0) if known else np.full(len(pool), 0.5)
    fresh = best * freshness(pool.seen, now)
    owner = chances.argmax(0) if known else np.zeros(len(pool), dtype=np.int64)
    return Rated(candidates, rows, known, pool, scores, best, owner, np.log(fresh / (1 - fresh)))


def choose(rated: Rated, size: int, *, composed: bool = True) -> list[Recommendation]:
    """The `size` papers to show, best first: a composition, or the plain order.

    Where nothing is known of any interest, a varied recent selection whose reason is RECENT.
    """
    if not rated.known:
        return _recent(rated.candidates, rated.rows, size)
    keys = list(rated.known)
    chosen, different = _choose(list(rated.known.values()), rated.pool, rated.value, size if composed else -size)
    return [
        Recommendation(
            index=int(rated.rows[i]),
            key=int(rated.pool.keys[i]),
            id=rated.pool.ids[i],
            score=float(rated.scores[rated.owner[i], i]),
            chance=float(rated.chance[i]),
            interest=keys[rated.owner[i]],
            reason=Reason.DIFFERENT if place == different else Reason.NEAR,
        )
        for place, i in enumerate(chosen)
    ]


def similar_papers(
    paper: PaperFeatures, candidates: PaperFeatures, size: int, hidden: Collection[str] = ()
) -> list[Similar]:
    """The `size` candidates nearest to the one `paper`, best first; never the paper itself or one of `hidden`."""
    rows = _distinct(candidates, {*hidden, *paper.ids})
    pool = candidates.take(rows)
    near = np.asarray((pool.terms @ paper.terms.T).todense(), dtype=np.float64).ravel()
    mixed = near + pool.latent @ paper.latent[0].astype(np.float64) if pool.latent.shape[1] else near
    order = np.argsort(-mixed, kind="stable")[:size]
    return [Similar(int(rows[i]), int(pool.keys[i]), pool.ids[i], float(near[i])) for i in order if near[i] > 0]


def likeness(paper: PaperFeatures, negatives: Negatives) -> Form:
    """What `similar_papers` sorts by, as a form to search a corpus with: nearness to the one `paper`."""
    form = zero_form(paper.terms.shape[1], len(negatives), paper.latent.shape[1])
    form.terms = paper.terms.astype(np.float64)
    form.latent = paper.latent[0].astype(np.float64)
    return form


def freshness(seen: FloatArray, now: float) -> FloatArray:
    """Factors (n,) from 1 (just seen) down to 1 - FRESHNESS (long ago): enough to decide between near equals."""
    days = np.maximum(now - seen, 0.0) / 86_400
    return np.asarray(1 - weights.FRESHNESS * (1 - 0.5 ** (days / weights.FRESHNESS_HALF_LIFE)))


def _distinct(candidates: PaperFeatures, hidden: Collection[str]) -> IndexArray:
    """Rows of the candidates that may be shown, each work once."""
    met = set(hidden)
    rows = []
    for row, name in enumerate(candidates.ids):
        if name not in met:
            met.add(name)
            rows.append(row)
    return np.array(rows, dtype=np.int64)


def _choose(models: list[InterestModel], pool: PaperFeatures, value: FloatArray, size: int) -> tuple[IndexArray, int]:
    liked = [m.liked_features for m in models if len(m.liked_features)]
    phrases = [terms for m in models for terms in m.phrase_terms]
    if size < 0 or not len(pool):
        return np.argsort(-value, kind="stable")[: abs(size)], -1
    if sum(map(len, liked)) < weights.COMPOSE_FROM:
        return spread(value, _nearness(phrases, pool), size), -1
    likes = join(liked)
    return compose(value, cosines(likes, pool), cosines(likes, likes), size)


def _nearness(phrases: list[Any], pool: PaperFeatures) -> FloatArray:
    """Cosines (phrases x n) of followed phrases and papers; none where there is but one phrase to give room to."""
    if len(phrases) < 2:
        return np.zeros((0, len(pool)))
    from scipy import sparse

    return np.asarray((sparse.vstack(phrases, format="csr") @ pool.terms.T).todense(), dtype=np.float64)


def _recent(candidates: PaperFeatures, rows: IndexArray, size: int) -> list[Recommendation]:
    """A varied choice among the newest: each next paper is the one least like those before."""
    newest = rows[np.argsort(-candidates.seen[rows], kind="stable")][: weights.COMPOSE_POOL]
    pool = candidates.take(newest)
    near = np.asarray((pool.terms @ pool.terms.T).todense(), dtype=np.float64)
    picks: list[int] = []
    while len(picks) < min(size, len(pool)):
        worst = near[:, picks].max(1) if picks else -near.mean(1)
        worst[picks] = np.inf
        picks.append(int(np.argmin(worst)))
    return [
        Recommendation(int(newest[i]), int(pool.keys[i]), pool.ids[i], 0.0, 0.0, None, Reason.RECENT) for i in picks
    ]
