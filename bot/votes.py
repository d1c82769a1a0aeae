"""Answers given in a channel: they stay the member's own, and count for the channel as well."""

from collections.abc import Sequence

from bot.context import Context
from db.models import Paper, ProfileKind


def count_for_channel(context: Context, act: int, papers: Sequence[Paper]) -> None:
    """Let an answer given in a channel count for it, if it is about papers that were posted there."""
    if context.place.is_direct or not context.place.channel:
        return
    store = context.store
    channel = store.people.profile(context.tenant, ProfileKind.CHANNEL, context.place.channel)
    if channel is None or not store.slots.seen(context.tenant, channel.key).intersection(p.key for p in papers):
        return
    role = store.channels.settings(context.tenant, channel.key).trusted_role
    trusted = role in context.roles if role else None
    with store.transaction():
        store.channels.met(context.tenant, channel.key, context.profile.member, context.now, trusted=trusted)
        store.channels.count_act(context.tenant, channel.key, act)
