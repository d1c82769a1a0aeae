"""The composition of the running bot: core, desk, platforms, sources and jobs, put together and run."""

import logging
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from adapters.cli.world import SystemClock, make_services
from adapters.sources.arxiv_api import papers_by_id
from adapters.sources.catalogue import Catalogue
from adapters.sources.fetcher import Fetcher
from bot import housekeeping
from bot.command import Registry
from bot.commands import build_registry
from bot.config import Settings
from bot.context import Services
from bot.core import Core
from bot.desk import Desk
from bot.encode_ahead import EncodeAhead
from bot.errors import SettingsError
from bot.fetching import fetch_due
from bot.heavy import Heavy
from bot.imports import look_up
from bot.ports import Batch, Platform
from bot.refit import Refit
from bot.runtime import Runtime
from bot.schedule import Job
from bot.source_tests import run_tests
from db.models import SourceId
from db.store import Store

logger = logging.getLogger(__name__)

INGEST_EVERY = timedelta(minutes=5)
TRY_SOURCES_EVERY = timedelta(seconds=20)
"""An admin who tests a source in chat waits for this job."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def serve(settings: Settings) -> None:
    """Run until stopped. Raises SettingsError when no platform is set up."""
    clock, registry, core, heavy = SystemClock(), build_registry(), Core(), Heavy()
    await core.open(settings.data_dir)
    services = _services(settings, registry, clock, core)
    desk = Desk(core, registry, services)
    platforms = _platforms(settings, desk)
    if not platforms:
        await core.close()
        raise SettingsError(
            "No platform is set up. Run `paperround init` to give it tokens; `paperround chat` needs none."
        )
    fetcher = Fetcher(core, settings.sources, clock, contact=settings.contact)
    runtime = Runtime(core, services, platforms, _jobs(settings, core, heavy, services, fetcher, clock), clock)
    metrics = _metrics(settings)
    logger.info("serving %s from %s", " and ".join(platforms), settings.data_dir)
    try:
        await runtime.run()
    finally:
        if metrics is not None:
            metrics()
        await fetcher.close()
        heavy.close()
        await core.close()
        logger.info("stopped")


def _services(settings: Settings, registry: Registry, clock: SystemClock, core: Core) -> Callable[[Store], Services]:
    """Services for the core's store: made once, shared by commands, digests and jobs."""
    made: list[Services] = []

    def services(store: Store) -> Services:
        if not made:
            made.append(make_services(settings, registry, clock, store, random.Random(), core))
        return made[0]

    return services


def _platforms(settings: Settings, desk: Desk) -> dict[str, Platform]:
    """The platforms whose tokens are there; their SDKs are imported only then."""
    platforms: dict[str, Platform] = {}
    if settings.slack.wanted:
        from adapters.slack.app import SlackPlatform

        platforms["slack"] = SlackPlatform(settings.slack, desk, settings.data_dir)
    if settings.discord.token.get_secret_value():
        from adapters.discord.app import DiscordPlatform

        platforms["discord"] = DiscordPlatform(desk, settings.discord)
    return platforms


def _jobs(
    settings: Settings,
    core: Core,
    heavy: Heavy,
    services: Callable[[Store], Services],
    fetcher: Fetcher,
    clock: SystemClock,
) -> list[Job]:
    catalogue = Catalogue(fetcher, settings.sources)
    refit = Refit(core, heavy, services)

    async def by_id(ids: Sequence[SourceId]) -> Batch:
        return await papers_by_id(fetcher, settings.sources, ids)

    async def encode_ahead() -> None:
        if settings.operation.encoder_folder is not None:
            await heavy(EncodeAhead(settings.data_dir, settings.operation.encoder_folder))

    async def ingest() -> None:
        reports = await fetch_due(core, catalogue, clock)
        for report in reports:
            logger.info("source %s: %s", report.source, report.problem or f"{report.intake.new} new papers")
        if any(report.intake.new for report in reports):
            await encode_ahead()
        found = await look_up(core, by_id, clock.now())
        if found:
            logger.info("%s papers that imports waited for came in", found)

    async def try_sources() -> None:
        await run_tests(core, catalogue.make, clock)

    async def back_up() -> None:
        await core(lambda store: housekeeping.back_up(store, settings.operation, datetime.now(UTC)))

    async def let_go() -> None:
        await core(lambda store: housekeeping.let_go(store, settings.operation, datetime.now(UTC)))

    return [
        Job("ingest", INGEST_EVERY, ingest, HOUR),
        Job("try sources", TRY_SOURCES_EVERY, try_sources, INGEST_EVERY),
        Job("refit", HOUR, refit.run, HOUR),
        Job("encode", DAY, encode_ahead, HOUR),
        Job("backup", DAY, back_up, HOUR),
        Job("prune", DAY, let_go, HOUR),
    ]


def _metrics(settings: Settings) -> Callable[[], None] | None:
    if not settings.operation.metrics_port:
        return None
    from adapters.cli.metrics import serve as serve_metrics

    server = serve_metrics(settings.data_dir, settings.operation.metrics_host, settings.operation.metrics_port)
    return server.shutdown
