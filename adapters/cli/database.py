"""`paperround db`: the health of the database and its move to this version's schema."""

import click


@click.group()
def db() -> None:
    """Check and migrate the database."""


@db.command()
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def check(as_json: bool) -> None:
    """Integrity, foreign keys and the search index."""
    from adapters.cli.world import open_world, print_json
    from bot.errors import SettingsError

    with open_world() as world:
        faults = world.store.check()
        if as_json:
            print_json({"path": str(world.store.path), "faults": faults})
        else:
            click.echo("\n".join(faults) or f"{world.store.path} is sound.")
    if faults:
        raise SettingsError("The database is damaged. Restore a backup (paperround db restore FILE).")


@db.command()
def migrate() -> None:
    """Bring the database to this version's schema (opening it does the same)."""
    from adapters.cli.world import open_world

    with open_world() as world:
        click.echo(f"{world.store.path} is at this version's schema.")
