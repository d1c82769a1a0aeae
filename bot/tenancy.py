"""What a platform tells of workspaces and channels as such, with no person asking: installed, gone, joined, left."""

from datetime import datetime

from bot.subscribing import installation_is_back, target_is_back
from db.digests import Pause
from db.models import ProfileKind, Tenant
from db.store import Store

GONE = "app_uninstalled"
"""The code of a workspace that removed the app."""


def installed(store: Store, tenant: Tenant, name: str, now: datetime) -> None:
    """The app was installed: the workspace is there, and a rest that the platform imposed ends."""
    with store.transaction():
        store.people.meet_workspace(tenant, now, name=name)
        installation_is_back(store, tenant)


def uninstalled(store: Store, tenant: Tenant, now: datetime) -> None:
    """The app was removed: nothing is sent there any more. What people taught stays until it is purged."""
    if store.people.workspace(tenant) is None:
        return
    with store.transaction():
        store.subscriptions.pause_workspace(tenant, Pause(GONE, now))


def left(store: Store, tenant: Tenant, channel: str, member: str, now: datetime) -> None:
    """A member left a channel: their votes stop counting there."""
    profile = store.people.profile(tenant, ProfileKind.CHANNEL, channel)
    if profile is not None:
        with store.transaction():
            store.channels.left(tenant, profile.key, member, now)


def invited(store: Store, tenant: Tenant, channel: str, now: datetime) -> None:
    """We were let into a channel: what could not be posted there is taken up again."""
    target_is_back(store, tenant, channel, now)


def reacted_to(store: Store, tenant: Tenant, channel: str, reference: str) -> tuple[int, ...]:
    """The papers of one of our posts in a channel whose keepers let reactions count; empty for anything else."""
    profile = store.people.profile(tenant, ProfileKind.CHANNEL, channel)
    if profile is None or not store.channels.settings(tenant, profile.key).reactions:
        return ()
    return store.slots.papers_of(tenant, profile.key, reference)
