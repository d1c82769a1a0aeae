"""Which papers a profile's mutes hide, and by which rule: typed words, authors and categories, and papers' kinds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from bot.model_keeper import ModelKeeper
from db.models import Paper, Rule, Subject, Verb
from recommender.mute import BoundedMute, hidden_by


@dataclass(frozen=True, slots=True)
class Mutes:
    """The mutes of one profile. Papers in `allowed` were called wrongly hidden; `liked` bounds the mutes of kinds.

    `muted` are the papers whose kind is muted, one a rule of `kinds`, in order.
    """

    rules: tuple[Rule, ...]
    allowed: Collection[int]
    kinds: tuple[Rule, ...]
    muted: tuple[Paper, ...]
    liked: tuple[Paper, ...]
    keeper: ModelKeeper

    def hidden(self, papers: Sequence[Paper]) -> dict[int, Rule]:
        """Keys of the hidden ones with the rule that hides each."""
        found: dict[int, Rule] = {}
        if not self.rules:
            return found
        for paper in papers:
            rule = hidden_by(paper, self.rules) or next((kind for kind in self.kinds if kind.paper == paper.key), None)
            if rule is not None:
                found[paper.key] = rule
        for paper, rule in self._of_muted_kind([paper for paper in papers if paper.key not in found]):
            found[paper.key] = rule
        return {key: rule for key, rule in found.items() if key not in self.allowed}

    def _of_muted_kind(self, papers: Sequence[Paper]) -> list[tuple[Paper, Rule]]:
        if not self.muted or not papers:
            return []
        muted, candidates = self.keeper.features(self.muted), self.keeper.features(papers)
        hides = BoundedMute(muted, self.keeper.features(self.liked)).fit().hides(candidates)
        nearest = np.asarray((candidates.terms @ muted.terms.T).todense()).argmax(1)
        return [(paper, self.kinds[int(nearest[row])]) for row, paper in enumerate(papers) if hides[row]]


def mutes_of(rules: Sequence[Rule], allowed: Collection[int], papers: Sequence[Paper], liked: Sequence[Paper],
             keeper: ModelKeeper) -> Mutes:  # fmt: skip
    """The mutes among `rules`; `papers` holds those that rules about kinds name."""
    muting = tuple(rule for rule in rules if rule.verb is Verb.MUTE)
    by_key = {paper.key: paper for paper in papers}
    kinds = tuple(rule for rule in muting if rule.subject is Subject.PAPER and rule.paper in by_key)
    named = tuple(by_key[rule.paper] for rule in kinds if rule.paper is not None)
    return Mutes(muting, frozenset(allowed), kinds, named, tuple(liked), keeper)
