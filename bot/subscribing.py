"""Changing subscriptions: what a person or a channel's keeper wishes, with its next date computed at once.

Writes through the store it is given, on its thread; says nothing.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from bot.outcomes import Limits, Outcomes
from bot.planner import schedule
from bot.slots import instant_of, zone_of
from bot.zones import known_zone
from db.digests import ASKED, DeliveryState, Pause, Subscription
from db.models import Profile, ProfileKind, Tenant
from db.store import Store

DEFAULT_AT = time(9)
DEFAULT_DAYS = tuple(range(5))
DEFAULT_SIZE = 5
MAX_SIZE = 20
MAX_DIGESTS = 5


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to change; None leaves it as it is. `timed` says that `at` was given, as its None means the batch."""

    at: time | None = None
    timed: bool = False
    days: tuple[int, ...] | None = None
    size: int | None = None
    zone: str | None = None
    interests: tuple[int, ...] | None = None
    repeats: bool | None = None


def zone_for(store: Store, profile: Profile) -> str:
    """The profile's zone, the workspace's where it has none that is known, else UTC."""
    workspace = store.people.workspace(profile.tenant)
    for name in (profile.zone, workspace.zone if workspace else ""):
        if known_zone(name):
            return name
    return "UTC"


def subscribe(store: Store, profile: Profile, target: str, owner: str, number: int, now: datetime) -> Subscription:
    """A subscription of a profile as the defaults have it; not stored yet."""
    return Subscription(
        key=0,
        tenant=profile.tenant,
        profile=profile.key,
        number=number,
        target=target,
        direct=profile.kind is ProfileKind.PERSON,
        owner=owner,
        at=DEFAULT_AT,
        days=DEFAULT_DAYS,
        zone=zone_for(store, profile),
        size=DEFAULT_SIZE,
        interests=(),
        created=now,
    )


def wish(store: Store, subscription: Subscription, wanted: Wish, now: datetime) -> Subscription:
    """Store the subscription with what is wanted and its next date; setting it up or changing it ends a pause."""
    changed = replace(
        subscription,
        at=wanted.at if wanted.timed else subscription.at,
        days=subscription.days if wanted.days is None else wanted.days,
        size=wanted.size or subscription.size,
        zone=wanted.zone or subscription.zone,
        interests=subscription.interests if wanted.interests is None else wanted.interests,
        repeats=subscription.repeats if wanted.repeats is None else wanted.repeats,
        pause=None,
        ended=None,
    )
    with store.transaction():
        stored = changed if changed.key else store.subscriptions.add(changed.tenant, changed)
        return _plan(store, replace(stored, pause=None), now)


def pause(store: Store, subscription: Subscription, until: date | None, now: datetime) -> Subscription:
    """Let it rest until a date in its zone, or until it is resumed. What waits to be sent is not sent."""
    zone = zone_of(subscription.zone)
    back = None if until is None else instant_of(until, time(), zone)
    resting = replace(subscription, pause=Pause(ASKED, now, back))
    with store.transaction():
        _call_off(store, subscription, now)
        if back is not None:
            return _plan(store, resting, now, back)
        resting = replace(resting, next_day=None, next_due=None, waits_until=None)
        store.subscriptions.change(subscription.tenant, resting)
    return resting


def resume(store: Store, subscription: Subscription, now: datetime) -> Subscription:
    """Take it up again: the next digest is the next by its rule."""
    with store.transaction():
        return _plan(store, replace(subscription, pause=None), now)


def end(store: Store, subscription: Subscription, now: datetime) -> None:
    """Switch it off; its slots stay, so that switching it on again posts no date twice."""
    with store.transaction():
        _call_off(store, subscription, now)
        store.subscriptions.change(
            subscription.tenant,
            replace(subscription, ended=now, pause=None, next_day=None, next_due=None, waits_until=None),
        )


def target_is_back(store: Store, tenant: Tenant, target: str, now: datetime) -> Sequence[Subscription]:
    """A platform's own signal that a person or channel can be posted to again. Returns what was taken up."""
    failed = [s for s in store.subscriptions.of_target(tenant, target) if s.pause is not None and s.pause.failed]
    return [resume(store, subscription, now) for subscription in failed]


def installation_is_back(store: Store, tenant: Tenant) -> None:
    """A platform's own signal that its token works again. A rest that an admin asked for stays."""
    resting = store.subscriptions.workspace_pause(tenant)
    if resting is not None and resting.failed:
        with store.transaction():
            store.subscriptions.resume_workspace(tenant)


def _call_off(store: Store, subscription: Subscription, now: datetime) -> None:
    """What was planned or composed and nobody has tried to send yet does not come."""
    store.slots.skip_planned(ASKED, subscription.key)
    outcomes = Outcomes(store, Limits(), random.Random())
    for delivery in store.outbox.open_of(subscription.key):
        outcomes.end(delivery, DeliveryState.CANCELLED, ASKED, now)


def _plan(store: Store, subscription: Subscription, now: datetime, not_before: datetime | None = None) -> Subscription:
    last_day = store.slots.last_day(subscription.tenant, subscription.key)
    plan = schedule(subscription, now, last_day, not_before)
    planned = replace(subscription, next_day=plan.day, next_due=plan.due, waits_until=plan.waits_until)
    store.subscriptions.change(subscription.tenant, planned)
    return planned
