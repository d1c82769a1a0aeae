"""Papers in, each once: what a source tells is kept, and led to the work it is about, in one transaction a chunk.

Owns the decision new, update or copy. How a record becomes a paper is bot.normalise. No clock: the instant of first
sight is passed in.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.identity import Identity, identify, remember_doubts
from bot.normalise import Draft, normalise
from bot.ports import Problem, Record
from db.models import Paper
from db.papers import LIBRARY
from db.store import Store
from recommender.text import MAX_ABSTRACT

CHUNK = 100
"""Records a transaction where nobody waits."""
LIVE_CHUNK = 25
"""Records a transaction beside commands: short enough that none of them waits noticeably."""

CUT = f"its abstract was cut to {MAX_ABSTRACT:,} characters"


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of records. `keys` are the papers they are about, in order; `problems` say what was left out."""

    new: int = 0
    updated: int = 0
    merged: int = 0
    unchanged: int = 0
    cut: int = 0
    skipped: int = 0
    problems: tuple[Problem, ...] = ()
    keys: tuple[int, ...] = ()

    def __add__(self, other: "Intake") -> "Intake":
        return Intake(
            self.new + other.new,
            self.updated + other.updated,
            self.merged + other.merged,
            self.unchanged + other.unchanged,
            self.cut + other.cut,
            self.skipped + other.skipped,
            self.problems + other.problems,
            self.keys + other.keys,
        )

    @property
    def total(self) -> int:
        """How many records there were."""
        return self.new + self.updated + self.merged + self.unchanged + self.skipped


def ingest(
    store: Store,
    kind: str,
    records: Sequence[Record],
    now: datetime,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Intake:
    """Keep the records of a source of this kind, CHUNK a transaction; `progress` hears how many of how many are done.

    A record that cannot become a paper is left out and named in the result; the others are kept.
    """
    taken = Intake()
    for start in range(0, len(records), CHUNK):
        part = records[start : start + CHUNK]
        taken += keep(store, prepare(part, kind, now), now)
        progress(min(start + CHUNK, len(records)), len(records))
    return taken


def prepare(records: Iterable[Record], kind: str, now: datetime) -> list[Draft | Problem]:
    """The records as drafts, in order: all that can be done without the store."""
    return [normalise(record, kind, now) for record in records]


def keep(store: Store, drafts: Iterable[Draft | Problem], now: datetime) -> Intake:
    """Store prepared records in one transaction."""
    taken = Intake()
    with store.transaction():
        for draft in drafts:
            taken += _problem(draft) if isinstance(draft, Problem) else _keep(store, draft, now)
    return taken


def _problem(problem: Problem) -> Intake:
    return Intake(skipped=1, problems=(problem,))


def _keep(store: Store, draft: Draft, now: datetime) -> Intake:
    identity = identify(store, draft)
    cut = int(draft.cut)
    problems = (Problem(draft.place, CUT),) if draft.cut else ()
    if not identity.works:
        if draft.only_updates:
            return Intake(skipped=1)
        key = store.papers.add(replace(draft.paper, id=identity.public_id), identity.names).key
        store.copies.mark(key, identity.fingerprint.marks)
        remember_doubts(store, key, identity, now)
        return Intake(new=1, cut=cut, problems=problems, keys=(key,))
    work, *copies = identity.works
    for copy in copies:
        store.papers.merge(copy.key, work.key)
    learned = _name(store, work.key, identity)
    changed = revised(work, draft)
    if work.source == LIBRARY and draft.paper.source != LIBRARY and not draft.only_updates:
        store.papers.adopt(work.key, draft.paper.source, draft.paper.first_seen)
        store.papers.update(changed)
        return Intake(new=1, cut=cut, problems=problems, keys=(work.key,))
    if changed != work:
        store.papers.update(changed)
        if changed.version > work.version or changed.withdrawn > work.withdrawn:
            store.copies.changed(work.key, changed.version, now, withdrawn=changed.withdrawn)
    if copies or (learned and identity.by_likeness):
        store.copies.mark(work.key, identity.fingerprint.marks)
        return Intake(merged=1, cut=cut, problems=problems, keys=(work.key,))
    if changed != work:
        return Intake(updated=1, cut=cut, problems=problems, keys=(work.key,))
    return Intake(unchanged=1, keys=(work.key,))


def _name(store: Store, key: int, identity: Identity) -> bool:
    """Let all names lead to the work; whether any did not before."""
    known = {(name.kind, name.value): name.version for name in store.papers.names(key)}
    fresh = [name for name in identity.names if known.get((name.kind, name.value), 0) < name.version]
    for name in fresh:
        store.papers.name(key, name)
    return any((name.kind, name.value) not in known for name in fresh)


def revised(work: Paper, draft: Draft) -> Paper:
    """The work as it stands after this record.

    News of its own source replaces what it says, unless it is of an older version; a copy from elsewhere fills only
    what is missing. A withdrawal is taken from wherever it is told, and lifted by its own source alone.
    """
    told = draft.paper
    own = told.source == work.source or work.source == LIBRARY
    if own and told.version >= work.version:
        work = _rewritten(work, told)
        withdrawn = work.withdrawn if draft.withdrawn is None else draft.withdrawn
        return replace(work, withdrawn=withdrawn)
    return replace(_filled(work, told), withdrawn=work.withdrawn or bool(draft.withdrawn))


def _rewritten(work: Paper, told: Paper) -> Paper:
    titled = bool(told.raw_title)
    return replace(
        work,
        title=told.title if titled or work.title_is_ours else work.title,
        raw_title=told.raw_title or work.raw_title,
        title_is_ours=work.title_is_ours and not titled,
        abstract=told.abstract or work.abstract,
        raw_abstract=told.raw_abstract or work.raw_abstract,
        summary=told.summary or work.summary,
        authors=told.authors or work.authors,
        categories=told.categories or work.categories,
        url=told.url or work.url,
        submitted=work.submitted or told.submitted,
        announced=work.announced or told.announced,
        version=told.version,
        licence=told.licence or work.licence,
        venue=told.venue or work.venue,
    )


def _filled(work: Paper, told: Paper) -> Paper:
    titled = work.title_is_ours and bool(told.raw_title)
    return replace(
        work,
        title=told.title if titled else work.title,
        raw_title=told.raw_title if titled else work.raw_title,
        title_is_ours=work.title_is_ours and not titled,
        abstract=work.abstract or told.abstract,
        raw_abstract=work.raw_abstract or told.raw_abstract,
        summary=work.summary or told.summary,
        authors=work.authors or told.authors,
        categories=tuple(dict.fromkeys((*work.categories, *told.categories))),
        url=work.url or told.url,
        submitted=work.submitted or told.submitted,
        licence=work.licence or told.licence,
        venue=work.venue or told.venue,
    )
