"""`paperround slack`: the manifest from which the app is made in Slack."""

import json

import click

HISTORY = (
    "--with-history: after a failure the bot can look in a channel whether its post is there, and repeats it only if "
    "it is not. Without it such a post stays in doubt and is left to you (`paperround digest list --unsure`). "
    "The price: the app could read the channels that it is in."
)
REACTIONS = (
    "--with-reactions: 👍 on the bot's posts counts as an answer, where a channel's keeper switches that on. "
    "Without it only buttons count. The price: the app is told of every reaction in the channels that it is in."
)


@click.group()
def slack() -> None:
    """What Slack needs from you."""


@slack.command()
@click.option("--with-history", is_flag=True, help="Let the bot look its own posts up in channels after a failure.")
@click.option("--with-reactions", is_flag=True, help="Let 👍 reactions count where a keeper switches them on.")
@click.option("--url", default="", help="For slack.mode = http: the https address under which Slack reaches the bot.")
@click.option("--many", is_flag=True, help="To be installed in many workspaces by OAuth; needs --url.")
def manifest(with_history: bool, with_reactions: bool, url: str, many: bool) -> None:
    """Print the app's manifest, to be pasted at api.slack.com/apps under “From a manifest”."""
    from adapters.slack.manifest import manifest as write
    from bot.commands import build_registry

    if many and not url:
        raise click.UsageError("--many needs --url: installing goes by a page of the bot's own.")
    if url and not url.startswith("https://"):
        raise click.UsageError("--url needs an address that begins with https://, as Slack calls no other.")
    made = write(build_registry(), with_history=with_history, with_reactions=with_reactions, public_url=url, many=many)
    click.echo(json.dumps(made, ensure_ascii=False, indent=2))
    for chosen, note in ((with_history, HISTORY), (with_reactions, REACTIONS)):
        click.echo(f"{'With' if chosen else 'Not asked for'}  {note}", err=True)
