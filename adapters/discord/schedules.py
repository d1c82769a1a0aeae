"""A digest's times as a form shows them at first: as they are, or as the defaults have them."""

from collections.abc import Sequence

from bot.context import Context
from bot.subscribing import subscribe
from bot.zones import days_text
from db.digests import Subscription
from db.models import ProfileKind


def own_times(context: Context, number: int) -> dict[str, str]:
    """Those of the person's digest of this number, by the parameters of `digest set`."""
    mine = context.store.subscriptions.of_profile(context.tenant, context.profile.key)
    return _times(context, [found for found in mine if found.number == number])


def channel_times(context: Context) -> dict[str, str]:
    """Those of the channel's digest, by the parameters of `channel start`."""
    store, tenant = context.store, context.tenant
    channel = store.people.profile(tenant, ProfileKind.CHANNEL, context.place.channel)
    return _times(context, store.subscriptions.of_profile(tenant, channel.key) if channel else [])


def _times(context: Context, found: Sequence[Subscription]) -> dict[str, str]:
    profile = context.profile
    shown = found[0] if found else subscribe(context.store, profile, "", profile.member, 1, context.now)
    at = f"{shown.at:%H:%M}" if shown.at else "new"
    return {"at": at, "days": days_text(shown.days), "size": str(shown.size), "zone": shown.zone}
