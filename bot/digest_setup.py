"""Setting a digest up ends with its preview; a channel's is set up by its keepers, who come to be by doing it."""

from dataclasses import replace

from bot.context import Context
from bot.digest import compose
from bot.digest_words import confirmation
from bot.keepers import channel_of, require_keeper
from bot.message import Message, Paragraph, say, text
from bot.subscribing import Wish, subscribe, wish
from bot.texts import digests as texts
from db.digests import Subscription


def set_up_channel(context: Context, wanted: Wish) -> Message:
    """Set up or change the digest of the channel where this is said; the first time it ends with its preview."""
    channel = channel_of(context)
    require_keeper(context, channel)
    store = context.store
    with store.transaction():
        mine = store.subscriptions.of_profile(context.tenant, channel.key)
        if not store.channels.keepers(context.tenant, channel.key):
            me = context.profile
            store.channels.add_keeper(context.tenant, channel.key, me.member, me.name, context.now)
    target, owner = context.place.channel, context.profile.member
    new = subscribe(store, channel, target, owner, 1, context.now)
    begun = mine[0] if mine else replace(new, zone=context.profile.zone or new.zone)
    stored = wish(store, begun, wanted, context.now)
    answer = confirmation(context, stored)
    return answer if mine else with_preview(context, stored, answer)


def with_preview(context: Context, subscription: Subscription, answer: Message) -> Message:
    """A confirmation, and below it what would come now."""
    shown = previewed(context, subscription)
    heading = [Paragraph(shown.heading)] if shown.heading else []
    return Message(answer.heading, (*answer.parts, *heading, *shown.parts), shown.footer)


def previewed(context: Context, subscription: Subscription) -> Message:
    """The digest as it would be sent now, in one message."""
    profile = context.store.people.profile_by_key(context.tenant, subscription.profile)
    assert profile is not None
    composed = compose(context.services, subscription, profile, context.now)
    if not composed.messages:
        return say(composed.reason)
    parts = tuple(part for message in composed.messages for part in message.parts)
    return Message(composed.messages[0].heading, parts, text(texts.PREVIEW))
