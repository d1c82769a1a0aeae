"""`paperround db`: health, schema, backups and restoring."""

from pathlib import Path

import click

from adapters.cli.options import json_option


@click.group()
def db() -> None:
    """Check, back up, restore and migrate the database."""


@db.command()
@json_option
def check(as_json: bool) -> None:
    """Integrity, foreign keys and the search index."""
    from adapters.cli.world import open_world, print_json
    from db.errors import StoreError

    with open_world() as world:
        faults = world.store.check()
        if as_json:
            print_json({"path": str(world.store.path), "faults": faults})
        else:
            click.echo("\n".join(faults) or f"{world.store.path} is sound.")
    if faults:
        raise StoreError("The database is damaged. Restore a backup: paperround db restore FILE.")


@db.command()
def migrate() -> None:
    """Bring the database to this version's schema, after a backup; opening it does the same without one."""
    from datetime import UTC, datetime

    from bot.config import load_settings
    from db.migrating import migrate_with_backup

    folder = load_settings().data_dir
    done = migrate_with_backup(folder, datetime.now(UTC))
    if done.backup is not None:
        click.echo(f"The former database is kept as {done.backup}.")
    steps = ", ".join(done.steps)
    click.echo(f"Applied: {steps}." if steps else "The database is at this version's schema already.")


@db.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--keep", default=14, show_default=True, type=click.IntRange(1), help="Dated backups kept in the folder.")
def backup_(file: Path | None, keep: int) -> None:
    """Write a whole copy while the bot runs: to FILE, or to the data folder's backups under today's date."""
    from datetime import UTC, datetime

    from adapters.cli.waiting import waiting
    from adapters.cli.world import open_world
    from bot.housekeeping import BACKUPS
    from db.backup import PREFIX, SUFFIX, backup, prune

    with open_world() as world:
        folder = world.store.path.parent / BACKUPS
        target = file or folder / f"{PREFIX}{datetime.now(UTC):%Y-%m-%dT%H%M%S}{SUFFIX}"
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with waiting("Copying…"):
            backup(world.store, target)
        click.echo(f"Written to {target} ({target.stat().st_size / 1e6:,.1f} MB).")
        for old in prune(folder, keep):
            click.echo(f"Deleted the old {old.name}.")


@db.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore_(file: Path, yes: bool) -> None:
    """Put a backup in the database's place. It is checked first; nothing that was due before now is sent again."""
    from datetime import UTC, datetime

    from bot.config import load_settings
    from bot.process_lock import only_process
    from bot.restoring import after_restore
    from db import erased
    from db.backup import restore
    from db.store import open_store

    folder = load_settings().data_dir
    with only_process(folder):
        if not yes:
            click.confirm(f"Replace the database in {folder} by {file}?", abort=True)
        former = restore(folder, file)
        store = open_store(folder)
        try:
            done = after_restore(store, datetime.now(UTC))
            again = erased.erase_again(store, folder)
        finally:
            store.close()
    click.echo(f"Restored. {done.skipped} digests due before now are skipped, {done.doubtful} posts are in doubt.")
    if again:
        click.echo(f"{again} people who had deleted their data were deleted again.")
    if former.exists():
        click.echo(f"The former database is kept as {former}.")
