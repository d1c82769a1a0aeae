"""`paperround profiles`: who is there, and what was learned from a local person."""

import click


@click.group()
def profiles() -> None:
    """List and show profiles."""


@profiles.command("list")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array.")
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
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def show_(person: str, as_json: bool) -> None:
    """What the bot has learned about a local person."""
    from adapters.cli.people import local_name
    from adapters.cli.world import LOCAL, open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.errors import NotFound
    from db.models import ProfileKind

    name = local_name(person)
    with open_world() as world:
        profile = world.store.people.profile(LOCAL, ProfileKind.PERSON, name)
        if profile is None:
            raise NotFound(f"There is no profile local:{name}. `paperround profiles list` shows those there are.")
        context = world.context_for(profile)
        if not as_json:
            show(make_console(), world.dispatcher.line(context, "profile show"))
            return
        service = world.services.recommendations
        known = service.known(profile, context.now)
        interests = [
            {
                "name": interest.name,
                "terms": [
                    {"term": term, "weight": value} for term, value in service.learned(profile, interest, context.now)
                ],
            }
            for interest in known.interests
        ]
        rules = [{"verb": rule.verb, "subject": rule.subject, "value": rule.value} for rule in known.rules]
        print_json({"profile": f"local:{name}", "interests": interests, "rules": rules, "answers": len(known.events)})
