"""`paperround sources`: where papers come from. Lists, adds, removes, fetches now, and shows what would come in."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from adapters.cli.fetching import FetchWorld
    from bot.fetching import Report

T = TypeVar("T")
JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")


@click.group()
def sources() -> None:
    """List, add, remove, fetch and test sources of papers.

    A source is a category of arXiv (cs.LG), the address of a feed, openreview:VENUE, or seeds.
    """


@sources.command("list")
@JSON
def list_(as_json: bool) -> None:
    """All sources, how they stand, their last batch and the next one expected."""
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.announcements import known_calendar
    from bot.source_health import health
    from bot.source_lists import as_object, sources_table

    with open_world() as world:
        now = world.services.clock.now()
        found = [health(row, now, known_calendar()) for row in world.store.sources.all()]
    if as_json:
        print_json([as_object(one) for one in found])
    else:
        show(make_console(), sources_table(found))


@sources.command()
@click.argument("names", nargs=-1, required=True)
@JSON
def add(names: tuple[str, ...], as_json: bool) -> None:
    """Add sources; an .opml file adds all feeds in it. The first fetch comes with `sources fetch`, or by itself."""
    from adapters.cli.world import open_world, print_json
    from adapters.sources.opml import names_in
    from bot.source_names import canonical_name, kind_of

    with open_world() as world:
        given = [name for word in names for name in (names_in(Path(word)) if word.endswith(".opml") else [word])]
        wanted = list(dict.fromkeys(canonical_name(name) for name in given))
        now = world.services.clock.now()
        with world.store.transaction():
            added = [name for name in wanted if world.store.sources.add(name, kind_of(name), now)]
    if as_json:
        print_json({"added": added, "already_there": [name for name in wanted if name not in added]})
        return
    for name in wanted:
        click.echo(f"Added {name}." if name in added else f"{name} is there already.")


@sources.command()
@click.argument("name")
def remove(name: str) -> None:
    """Stop fetching a source; the papers it brought stay."""
    from adapters.cli.world import open_world
    from bot.source_names import canonical_name

    with open_world() as world:
        found = canonical_name(name)
        with world.store.transaction():
            removed = world.store.sources.remove(found, world.services.clock.now())
    if not removed:
        raise click.ClickException(f"There is no source {found}. `paperround sources list` shows those there are.")
    click.echo(f"Removed {found}.")


@sources.command()
@click.argument("names", nargs=-1)
@JSON
def fetch(names: tuple[str, ...], as_json: bool) -> None:
    """Fetch what is due, or the named sources and files now.

    NAMES are sources, which are added when they are new, or files: seed texts, notes of OpenReview, arXiv's own
    formats, libraries. A file after the word seeds is read as seeds.
    """
    from adapters.cli.world import print_json
    from bot.source_lists import report_object

    reports = run_fetching(lambda world: world.fetch(names))
    failed = [report for report in reports if report.problem]
    if as_json:
        print_json([report_object(report) for report in reports])
    else:
        _print_reports(reports)
    if failed:
        raise click.exceptions.Exit(1)


@sources.command("test")
@click.argument("name")
@click.option("--limit", default=5, show_default=True, type=click.IntRange(1, 100), help="How many papers are shown.")
@JSON
def test_(name: str, limit: int, as_json: bool) -> None:
    """Show what a source would bring, without keeping anything."""
    from adapters.cli.world import print_json
    from adapters.terminal.render import make_console, show
    from bot.source_lists import batch_object, batch_shown

    found, batch = run_fetching(lambda world: world.look(name))
    if as_json:
        print_json(batch_object(found, batch, limit))
    else:
        show(make_console(), batch_shown(found, batch, limit))


def run_fetching(work: "Callable[[FetchWorld], Awaitable[T]]") -> T:
    """What `work` gives in a world that can fetch, opened for it and closed afterwards."""
    from adapters.cli.fetching import open_fetching

    async def main() -> T:
        async with open_fetching() as world:
            return await work(world)

    return asyncio.run(main())


def _print_reports(reports: "list[Report]") -> None:
    from bot.source_lists import report_line

    if not reports:
        click.echo("Nothing is due. Name a source to fetch it now.")
    for report in reports:
        click.echo(report_line(report), err=bool(report.problem))
        for problem in report.intake.problems[:10]:
            click.echo(f"  {problem}", err=True)
