"""Between the store and the recommender: what is known of a profile becomes rankings, reasons and similar papers.

Belongs to the thread of its store. Ranking itself is the recommender's; sentences are bot/texts'.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from bot import standing
from bot.group import with_votes
from bot.model_keeper import MODEL_NAME, ModelKeeper
from bot.mutes import Mutes, mutes_of
from bot.standing import FINAL
from bot.whole_corpus import WholeCorpus
from db.digests import Vote
from db.models import Feedback, Interest, Paper, Profile, Rule
from db.store import Store
from recommender.evidence import gather
from recommender.explain import Told, merge_terms, tell
from recommender.explanation import Explanation
from recommender.gate import Gate
from recommender.interest import InterestModel
from recommender.paper_map import PaperMap, draw_map
from recommender.ranking import choose, rate
from recommender.recommendation import Reason
from recommender.text import fold

MAX_FITTED = 2_000
CLOSE = 0.8
"""A paper left out counts as close when its chance is at least this share of the last pick's."""
LOOKED_BEYOND = 25
MAX_EXPLAINED = 20
"""So many of the last likes say what an interest has learned."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A recommended paper: the interest it serves (None while nothing is known), and what speaks for it."""

    paper: Paper
    score: float
    chance: float
    interest: Interest | None
    reason: Reason
    told: Told | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """What was looked at and what came out. `close` papers came near and were left out.

    `teams` is empty but while two rankers are compared: then it says which of them gave each pick.
    """

    picks: tuple[Pick, ...]
    screened: int
    muted: tuple[int, ...] = ()
    below_gate: int = 0
    close: int = 0
    teams: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """All that a profile's ranking depends on."""

    interests: tuple[Interest, ...]
    events: tuple[Feedback, ...]
    rules: tuple[Rule, ...]
    votes: tuple[Vote, ...] = ()


