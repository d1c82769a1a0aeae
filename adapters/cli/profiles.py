"""`paperround profiles`: who is there, what was learned from one, and everything of theirs as a file or gone."""

from pathlib import Path

import click

from adapters.cli.importing import import_
from adapters.cli.options import json_option, reason_option


@click.group()
def profiles() -> None:
    """List, show, import into, export and delete profiles."""


profiles.add_command(import_)


@profiles.command("list")
@json_option
def list_(as_json: bool) -> None:
    """All profiles with the number of their answers; never what they answered."""
    from adapters.cli.people import person_name
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.message import Message, Table, say

    with open_world() as world:
        rows = []
        for workspace in world.store.people.workspaces():
            for profile in world.store.people.profiles(workspace.tenant):
                count = len(world.store.feedback.active(workspace.tenant, profile.key))
                name = person_name(workspace.tenant, profile.kind, profile.member)
                rows.append((name, str(count), f"{profile.last_used:%Y-%m-%d}"))
        if as_json:
            keys = ("profile", "answers", "last_used")
            print_json([{**dict(zip(keys, row, strict=True)), "answers": int(row[1])} for row in rows])
        elif rows:
            show(make_console(), Message(parts=(Table(("profile", "answers", "last used"), tuple(rows)),)))
        else:
            show(make_console(), say("No profiles yet. `paperround chat` makes the first one."))


@profiles.command("show")
@click.argument("person")
@reason_option
@json_option
def show_(person: str, reason: str, as_json: bool) -> None:
    """What the bot has learned about a person: words as bars, interests, followed, muted."""
    from adapters.cli.looking import may_look, named_profile
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show

    with open_world() as world:
        profile = named_profile(world, person)
        may_look(world, profile, reason)
        context = world.context_for(profile)
        if not as_json:
            show(make_console(), world.dispatcher.line(context, "profile show"))
            return
        service = world.services.recommendations
        known = service.known(profile, context.now)
        interests = []
        for interest in known.interests:
            learned = service.learned(profile, interest, context.now)
            interests.append({"name": interest.name, "terms": [{"term": t, "weight": v} for t, v in learned]})
        rules = [{"verb": rule.verb, "subject": rule.subject, "value": rule.value} for rule in known.rules]
        print_json({"profile": person, "interests": interests, "rules": rules, "answers": len(known.events)})


@profiles.command("export")
@click.argument("person")
@click.option("--to", "folder", default=".", type=click.Path(path_type=Path, file_okay=False), help="Into this folder.")
@reason_option
def export(person: str, folder: Path, reason: str) -> None:
    """Everything kept about a person, as `mydata export` gives it to them."""
    from adapters.cli.looking import may_look, named_profile
    from adapters.cli.world import open_world
    from adapters.terminal.chat import hand_over

    with open_world() as world:
        profile = named_profile(world, person)
        may_look(world, profile, reason)
        message = world.dispatcher.line(world.context_for(profile), "mydata export")
        folder.mkdir(parents=True, exist_ok=True)
        for file in message.files:
            click.echo(f"Written to {hand_over(file, folder)}.")


@profiles.command("delete")
@click.argument("person")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(person: str, yes: bool) -> None:
    """Delete everything kept about a person, for good; a restore deletes them again."""
    from adapters.cli.looking import named_profile
    from adapters.cli.world import open_world
    from adapters.terminal.render import make_console, show

    with open_world() as world:
        profile = named_profile(world, person)
        if not yes:
            click.confirm(f"Delete everything kept about {person}, for good?", abort=True)
        show(make_console(), world.dispatcher.line(world.context_for(profile), "mydata delete yes"))
