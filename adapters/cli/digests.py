"""`paperround digest`: what digests would hold, sending one now, and the posts of the outbox."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from adapters.cli.world import World
    from db.digests import Delivery, Subscription
    from db.models import Profile

STATES = ("new", "sending", "unsure", "sent", "dead", "expired", "cancelled")


@click.group()
def digest() -> None:
    """Preview and send digests; list, retry and drop posts."""


@digest.command()
@click.argument("person", default="local:me")
@click.option("--which", default=1, show_default=True, type=click.IntRange(1), help="Which of their digests.")
@click.option("--channel", is_flag=True, help="PERSON names a channel: slack:TEAM/CHANNEL.")
@click.option("--reason", default="", help="Why you look at another person's digest; it is recorded and they see it.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
@click.option("--html", is_flag=True, help="As a page, drawn from the very payload that a platform would get.")
@click.option("--platform", default="slack", type=click.Choice(["slack", "discord", "terminal"]), help="For --html.")
@click.option("--page", default="digest", type=click.Choice(["digest", "profile", "home"]), help="What --html draws.")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), help="Write the page here; else it is opened.")
def preview(
    person: str, which: int, channel: bool, reason: str, as_json: bool, html: bool, platform: str, page: str,
    to: Path | None,
) -> None:  # fmt: skip
    """What a digest would hold if it came now; nothing is sent and the papers can still come."""
    from adapters.cli.looking import may_look
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.digest import compose
    from bot.digest_setup import previewed

    with open_world() as world:
        profile, subscription = _named(world, person, which, channel=channel)
        may_look(world, profile, reason)
        if html:
            click.echo(f"The page is {_page(world, profile, subscription, platform, page, to)}.")
        elif as_json:
            composed = compose(world.services, subscription, profile, world.services.clock.now())
            papers = [card.paper for message in composed.messages for card in message.cards]
            ids = [paper.id for paper in world.store.papers.many(papers)]
            print_json({"papers": ids, "screened": composed.screened, "reason": composed.reason})
        else:
            show(make_console(), previewed(world.context_for(profile), subscription))


def _page(
    world: "World", profile: "Profile", subscription: "Subscription", platform: str, page: str, to: Path | None
) -> Path:
    """Draw a digest, the profile or the home page as a platform would show it; where the page was written."""
    from adapters.cli.drawing import drawn, show
    from bot.digest import compose
    from bot.home import home
    from bot.message import say

    context = world.context_for(profile)
    if page == "digest":
        composed = compose(world.services, subscription, profile, context.now)
        return show(drawn("Digest", platform, composed.messages or (say(composed.reason),)), to)
    if page == "profile":
        return show(drawn("Profile", platform, [world.dispatcher.line(context, "profile show")]), to)
    if platform == "slack":
        from adapters.slack.homes import home_view

        return show(drawn("Home", platform, (), [home_view(home(context))]), to)
    return show(drawn("Home", platform, home(context)), to)


@digest.command()
@click.argument("person", default="local:me")
@click.option("--which", default=1, show_default=True, type=click.IntRange(1), help="Which of their digests.")
@click.option("--channel", is_flag=True, help="PERSON names a channel: slack:TEAM/CHANNEL.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array of posts.")
def send(person: str, which: int, channel: bool, as_json: bool) -> None:
    """Make today's digest now: shown here for a local person, made and posted by `paperround run` for others."""
    from adapters.cli.world import LOCAL, open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.message_json import from_json
    from bot.outbox_admin import order_now, show_now

    with open_world() as world:
        _, subscription = _named(world, person, which, channel=channel)
        now = world.services.clock.now()
        if subscription.tenant != LOCAL:
            order_now(world.store, subscription, now)
            posts = []
        else:
            posts = show_now(world.services, subscription, now)
        if as_json:
            print_json([_object(post) for post in posts])
        for post in [] if as_json else posts:
            show(make_console(), from_json(post.payload))
        if not posts and not as_json:
            click.echo("It is ordered; `paperround run` makes and posts it.")


@digest.command("list")
@click.option("--unsure", is_flag=True, help="Only those of which nobody knows whether they were posted.")
@click.option("--state", "states", multiple=True, type=click.Choice(STATES), help="Only these states.")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1), help="How many, the newest first.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array.")
def list_(unsure: bool, states: tuple[str, ...], limit: int, as_json: bool) -> None:
    """The last posts and what became of them; never what they say."""
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.message import Message, Table, say

    with open_world() as world:
        posts = world.store.outbox.listed(("unsure",) if unsure else states, limit)
        if as_json:
            print_json([_object(post) for post in posts])
        elif posts:
            columns = ("post", "to", "part", "state", "due", "tries", "code")
            rows = tuple(
                (
                    str(post.key),
                    f"{post.tenant} {'person' if post.direct else post.target}",
                    str(post.part),
                    post.state.value,
                    f"{post.due:%Y-%m-%d %H:%M}Z",
                    str(post.attempts),
                    post.code,
                )
                for post in posts
            )
            show(make_console(), Message(parts=(Table(columns, rows),)))
        else:
            show(make_console(), say("No posts."))


@digest.command()
@click.argument("post", type=int)
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def retry(post: int, as_json: bool) -> None:
    """Let a post be made that is unsure, dead, expired or cancelled. It may then be there twice."""
    from adapters.cli.world import open_world
    from bot.outbox_admin import retry as again

    with open_world() as world:
        _tell(again(world.store, post, world.services.clock.now()), as_json, "It is posted by `paperround run`.")


@digest.command()
@click.argument("post", type=int)
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
def drop(post: int, as_json: bool) -> None:
    """Let a post go that is new or unsure; its papers may come another day."""
    from adapters.cli.world import open_world
    from bot.outbox_admin import drop as let_go

    with open_world() as world:
        _tell(let_go(world.store, post, world.services.clock.now()), as_json, "It is dropped.")


def _tell(post: "Delivery", as_json: bool, sentence: str) -> None:
    from adapters.cli.world import print_json

    if as_json:
        print_json(_object(post))
    else:
        click.echo(sentence)


def _object(post: "Delivery") -> dict[str, Any]:
    return {
        "id": post.key,
        "workspace": str(post.tenant),
        "target": "person" if post.direct else post.target,
        "part": post.part,
        "state": post.state.value,
        "due": post.due.isoformat(),
        "deadline": post.deadline.isoformat(),
        "attempts": post.attempts,
        "code": post.code,
    }


def _named(world: "World", person: str, which: int, *, channel: bool) -> "tuple[Profile, Subscription]":
    """The profile and its digest of this number; a local person's is as the defaults have it where there is none."""
    from adapters.cli.looking import named_profile
    from adapters.cli.people import read_person
    from adapters.cli.world import LOCAL
    from bot.errors import NotFound
    from bot.subscribing import subscribe
    from bot.texts import digests as texts
    from db.models import ProfileKind

    tenant, member = read_person(person)
    if tenant == LOCAL:
        world.meet(member)
    profile = named_profile(world, person, ProfileKind.CHANNEL if channel else ProfileKind.PERSON)
    mine = {s.number: s for s in world.store.subscriptions.of_profile(tenant, profile.key)}
    if which in mine:
        return profile, mine[which]
    if mine or tenant != LOCAL:
        raise NotFound(texts.no_such_digest(which, [*mine]) if mine else f"{person} has no digest.")
    return profile, subscribe(world.store, profile, member, member, 1, world.services.clock.now())
