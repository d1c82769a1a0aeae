"""Whom a command line command is about, and the reason it takes to look at somebody else's things."""

from typing import TYPE_CHECKING

import click

from adapters.cli.people import read_person
from db.models import ProfileKind

if TYPE_CHECKING:
    from adapters.cli.world import World
    from db.models import Profile


def named_profile(world: "World", person: str, kind: ProfileKind = ProfileKind.PERSON) -> "Profile":
    """The profile of a person as the command line names them. Raises NotFound, saying where the names are."""
    from bot.errors import NotFound

    tenant, member = read_person(person)
    profile = world.store.people.profile(tenant, kind, member)
    if profile is None:
        raise NotFound(f"There is no profile {person}. `paperround profiles list` shows those there are.")
    return profile


def may_look(world: "World", profile: "Profile", reason: str) -> None:
    """Record why the admin looks at another platform's person, who can read it. Raises a usage error without reason."""
    from adapters.cli.world import LOCAL

    if profile.tenant == LOCAL or profile.kind is ProfileKind.CHANNEL:
        return
    if not reason.strip():
        raise click.UsageError("This is another person's own. Give --reason; it is recorded, and they can read it.")
    with world.store.transaction():
        world.store.privacy.look(profile.tenant, profile.key, reason.strip(), world.services.clock.now())
