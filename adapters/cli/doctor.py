"""`paperround doctor`: checks everything that can be checked from here, a line each, with what to do."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from bot.checkup import FINE, WARNING, WRONG, Finding

if TYPE_CHECKING:
    from bot.config import Settings

LEAST_FREE_BYTES = 500_000_000
OUR_NAMES = ("bot", "adapters", "recommender", "db")


@click.command()
@click.option("--offline", is_flag=True, help="Ask no server.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array.")
def doctor(offline: bool, as_json: bool) -> None:
    """Check settings, database, disk, permissions, zones, scheduler, tokens and sources."""
    from adapters.cli.world import print_json

    findings = list(examine(offline=offline))
    if as_json:
        print_json([{"check": f.name, "state": f.state, "words": f.words} for f in findings])
    else:
        for finding in findings:
            colour = {FINE: "green", WARNING: "yellow", WRONG: "red"}[finding.state]
            click.echo(f"{click.style(f'{finding.state:<6}', fg=colour)}{finding.name:<14}{finding.words}")
    if any(finding.state == WRONG for finding in findings):
        raise click.exceptions.Exit(1)


def examine(*, offline: bool) -> Iterator[Finding]:
    """All findings. A check that itself fails is a finding too."""
    from bot.config import load_settings
    from db.errors import PaperroundError

    try:
        settings = load_settings()
    except PaperroundError as error:
        yield Finding("settings", WRONG, str(error))
        return
    yield Finding("settings", FINE, f"read from {settings.data_dir}")
    checks: list[Callable[[Settings], Iterator[Finding]]] = [
        _names, _zones, _folder, _database, _contact, _encoder, platform_findings,
    ]  # fmt: skip
    if not offline:
        checks += [_sources, _platforms_online]
    for check in checks:
        try:
            yield from check(settings)
        except (PaperroundError, OSError) as error:
            yield Finding(check.__name__.strip("_"), WRONG, str(error))


def _names(settings: "Settings") -> Iterator[Finding]:
    from importlib.metadata import packages_distributions

    found = packages_distributions()
    foreign = {name: set(found.get(name, [])) - {"paperround"} for name in OUR_NAMES}
    clashes = [f"{name} (of {', '.join(others)})" for name, others in foreign.items() if others]
    if clashes:
        words = f"another package has our names: {'; '.join(clashes)}. Install Paperround in an environment of its own."
        yield Finding("names", WRONG, words)
    else:
        yield Finding("names", FINE, "no other package has our names")


def _zones(settings: "Settings") -> Iterator[Finding]:
    from importlib.metadata import version
    from zoneinfo import available_timezones

    yield Finding("zones", FINE, f"{len(available_timezones())} time zones, tzdata {version('tzdata')}")


def _folder(settings: "Settings") -> Iterator[Finding]:
    import shutil

    from bot.config import SETTINGS_NAME, TOKENS_NAME
    from db.store import DATABASE_NAME

    folder = settings.data_dir
    free = shutil.disk_usage(folder if folder.exists() else folder.parent).free
    if free < LEAST_FREE_BYTES:
        yield Finding("disk", WARNING, f"only {free / 1e6:,.0f} MB are free where {folder} is; free some space")
    else:
        yield Finding("disk", FINE, f"{free / 1e9:,.1f} GB free")
    open_to_others = [
        path for path in (folder, *(folder / name for name in (DATABASE_NAME, SETTINGS_NAME, TOKENS_NAME)))
        if path.exists() and path.stat().st_mode & 0o077
    ]  # fmt: skip
    if open_to_others:
        words = f"others can read {', '.join(str(path) for path in open_to_others)}. Run chmod go= on them."
        yield Finding("permissions", WRONG, words)
    else:
        yield Finding("permissions", FINE, "the owner alone can read the data")


def _database(settings: "Settings") -> Iterator[Finding]:
    from datetime import UTC, datetime

    from bot.report import report
    from db.store import open_store

    store = open_store(settings.data_dir)
    try:
        faults = store.check()
        found = report(store, datetime.now(UTC))
    finally:
        store.close()
    if faults:
        yield Finding("database", WRONG, f"{faults[0]}. Restore a backup: paperround db restore FILE.")
    else:
        yield Finding("database", FINE, f"sound, {found.model.papers:,} papers")
    if found.heartbeat is None:
        yield Finding("scheduler", WARNING, "has never run; start it with paperround run")
    elif not found.alive:
        yield Finding("scheduler", WRONG, f"silent since {found.heartbeat:%Y-%m-%d %H:%M} UTC; start paperround run")
    else:
        yield Finding("scheduler", FINE, "runs")
    if not found.sources:
        yield Finding("sources", WARNING, "none yet; add one with paperround sources add cs.CL")
    for source in found.sources:
        state = WRONG if source.standing == "stalled" else FINE
        words = source.problem or source.standing.value
        yield Finding("source", state, f"{source.name}: {words}")


def _contact(settings: "Settings") -> Iterator[Finding]:
    if "@" in settings.contact:
        yield Finding("contact", FINE, f"sources are told {settings.contact}")
    else:
        words = "no e-mail address is told to the sources, and arXiv throttles the nameless. Set contact."
        yield Finding("contact", WARNING, words)


def _encoder(settings: "Settings") -> Iterator[Finding]:
    from recommender.embeddings import Encoder
    from recommender.errors import EncoderError

    folder = settings.operation.encoder_folder
    if folder is None:
        return
    try:
        yield Finding("encoder", FINE, f"{folder} gives {Encoder(folder).width} numbers a paper")
    except EncoderError as error:
        yield Finding("encoder", WARNING, f"papers are ranked without it: {error}")


def platform_findings(settings: "Settings") -> Iterator[Finding]:
    """Whether the tokens of the platforms that are set up look right; asks nobody."""
    found = False
    if settings.slack.wanted:
        from adapters.slack.checkup import shape as slack_shape

        found = True
        yield from slack_shape(settings.slack)
    if settings.discord.token.get_secret_value():
        from adapters.discord.checkup import shape as discord_shape

        found = True
        yield from discord_shape(settings.discord)
    if not found:
        yield Finding("platforms", WARNING, "none is set up; paperround init asks for tokens")


def _platforms_online(settings: "Settings") -> Iterator[Finding]:
    import asyncio

    if settings.slack.bot_token.get_secret_value():
        from adapters.slack.checkup import online as slack_online

        yield from asyncio.run(slack_online(settings.slack))
    if settings.discord.token.get_secret_value():
        from adapters.discord.checkup import online as discord_online

        yield from asyncio.run(discord_online(settings.discord))


def _sources(settings: "Settings") -> Iterator[Finding]:
    """Whether the hosts we fetch from answer at all, and whether our clock agrees with theirs."""
    import asyncio

    yield from asyncio.run(_reach(settings))


async def _reach(settings: "Settings") -> list[Finding]:
    from email.utils import parsedate_to_datetime
    from urllib.parse import urlsplit

    import aiohttp

    findings = []
    host = urlsplit(settings.sources.arxiv_feed_url)
    timeout = aiohttp.ClientTimeout(total=10)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, trust_env=False) as session,
            session.head(f"{host.scheme}://{host.netloc}/") as answer,
        ):
            findings.append(Finding("network", FINE, f"{host.netloc} answers"))
            if "Date" in answer.headers:
                findings.append(_clock(parsedate_to_datetime(answer.headers["Date"]).timestamp()))
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        words = f"{host.netloc} cannot be reached ({error or 'no answer'}). Check the network, or use --offline."
        findings.append(Finding("network", WRONG, words))
    return findings


def _clock(theirs: float) -> Finding:
    import time

    off = abs(time.time() - theirs)
    if off > 60:
        return Finding("clock", WRONG, f"this machine's clock is {off:,.0f} s off; switch time synchronisation on")
    return Finding("clock", FINE, f"within {max(off, 1):.0f} s of the network's")
