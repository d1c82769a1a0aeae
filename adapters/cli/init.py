"""`paperround init`: asks what it must, checks each answer where it can, and writes settings, tokens and database."""

import os
from collections.abc import Sequence
from pathlib import Path

import click

TEMPLATE = """\
# Paperround's settings. Environment variables PAPERROUND_NAME override what is here; docs/settings.md lists them all.
# Tokens are kept apart, in tokens.toml beside this file.

# Your e-mail address, told to the sources we fetch from; arXiv throttles the nameless.
contact = "{contact}"

# Who may set up the digest of a channel: "admins" of the workspace, or any of its "members".
channel_digests = "admins"

[operation]
# A port of this machine for /health and Prometheus' /metrics; 0 switches them off.
metrics_port = 0
# Daily backups kept in the data folder.
backups_kept = 14
"""
TOKENS = (
    ("slack", "slack", "bot_token", "Slack's bot token (xoxb-…)"),
    ("slack", "slack", "app_token", "Slack's app token for Socket Mode (xapp-…)"),
    ("discord", "discord", "token", "Discord's bot token"),
)


@click.command()
@click.option("--contact", default=None, help="Your e-mail address, told to the sources.")
@click.option("--platform", "platforms", multiple=True, type=click.Choice(["slack", "discord"]), help="To set up.")
@click.option("--category", "categories", multiple=True, help="An arXiv category to follow, like cs.CL; repeatable.")
@click.option("--force", is_flag=True, help="Write the settings anew where there are some.")
def init(contact: str | None, platforms: tuple[str, ...], categories: tuple[str, ...], force: bool) -> None:
    """Set up a data folder: settings, tokens, an empty database, and the first sources.

    Asks on a terminal; elsewhere it takes what the options say, and tokens from the environment.
    """
    from adapters.cli.world import is_interactive
    from bot.config import SETTINGS_NAME, TOKENS_NAME, default_data_dir, load_settings
    from db.store import open_store

    folder = default_data_dir()
    open_store(folder).close()
    path = folder / SETTINGS_NAME
    asks = is_interactive()
    if path.exists() and not force:
        click.echo(f"{path} is there already and stays as it is; --force writes it anew.")
    else:
        write_private(path, TEMPLATE.format(contact=_contact(contact, asks=asks)))
        click.echo(f"Settings written to {path}.")
    if asks and not platforms:
        platforms = tuple(name for name in ("slack", "discord") if click.confirm(f"Set up {name.title()} now?"))
    if "slack" in platforms:
        _tell_slack()
    if asks and platforms:
        _ask_tokens(folder / TOKENS_NAME, platforms)
    if asks and not categories:
        categories = tuple(click.prompt("arXiv categories to follow (like cs.CL cs.LG)", default="").split())
    _add_sources(categories)
    load_settings(folder)
    click.echo(
        "Next: `paperround doctor`, `paperround sources fetch`, `paperround run`; or `paperround chat` to try it."
    )


def _contact(given: str | None, *, asks: bool) -> str:
    """The admin's address; asked for until it looks like one, or is left empty."""
    from bot.errors import SettingsError

    contact = given
    while contact is None or (contact and not _is_address(contact)):
        if not asks:
            if contact:
                raise SettingsError(f"{contact!r} is no e-mail address.")
            return ""
        contact = click.prompt("Your e-mail address (told to the sources; empty for none)", default="")
        if contact and not _is_address(contact):
            click.echo(f"{contact!r} is no e-mail address.")
    return contact


def _is_address(value: str) -> bool:
    name, at, host = value.partition("@")
    return bool(name and at and "." in host) and not any(c in value for c in '"\\\\\n ')


def _tell_slack() -> None:
    """Where Slack's tokens come from, and a letter for whoever approves apps."""
    from adapters.slack.manifest import approval_request

    click.echo("Make the app at api.slack.com/apps from the manifest that `paperround slack manifest` prints.")
    click.echo("Where apps need approval, forward this:\n")
    click.echo(approval_request())
    click.echo()


def _ask_tokens(path: Path, platforms: Sequence[str]) -> None:
    """Ask for tokens, typed blind, and keep them in a file of their own; those there stay where nothing is typed."""
    import tomllib

    kept = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for platform, section, name, words in TOKENS:
        if platform in platforms:
            typed = click.prompt(words, default="", hide_input=True, show_default=False).strip()
            if typed:
                kept.setdefault(section, {})[name] = typed
    lines = ["# Tokens: whoever has them is the bot. Keep this file to yourself."]
    for section, values in kept.items():
        lines += ["", f"[{section}]", *(f'{name} = "{value}"' for name, value in values.items())]
    write_private(path, "\n".join(lines) + "\n")
    _tell_shape()
    click.echo(f"Tokens written to {path}.")


def _tell_shape() -> None:
    """What is wrong with the tokens at first sight."""
    from adapters.cli.doctor import platform_findings
    from bot.checkup import WRONG
    from bot.config import load_settings

    for finding in platform_findings(load_settings()):
        if finding.state == WRONG:
            click.echo(f"{finding.name}: {finding.words}")


def _add_sources(categories: Sequence[str]) -> None:
    """Follow categories; one that is none is named and left out."""
    from adapters.cli.world import open_world
    from bot.errors import SourceError
    from bot.source_names import canonical_name, kind_of

    with open_world() as world:
        for given in categories:
            try:
                name = canonical_name(given)
            except SourceError as error:
                click.echo(str(error))
                continue
            with world.store.transaction():
                world.store.sources.add(name, kind_of(name), world.services.clock.now())
            click.echo(f"Following {name}.")


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone may read, in one step."""
    draft = path.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
