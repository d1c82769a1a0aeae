"""Which work a draft is about: its ids first, then its likeness to what we hold. Decides; writes only the doubts.

An id of arXiv, OpenReview, a seed or a library (made of its words) is trusted as it is. A DOI or a link is trusted only
where the titles agree, because feeds give whole issues one DOI and whole sites one link.
"""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from bot.normalise import Draft, str_id
from db.models import Paper, SourceId
from db.store import Store
from recommender import duplicates
from recommender.duplicates import Fingerprint, Likeness, Rarity

SURE_KINDS = frozenset({"arxiv", "openreview", "seed", "library"})
AGREEING_TITLES = {"doi": 60.0, "url": 85.0, "feed": 60.0}
CANDIDATES = 20
MARKS_OF_STRANGERS = 2
"""Marks of the text that papers without a common author or title share before their texts are compared."""

RARITY = "rarity of words"
"""The fact that holds what words weigh: measured on a sample, and good until there are four times the papers."""
RARITY_FROM = 500
RARITY_SAMPLE = 2_000
RARITY_GROWTH = 4


@dataclass(frozen=True, slots=True)
class Identity:
    """The works a draft is about (several when its ids join them), the ids it may go by, and its fingerprint."""

    works: tuple[Paper, ...]
    names: tuple[SourceId, ...]
    doubts: tuple[int, ...]
    fingerprint: Fingerprint
    by_likeness: bool = False

    @property
    def public_id(self) -> str:
        """The id under which a new paper goes: its best name."""
        return str_id(self.names[0])


def identify(store: Store, draft: Draft) -> Identity:
    """What a draft is about; no work when it is new."""
    found = Fingerprint(draft.paper)
    works: dict[int, Paper] = {}
    names: list[SourceId] = []
    for name in draft.ids:
        work = store.papers.by_name(name)
        if work is None:
            names.append(name)
        elif name.kind in SURE_KINDS or _agree(work, found, name.kind):
            names.append(name)
            works[work.key] = work
    if not names:
        names.append(_own_name(draft))
    if works or draft.only_updates:
        return Identity(tuple(works[key] for key in sorted(works)), tuple(names), (), found)
    same, doubts = _alike(store, draft, found)
    return Identity((same,) if same else (), tuple(names), doubts, found, by_likeness=same is not None)


def remember_doubts(store: Store, key: int, identity: Identity, now: datetime) -> None:
    """Note for the admin what this new paper may be a copy of."""
    for other in identity.doubts:
        store.copies.doubt(key, other, now)


def _own_name(draft: Draft) -> SourceId:
    """A name for a paper all of whose ids belong to others: made of its words."""
    words = f"{draft.paper.title}\n{draft.paper.abstract}"
    return SourceId(draft.ids[0].kind, hashlib.sha256(words.encode()).hexdigest()[:12])


def _agree(work: Paper, found: Fingerprint, kind: str) -> bool:
    theirs = Fingerprint(work)
    if not theirs.title or not found.title:
        return kind != "url" or duplicates.containment(theirs, found) >= duplicates.SAME_TEXT
    return duplicates.titles_alike(theirs.title, found.title) >= AGREEING_TITLES[kind]


def _alike(store: Store, draft: Draft, found: Fingerprint) -> tuple[Paper | None, tuple[int, ...]]:
    """The work that a draft is a copy of, and those that it may be; the candidate that shares most comes first."""
    shared = store.copies.sharing(found.marks, duplicates.COMMON)
    in_text = Counter(paper for mark, paper in shared if mark in found.text_marks)
    by_name = {paper for mark, paper in shared if mark not in found.text_marks}
    rarity: Rarity | None = None
    doubts: list[int] = []
    for candidate in store.papers.many(duplicates.likely(shared)[:CANDIDATES]):
        apart = _one_registry(store, draft, candidate)
        rarity = rarity or (None if apart else rarity_in(store))
        verdict = duplicates.judge(
            found,
            Fingerprint(candidate),
            rarity,
            apart=apart,
            in_text=in_text[candidate.key] >= (1 if candidate.key in by_name else MARKS_OF_STRANGERS),
        )
        if verdict is Likeness.SAME:
            return candidate, ()
        if verdict is Likeness.MAYBE:
            doubts.append(candidate.key)
    return None, tuple(doubts)


def _one_registry(store: Store, draft: Draft, candidate: Paper) -> bool:
    """Whether both have an arXiv id: two of them are two papers unless nearly everything speaks against it."""
    ours = {name.value for name in draft.ids if name.kind == "arxiv"}
    theirs = {name.value for name in store.papers.names(candidate.key) if name.kind == "arxiv"}
    return bool(ours and theirs - ours)


def rarity_in(store: Store) -> Rarity | None:
    """What words weigh among the papers we hold; None while there are too few to tell."""
    size = store.papers.last_key()
    if size < RARITY_FROM:
        return None
    kept = store.fact(RARITY)
    measured, rarity = _read_rarity(kept) if kept else (0, None)
    if rarity is None or size > RARITY_GROWTH * measured:
        rarity = duplicates.measure_rarity(store.papers.recent(RARITY_SAMPLE))
        weights = {word: round(weight, 2) for word, weight in rarity.weights.items()}
        value = json.dumps({"size": size, "unknown": rarity.unknown, "weights": weights}, ensure_ascii=False)
        store.set_fact(RARITY, value)
    return rarity


@lru_cache(maxsize=2)
def _read_rarity(value: str) -> tuple[int, Rarity]:
    found = json.loads(value)
    return int(found["size"]), Rarity(found["weights"], float(found["unknown"]))