class Recommendations:
    """Rankings for profiles."""

    def __init__(self, store: Store, folder: Path, model: str = MODEL_NAME, encoder_folder: Path | None = None) -> None:
        self._store = store
        self.models = ModelKeeper(store, folder, model, encoder_folder)
        self.corpus = WholeCorpus(store, self.models)
        self._fitted: OrderedDict[int, tuple[object, InterestModel]] = OrderedDict()

    def known(self, profile: Profile, now: datetime) -> Known:
        """What the ledger says of a profile now."""
        return Known(
            interests=tuple(self._store.people.interests(profile.tenant, profile.key)),
            events=tuple(self._store.feedback.active(profile.tenant, profile.key)),
            rules=tuple(self._store.rules.active(profile.tenant, profile.key, now)),
            votes=tuple(self._store.channels.votes(profile.tenant, profile.key, now)),
        )

    def rank(
        self,
        profile: Profile,
        candidates: Sequence[Paper],
        count: int,
        now: datetime,
        *,
        interests: Collection[int] | None = None,
        exclude: Collection[int] = (),
        gate: bool = False,
    ) -> Ranking:
        """The best `count` of the candidates for a profile; answered, own, muted and excluded papers are left out.

        With `gate`, so is what is not near enough to the likes: then there may be nothing.
        """
        known = self.known(profile, now)
        answered = {event.paper for event in known.events if event.answer in FINAL} | set(exclude)
        open_papers = [p for p in candidates if p.key not in answered and not p.withdrawn and not wrote(profile, p)]
        muted = self.mutes(known).hidden(open_papers)
        pool = [paper for paper in open_papers if paper.key not in muted]
        models = self.fitted(known, now)
        if interests is not None:
            models = {key: model for key, model in models.items() if key in interests}
        looked_at = len(pool)
        pool = self._near_enough(models, pool) if gate else pool
        features = self.models.features(pool)
        rated = rate(models, features, now=now.timestamp())
        picked = choose(rated, count)
        beyond = choose(rated, count + LOOKED_BEYOND, composed=False)
        names = {interest.key: interest for interest in known.interests}
        picks = tuple(
            Pick(
                paper=pool[found.index],
                score=found.score,
                chance=found.chance,
                interest=names.get(found.interest or 0),
                reason=found.reason,
                told=self._told(models[found.interest], pool[found.index]) if found.interest else None,
            )
            for found in picked
        )
        shown = {pick.paper.key for pick in picks}
        least = min((pick.chance for pick in picks), default=1.0)
        close = sum(1 for found in beyond if found.key not in shown and found.chance >= CLOSE * least > 0)
        return Ranking(
            picks, screened=len(candidates), muted=tuple(muted), below_gate=looked_at - len(pool), close=close
        )

    def fitted(self, known: Known, now: datetime) -> dict[int, InterestModel]:
        """A model for each interest, fitted anew only where its evidence or the feature model changed."""
        serving = self.models.serving()
        keys = [event.paper for event in known.events] + [vote.paper for vote in known.votes]
        papers: dict[int, Paper] = {}
        models: dict[int, InterestModel] = {}
        for interest in known.interests:
            events = tuple(event for event in known.events if event.interest == interest.key)
            rules = tuple(rule for rule in known.rules if rule.interest in (None, interest.key))
            votes = known.votes if interest.is_default else ()
            signature = (serving.generation, events, rules, votes)
            kept = self._fitted.pop(interest.key, None)
            if kept is None or kept[0] != signature:
                papers = papers or {paper.key: paper for paper in self._store.papers.many(keys)}
                evidence = with_votes(gather(events, papers, rules, interest.key), votes, papers)
                kept = (signature, InterestModel().fit(serving.features, serving.background, evidence))
            self._fitted[interest.key] = kept
            models[interest.key] = kept[1]
        while len(self._fitted) > MAX_FITTED:
            self._fitted.popitem(last=False)
        return models

    def mutes(self, known: Known) -> Mutes:
        """What a profile does not want to see."""
        named = self._store.papers.many([rule.paper for rule in known.rules if rule.paper is not None])
        liked = self._store.papers.many(standing.liked(known.events)) if named else []
        return mutes_of(known.rules, standing.unmuted(known.events), named, liked, self.models)

    def _near_enough(self, models: Mapping[int, InterestModel], pool: Sequence[Paper]) -> list[Paper]:
        """The papers that pass the gate of some interest; all of them while an interest has too few likes for one."""
        features = self.models.features(pool)
        passes = np.zeros(len(pool), dtype=bool)
        for model in models.values():
            if not model.evidence.empty:
                passes |= Gate(model.liked_features).fit().passes(features)
        return [paper for paper, near in zip(pool, passes, strict=True) if near]

    def home(self, profile: Profile, paper: Paper, now: datetime) -> Interest:
        """The interest that an answer to this paper teaches: the likeliest one, the default while none is known."""
        known = self.known(profile, now)
        models = {key: model for key, model in self.fitted(known, now).items() if not model.evidence.empty}
        default = known.interests[0]
        if len(known.interests) == 1 or not models:
            return default
        features = self.models.features([paper])
        chances = {key: float(model.chance(model.score(features))[0]) for key, model in models.items()}
        best = max(chances, key=lambda key: chances[key])
        if default.key not in models and chances[best] < 0.5:
            return default
        return next(interest for interest in known.interests if interest.key == best)

    def explain(self, profile: Profile, paper: Paper, now: datetime) -> tuple[Interest | None, Explanation | None]:
        """The full account of a paper in the interest that gives it the greatest chance."""
        known = self.known(profile, now)
        models = {key: model for key, model in self.fitted(known, now).items() if not model.evidence.empty}
        if not models:
            return None, None
        features = self.models.features([paper])
        best = max(models, key=lambda key: float(models[key].chance(models[key].score(features))[0]))
        interest = next(interest for interest in known.interests if interest.key == best)
        return interest, models[best].explain(paper)

    def place(
        self, profile: Profile, paper: Paper, candidates: Sequence[Paper], now: datetime
    ) -> tuple[int, int] | None:
        """At which place of the open candidates the paper stands, and of how many; None while nothing is known."""
        known = self.known(profile, now)
        models = [model for model in self.fitted(known, now).values() if not model.evidence.empty]
        answered = {event.paper for event in known.events if event.answer in FINAL}
        pool = [paper, *(p for p in candidates if p.key not in answered and p.key != paper.key)]
        if not models:
            return None
        features = self.models.features(pool)
        chances = [model.chance(model.score(features)) for model in models]
        best = [max(values) for values in zip(*chances, strict=True)]
        return 1 + sum(1 for chance in best[1:] if chance > best[0]), len(pool)

    def learned(self, profile: Profile, interest: Interest, now: datetime, limit: int = 10) -> list[tuple[str, float]]:
        """The words that carry an interest, with their share of the scores of its own liked papers, largest first."""
        model = self.fitted(self.known(profile, now), now)[interest.key]
        sums: dict[str, float] = {}
        for paper in model.evidence.liked[-MAX_EXPLAINED:]:
            for term, value in model.explain(paper).terms:
                sums[term] = sums.get(term, 0.0) + value
        terms = sorted(sums.items(), key=lambda item: -abs(item[1]))
        spelt = " ".join(f"{paper.title} {paper.abstract}" for paper in model.evidence.liked[-MAX_EXPLAINED:])
        return merge_terms(terms, spelt)[:limit]

    def map(self, papers: Sequence[Paper]) -> PaperMap | None:
        """A map of papers by their words, None for too few."""
        return draw_map(self.models.serving().features, papers)

    def _told(self, model: InterestModel, paper: Paper) -> Told:
        return tell(model.explain(paper), f"{paper.title} {paper.abstract}", limit=3)


def wrote(profile: Profile, paper: Paper) -> bool:
    """Whether the person is one of the paper's authors, by the name they gave."""
    return bool(profile.author_name) and fold(profile.author_name) in {fold(author) for author in paper.authors}
