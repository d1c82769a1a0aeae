"""`paperround papers`: what there is, as a table or as JSON."""

from typing import Any

import click

from db.models import Paper


@click.group()
def papers() -> None:
    """List, search and show papers."""


@papers.command("list")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1), help="How many, the newest first.")
@click.option("--source", default="", help="Only of this source (seed, arxiv, ...).")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array.")
def list_(limit: int, source: str, as_json: bool) -> None:
    """The papers last seen first."""
    from adapters.cli.world import open_world

    with open_world() as world:
        _print(world.store.papers.recent(limit, source=source), as_json)


@papers.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1), help="How many at the most.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array.")
def search(words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Search papers by words and by author: category: source: after: fields."""
    from adapters.cli.world import open_world
    from bot.search_query import read_search

    query = read_search(" ".join(words), [])
    with open_world() as world:
        _print(world.store.papers.search(query, limit) if query else [], as_json)


@papers.command()
@click.argument("paper")
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def show(paper: str, as_json: bool) -> None:
    """One paper, named by id, link or words of its title."""
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console
    from adapters.terminal.render import show as draw
    from bot.convert import paper as find

    with open_world() as world:
        found = find(world.context(), paper)
        if as_json:
            print_json(as_object(found))
        else:
            draw(make_console(), world.dispatcher.line(world.context(), f"abstract {found.id}"))


@papers.command()
@click.argument("ids", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def add(ids: tuple[str, ...], as_json: bool) -> None:
    """Fetch papers of arXiv by their ids or links, in any spelling."""
    from adapters.cli.sources import run_fetching
    from adapters.cli.world import print_json
    from bot.source_lists import report_line, report_object

    report = run_fetching(lambda world: world.by_id(ids))
    if as_json:
        print_json(report_object(report))
    else:
        click.echo(report_line(report))
        for problem in report.intake.problems:
            click.echo(str(problem), err=True)
    if report.intake.problems:
        raise click.exceptions.Exit(1)


def as_object(paper: Paper) -> dict[str, Any]:
    """A paper as it stands in JSON output."""
    return {
        "id": paper.id,
        "title": paper.title,
        "title_is_ours": paper.title_is_ours,
        "summary": paper.summary,
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "categories": list(paper.categories),
        "source": paper.source,
        "url": paper.url,
        "venue": paper.venue,
        "version": paper.version,
        "withdrawn": paper.withdrawn,
        "first_seen": paper.first_seen.isoformat(),
    }


def _print(found: list[Paper], as_json: bool) -> None:
    from adapters.cli.world import print_json

    if as_json:
        print_json([as_object(paper) for paper in found])
        return
    from adapters.terminal.render import make_console
    from adapters.terminal.render import show as draw
    from bot.message import Message, Table, say

    if not found:
        draw(make_console(), say("No papers. `paperround sources fetch seeds` brings the first ones."))
        return
    rows = tuple((paper.id, paper.title) for paper in found)
    draw(make_console(), Message(parts=(Table(("id", "title"), rows),)))
