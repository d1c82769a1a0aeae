"""What the machine's admin does with posts: send a digest now, try one again, let one go. Refusals are sentences."""

import random
from datetime import datetime

from bot.composing import freeze
from bot.context import Services
from bot.digest import compose
from bot.errors import NotFound, UserError
from bot.message_json import from_json
from bot.outcomes import DROPPED, Limits, Outcomes
from bot.planner import GRACE
from bot.slots import zone_of
from bot.texts import digests as texts
from db.digests import Delivery, DeliveryState, Slot, SlotState, Subscription
from db.store import Store

TERMINAL = "terminal"
"""The reference of a post that was shown on the command line."""


def order_now(store: Store, subscription: Subscription, now: datetime) -> None:
    """Plan today's digest now, as if it were due: the running bot makes and posts it. Raises UserError if made."""
    with store.transaction():
        _plan_today(store, subscription, now)


def show_now(services: Services, subscription: Subscription, now: datetime) -> list[Delivery]:
    """Make today's digest of a local person, who sees it at the terminal: it is recorded as sent.

    Raises UserError when today's is made already, or when there is nothing to show. Returns the posts.
    """
    store, tenant = services.store, subscription.tenant
    profile = store.people.profile_by_key(tenant, subscription.profile)
    assert profile is not None
    composed = compose(services, subscription, profile, now)
    if composed.empty:
        raise UserError(texts.nothing_to_send(composed.reason))
    with store.transaction():
        kept = subscription if subscription.key else store.subscriptions.add(tenant, subscription)
        slot = _plan_today(store, kept, now)
        freeze(services, slot, kept, profile, composed, composed.messages, now)
        posts = [d for d in store.outbox.of_subscription(tenant, kept.key) if d.slot == slot.key]
        for post in posts:
            Outcomes(store, Limits(), random.Random()).sent(post, TERMINAL, now)
    return [_found(store, post.key) for post in reversed(posts)]


def _plan_today(store: Store, subscription: Subscription, now: datetime) -> Slot:
    today = now.astimezone(zone_of(subscription.zone)).date()
    last = store.slots.recent(subscription.tenant, subscription.key)
    if last and last[0].local_date >= today:
        raise UserError(texts.made_already(last[0].local_date.isoformat(), last[0].state.value))
    store.slots.insert([Slot(0, subscription.tenant, subscription.key, today, now, SlotState.PLANNED)])
    return store.slots.recent(subscription.tenant, subscription.key)[0]


def retry(store: Store, key: int, now: datetime) -> Delivery:
    """Let a post be made that is unsure or has ended without being made. Raises NotFound or UserError."""
    delivery = _found(store, key)
    if delivery.state in (DeliveryState.SENT, DeliveryState.SENDING, DeliveryState.NEW):
        raise UserError(texts.not_to_retry(key, delivery.state.value))
    if not delivery.payload:
        raise UserError(texts.purged(key))
    with store.transaction():
        store.outbox.revive(key, now, now + GRACE)
        subscription = delivery.subscription and store.subscriptions.get(delivery.tenant, delivery.subscription)
        if delivery.slot is not None and subscription:
            papers = [card.paper for card in from_json(delivery.payload).cards]
            store.slots.show(delivery.tenant, subscription.profile, papers, key, now)
            store.slots.close(delivery.tenant, delivery.slot, SlotState.COMPOSED)
    return _found(store, key)


def drop(store: Store, key: int, now: datetime) -> Delivery:
    """Let an open post go: it is not made, and its papers may come another day. Raises NotFound or UserError."""
    delivery = _found(store, key)
    if delivery.state not in (DeliveryState.NEW, DeliveryState.UNSURE):
        raise UserError(texts.not_to_drop(key, delivery.state.value))
    with store.transaction():
        Outcomes(store, Limits(), random.Random()).end(delivery, DeliveryState.CANCELLED, DROPPED, now)
    return _found(store, key)


def _found(store: Store, key: int) -> Delivery:
    delivery = store.outbox.by_key(key)
    if delivery is None:
        raise NotFound(texts.no_such_post(key))
    return delivery
