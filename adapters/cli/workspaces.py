"""`paperround workspaces`: where the bot is installed, and leaving a workspace with everything of it."""

import click

from adapters.cli.options import json_option


@click.group()
def workspaces() -> None:
    """List and remove workspaces."""


@workspaces.command("list")
@json_option
def list_(as_json: bool) -> None:
    """Where the bot is installed, with counts."""
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.message import Message, Table, say

    with open_world() as world:
        rows = [
            {
                "workspace": str(workspace.tenant),
                "name": workspace.name,
                "people": len(world.store.people.profiles(workspace.tenant)),
                "digests": len(world.store.subscriptions.of_workspace(workspace.tenant)),
                "since": f"{workspace.installed:%Y-%m-%d}",
                "removed": f"{workspace.removed:%Y-%m-%d}" if workspace.removed else "",
            }
            for workspace in world.store.people.workspaces()
        ]
        if as_json:
            print_json(rows)
        elif rows:
            table = tuple(tuple(str(value) for value in row.values()) for row in rows)
            show(make_console(), Message(parts=(Table(tuple(rows[0]), table),)))
        else:
            show(make_console(), say("The bot is installed nowhere yet."))


@workspaces.command()
@click.argument("workspace")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(workspace: str, yes: bool) -> None:
    """Delete everything of a workspace (slack:TEAM, discord:GUILD): people, votes, digests. For good."""
    from adapters.cli.world import open_world
    from bot.errors import NotFound
    from db.models import Tenant

    platform, _, name = workspace.partition(":")
    tenant = Tenant(platform, name)
    with open_world() as world:
        if world.store.people.workspace(tenant) is None:
            raise NotFound(f"There is no workspace {workspace}. `paperround workspaces list` shows those there are.")
        if not yes:
            click.confirm(f"Delete everything of {workspace}, for good?", abort=True)
        with world.store.transaction():
            counts = world.store.privacy.erase_workspace(tenant)
        click.echo(f"Deleted {sum(counts.values()):,} rows of {workspace}.")
