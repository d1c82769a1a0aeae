"""`paperround init`: a data folder with its settings and an empty database."""

import os
from pathlib import Path

import click

TEMPLATE = """\
# Paperround's settings. Environment variables PAPERROUND_NAME override what is here.

# The admin's e-mail address, told to the sources we fetch from.
contact = "{contact}"
"""


@click.command()
@click.option("--contact", default=None, help="The admin's e-mail address, told to the sources.")
@click.option("--force", is_flag=True, help="Write the settings anew where there are some.")
def init(contact: str | None, force: bool) -> None:
    """Make a data folder: settings and an empty database."""
    from adapters.cli.world import is_interactive
    from bot.config import SETTINGS_NAME, default_data_dir
    from bot.errors import SettingsError
    from db.store import open_store

    folder = default_data_dir()
    open_store(folder).close()
    path = folder / SETTINGS_NAME
    if path.exists() and not force:
        click.echo(f"{path} is there already and stays as it is; --force writes it anew.")
    else:
        if contact is None:
            contact = click.prompt("Your e-mail address (told to the sources)", default="") if is_interactive() else ""
        if any(c in contact for c in '"\\\n'):
            raise SettingsError(f"{contact!r} is no e-mail address.")
        write_private(path, TEMPLATE.format(contact=contact))
        click.echo(f"Settings written to {path}.")
    click.echo("Next: `paperround sources fetch seeds`, then `paperround chat`.")


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone may read, in one step."""
    draft = path.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
