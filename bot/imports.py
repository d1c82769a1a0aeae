"""A person's own library in: its papers kept for them alone, and one act of teaching, saving or both.

The whole import is one act, so that one undo takes it back. What all imports together weigh is the recommender's to
say; it counts the newest first, so events are written oldest first. Papers that come in this way are offered to nobody
else (source `library`), until a source brings them too.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.ingest import CHUNK, keep, prepare
from bot.library_files import Library, LibraryEntry
from bot.ports import Batch, Core, Problem
from bot.texts import imports as texts
from db.awaited import Awaited
from db.models import ActKind, Answer, SourceId, Tenant
from db.papers import LIBRARY
from db.store import Store

IDS_LOOKED_UP = 500
WAITED_FOR = timedelta(days=90)

Progress = Callable[[int, int], None]
ById = Callable[[Sequence[SourceId]], Awaitable[Batch]]
"""Asks arXiv for papers by their ids."""


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Whose import, into which interest, and what for. `groups` limits it to references filed under one of them."""

    tenant: Tenant
    profile: int
    interest: int
    teach: bool
    save: bool
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a library. `act` is 0 when nothing of it could be used; `waiting` ids are looked up later."""

    act: int
    total: int
    used: int
    without_abstract: int
    waiting: int
    skipped: tuple[Problem, ...]


def groups_of(library: Library) -> list[tuple[str, int]]:
    """The collections and groups of a library with the number of their references, the largest first."""
    counts: dict[str, int] = {}
    for entry in library.entries:
        for group in entry.groups:
            counts[group] = counts.get(group, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].casefold()))


def import_library(
    store: Store, plan: ImportPlan, library: Library, now: datetime, progress: Progress = lambda done, total: None
) -> Imported:
    """Import at once, on the store's own thread; `progress` hears how many of how many references are in."""
    entries = _chosen(library, plan.groups)
    keys: list[int] = []
    problems: list[Problem] = []
    for start in range(0, len(entries), CHUNK):
        drafts = prepare((entry.record for entry in entries[start : start + CHUNK]), LIBRARY, now)
        taken = keep(store, drafts, now)
        keys += taken.keys
        problems += taken.problems
        progress(min(start + CHUNK, len(entries)), len(entries))
    return _finish(store, plan, library, entries, keys, problems, now)


async def import_in_chunks(
    core: Core, plan: ImportPlan, library: Library, now: datetime, progress: Progress = lambda done, total: None
) -> Imported:
    """The same for a large library while others use the bot: prepared off the loop, kept a chunk at a time."""
    import asyncio

    entries = _chosen(library, plan.groups)
    keys: list[int] = []
    problems: list[Problem] = []
    for start in range(0, len(entries), CHUNK):
        records = [entry.record for entry in entries[start : start + CHUNK]]
        drafts = await asyncio.to_thread(prepare, records, LIBRARY, now)
        taken = await core(lambda store, drafts=drafts: keep(store, drafts, now))  # type: ignore[misc]
        keys += taken.keys
        problems += taken.problems
        progress(min(start + CHUNK, len(entries)), len(entries))
    return await core(lambda store: _finish(store, plan, library, entries, keys, problems, now))


async def look_up(core: Core, by_id: ById, now: datetime) -> int:
    """Fetch the papers that imports wait for and add them to their imports; returns how many came in.

    An id that arXiv does not know is kept as unknown, for its owner to see; a DOI waits until some source brings its
    paper, 90 days at most. Raises SourceError when arXiv does not answer; then all wait on.
    """
    waiting = await core(lambda store: store.awaited.all(IDS_LOOKED_UP))
    wanted = [one.name for one in waiting if one.name.kind == "arxiv"]
    unknown: set[str] = set()
    if wanted:
        batch = await by_id(wanted)
        drafts = prepare(batch.records, LIBRARY, now)
        await core(lambda store: keep(store, drafts, now))
        unknown = {name.value for name in wanted} - {record.ids[0].value for record in batch.records}
    return await core(lambda store: _arrived(store, waiting, unknown, now))


def _chosen(library: Library, groups: Collection[str]) -> list[LibraryEntry]:
    """The references that are wanted, the oldest first."""
    wanted = [entry for entry in library.entries if not groups or set(groups) & set(entry.groups)]
    return sorted(wanted, key=lambda entry: entry.year)


def _finish(
    store: Store,
    plan: ImportPlan,
    library: Library,
    entries: Sequence[LibraryEntry],
    keys: Sequence[int],
    problems: Sequence[Problem],
    now: datetime,
) -> Imported:
    """Write the act: one event a paper and purpose, and the ids that are still to be looked up."""
    held = {name: store.papers.by_name(name) for name in library.wanted} if not plan.groups else {}
    found = [paper.key for paper in held.values() if paper is not None]
    missing = [name for name, paper in held.items() if paper is None]
    used = list(dict.fromkeys((*keys, *found)))
    skipped = (*library.problems, *(problem for problem in problems if "cut" not in problem.reason))
    act = 0
    if used or missing:
        with store.transaction():
            note = texts.note(len(used) + len(missing), library.format)
            act = store.feedback.begin(plan.tenant, plan.profile, ActKind.IMPORT, now, note)
            _answer(store, plan, used, act, now)
            waiting = (
                Awaited(plan.tenant, plan.profile, plan.interest, act, name, plan.teach, plan.save, now)
                for name in missing
            )
            store.awaited.add(plan.tenant, waiting)
    bare = sum(not paper.abstract for paper in store.papers.many(used))
    return Imported(act, len(entries) + len(held) + len(library.problems), len(used), bare, len(missing), skipped)


def _answer(store: Store, plan: ImportPlan, papers: Sequence[int], act: int, now: datetime) -> None:
    """Saving first, so that what teaches is the last word on a paper."""
    for wanted, answer in ((plan.save, Answer.KEEP), (plan.teach, Answer.IMPORT)):
        if wanted and papers:
            store.feedback.add(plan.tenant, plan.profile, plan.interest, papers, answer, act, now)


def _arrived(store: Store, waiting: Sequence[Awaited], unknown: Collection[str], now: datetime) -> int:
    count = 0
    with store.transaction():
        for one in waiting:
            paper = store.papers.by_name(one.name)
            if paper is not None:
                plan = ImportPlan(one.tenant, one.profile, one.interest, one.teach, one.save)
                _answer(store, plan, [paper.key], one.act, now)
                count += 1
                store.awaited.done(one.tenant, one.act, one.name)
            elif (one.name.kind == "arxiv" and one.name.value in unknown) or now - one.created >= WAITED_FOR:
                store.awaited.unknown(one)
    return count
