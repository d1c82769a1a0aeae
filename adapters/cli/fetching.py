"""The command line's own fetching: a core thread, a fetcher, the catalogue of sources, a progress bar on a terminal."""

import contextlib
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adapters.cli.world import SystemClock
from adapters.sources.arxiv_api import papers_by_id
from adapters.sources.catalogue import Catalogue
from adapters.sources.fetcher import Fetcher
from adapters.sources.files import FileSource
from adapters.sources.past import as_past
from adapters.sources.seeds import Seeds
from bot.config import load_settings
from bot.core import Core
from bot.fetching import Report, fetch_due, take
from bot.paper_names import read_paper_name
from bot.ports import Batch, PaperSource, Problem
from bot.settings_sources import SourceSettings
from bot.source_names import SEEDS, canonical_name, kind_of
from bot.source_tests import look
from db.errors import PaperroundError
from db.store import Store

NO_ID = "this is no id or link of arXiv"


@dataclass(frozen=True, slots=True)
class FetchWorld:
    """What fetching needs, open and ready."""

    core: Core
    catalogue: Catalogue
    clock: SystemClock
    fetcher: Fetcher
    settings: SourceSettings

    async def fetch(self, names: Sequence[str]) -> list[Report]:
        """Fetch the named sources and files, or all that are due. A file after `seeds` is read as seeds."""
        files = [Path(name) for name in names if _is_file(name)]
        as_seeds = bool(files) and any(name.lower() in (SEEDS, "seed") for name in names)
        wanted = [canonical_name(name) for name in names if not _is_file(name)]
        if as_seeds:
            wanted.remove(SEEDS)
        await self.core(lambda store: self._add(store, wanted))
        with _hearing() as hear:
            sources: list[PaperSource] = [Seeds([path]) if as_seeds else FileSource(path) for path in files]
            reports = [await self._once(source, str(path)) for source, path in zip(sources, files, strict=True)]
            if wanted or not files:
                reports += await fetch_due(self.core, self.catalogue, self.clock, names=wanted or None, hear=hear)
        return reports

    async def look(self, given: str) -> tuple[str, Batch]:
        """A source's name and what it would bring; nothing is kept. Raises SourceError."""
        source: PaperSource = FileSource(Path(given)) if _is_file(given) else self.catalogue.make(given)
        return source.name, await look(source, self.clock.now())

    async def by_id(self, given: Sequence[str]) -> Report:
        """Papers by their ids and links, as if they had come on the day they came out; a wrong id is named as wrong."""
        names = {word: read_paper_name(word) for word in given}
        wanted = [name for name in names.values() if name is not None and name.kind == "arxiv"]
        wrong = tuple(Problem(word, NO_ID) for word, name in names.items() if name not in wanted)
        now = self.clock.now()
        batch = await papers_by_id(self.fetcher, self.settings, wanted) if wanted else Batch()
        past = replace(batch, records=tuple(as_past(record, now) for record in batch.records))
        taken = await take(self.core, "arxiv", replace(past, problems=(*wrong, *batch.problems)), now)
        return Report("arxiv", taken)

    def _add(self, store: Store, names: Sequence[str]) -> None:
        with store.transaction():
            for name in names:
                store.sources.add(name, kind_of(name), self.clock.now())

    async def _once(self, source: PaperSource, name: str) -> Report:
        now = self.clock.now()
        try:
            batch = await source.fetch({}, now)
            return Report(name, await take(self.core, source.kind, batch, now))
        except PaperroundError as error:
            return Report(name, problem=str(error))


@contextlib.asynccontextmanager
async def open_fetching() -> AsyncIterator[FetchWorld]:
    """Open the core and the fetcher of the data folder, and close them afterwards."""
    settings = load_settings()
    core, clock = Core(), SystemClock()
    await core.open(settings.data_dir)
    fetcher = Fetcher(core, settings.sources, clock, contact=settings.contact)
    try:
        yield FetchWorld(core, Catalogue(fetcher, settings.sources), clock, fetcher, settings.sources)
    finally:
        await fetcher.close()
        await core.close()


def _is_file(name: str) -> bool:
    return "://" not in name and Path(name).is_file()


@contextlib.contextmanager
def _hearing() -> Iterator[Callable[[Report], None]]:
    """What hears of progress: a bar a source on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda report: None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    tasks: dict[str, TaskID] = {}
    with Progress(console=Console(stderr=True), transient=True) as bar:

        def hear(report: Report) -> None:
            if report.source not in tasks:
                tasks[report.source] = bar.add_task(report.source, total=None)
            words = f"{report.source}: {report.intake.new:,} new"
            bar.update(tasks[report.source], description=words, completed=report.done, total=report.total or None)

        yield hear
