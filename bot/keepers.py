"""Channels and who may change their digest: the keepers, and admins. Everyone else gets a sentence naming them."""

from dataclasses import replace

from bot.context import Context
from bot.errors import NotAllowed, UserError
from bot.texts import digests as texts
from db.models import Profile, ProfileKind


def channel_of(context: Context) -> Profile:
    """The profile of the channel where the command was given, made at first sight. Raises UserError elsewhere."""
    if context.place.is_direct or not context.place.channel:
        raise UserError(texts.NOT_IN_A_CHANNEL)
    store = context.store
    with store.transaction():
        return store.people.meet(
            context.tenant, ProfileKind.CHANNEL, context.place.channel, context.now, name=context.place.name
        )


def require_keeper(context: Context, channel: Profile) -> None:
    """Raises NotAllowed for who is neither a keeper nor an admin; where members may, the first becomes a keeper."""
    keepers = context.store.channels.keepers(context.tenant, channel.key)
    free = not keepers and context.services.settings.channel_digests == "members"
    if context.is_admin or context.profile.member in keepers or free:
        return
    raise NotAllowed(texts.keepers_only([name or member for member, name in keepers.items()]))


def as_channel(context: Context) -> Context:
    """The circumstances of the channel itself, for a keeper: what is followed or muted then is the channel's."""
    channel = channel_of(context)
    require_keeper(context, channel)
    return replace(context, profile=channel)
