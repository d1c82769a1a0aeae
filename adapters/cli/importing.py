"""`paperround profiles import`: a library from a file or standard input into a local profile, with a progress bar."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.options import json_option

if TYPE_CHECKING:
    from bot.imports import Imported


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--as", "person", default="local:me", show_default=True, help="Whose profile: local:NAME.")
@click.option("--interest", default="", help="Into which interest; the default one when not said.")
@click.option("--for", "use", type=click.Choice(["teach", "save", "both"]), default="both", show_default=True)
@click.option("--group", "groups", multiple=True, help="Only this collection or group of the file; may be repeated.")
@json_option
def import_(file: Path, person: str, interest: str, use: str, groups: tuple[str, ...], as_json: bool) -> None:
    """Import a library: BibTeX, RIS, CSL-JSON, or a list of ids and links (- for standard input).

    The whole import is one undo. Ids that we do not hold are looked up when sources are fetched.
    """
    from adapters.cli.people import local_name
    from adapters.cli.world import open_world, print_json
    from adapters.sources.files import read_bytes, read_library
    from bot.convert import interest as find_interest
    from bot.imports import ImportPlan, import_library
    from bot.texts.imports import imported

    name = local_name(person)
    body = sys.stdin.buffer.read() if str(file) == "-" else read_bytes(file)
    library = read_library(body, "standard input" if str(file) == "-" else file.name)
    with open_world() as world, _progress() as progress:
        context = world.context(name)
        mine = world.store.people.interests(context.tenant, context.profile.key)
        chosen = find_interest(context, interest) if interest else mine[0]
        plan = ImportPlan(
            context.tenant, context.profile.key, chosen.key, use != "save", use != "teach", frozenset(groups)
        )
        done = import_library(world.store, plan, library, context.now, progress)
    if as_json:
        print_json(_as_object(done))
    else:
        reasons = [str(problem) for problem in done.skipped]
        click.echo(imported(done.total, done.used, done.without_abstract, done.waiting, reasons))
    if not done.act:
        raise click.exceptions.Exit(1)


def _as_object(done: "Imported") -> dict[str, object]:
    return {
        "total": done.total,
        "used": done.used,
        "without_abstract": done.without_abstract,
        "waiting": done.waiting,
        "skipped": [str(problem) for problem in done.skipped],
    }


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Importing", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
