"""How people are named on the command line: `local:NAME`, `slack:TEAM/USER`, `discord:GUILD/USER`."""

import click

from db.models import ProfileKind, Tenant

PLATFORMS = ("local", "slack", "discord")


def local_name(person: str) -> str:
    """The name in `local:NAME`. Raises a usage error for another platform's person."""
    tenant, member = read_person(person)
    if tenant.platform != "local":
        raise click.UsageError(f"{person} is no local profile; name one as local:NAME.")
    return member


def read_person(person: str) -> tuple[Tenant, str]:
    """The workspace and the member that a person's name means. Raises a usage error naming the right form."""
    platform, colon, rest = person.partition(":")
    if not colon and platform:
        platform, rest = "local", person
    if platform == "local" and rest:
        return Tenant("local", "local"), rest
    tenant, slash, member = rest.partition("/")
    if platform not in PLATFORMS or not (slash and tenant and member):
        raise click.UsageError(f"{person!r} names nobody. Write local:NAME, slack:TEAM/USER or discord:GUILD/USER.")
    return Tenant(platform, tenant), member


def person_name(tenant: Tenant, kind: ProfileKind, member: str) -> str:
    """A profile's name as the command line takes it."""
    if tenant.platform == "local":
        return f"local:{member}"
    return f"{tenant.platform}:{tenant.id}/{member}" + ("" if kind is ProfileKind.PERSON else " (channel)")
