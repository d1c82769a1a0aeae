"""What the machine's admin does with posts: send a digest now, try one again, let one go. Refusals are sentences."""

import random
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.composing import Split, freeze
from bot.context import Services
from bot.digest import compose
from bot.errors import NotFound, UserError
from bot.message_json import from_json
from bot.outcomes import DROPPED, Limits, Outcomes
from bot.planner import GRACE
from bot.texts import digests as texts
from db.digests import Delivery, DeliveryState, Slot, SlotState, Subscription
from db.store import Store


def send_now(services: Services, subscription: Subscription, split: Split, now: datetime) -> list[Delivery]:
    """Compose a digest for today's date and put it into the outbox, as if it had been due now.

    Raises UserError when today's is made already, or when there is nothing to send. Returns the posts.
    """
    store, tenant = services.store, subscription.tenant
    today = now.astimezone(ZoneInfo(subscription.zone)).date()
    last = store.slots.recent(tenant, subscription.key)
    if last and last[0].local_date >= today:
        raise UserError(texts.made_already(last[0].local_date.isoformat(), last[0].state.value))
    profile = store.people.profile_by_key(tenant, subscription.profile)
    assert profile is not None
    composed = compose(services, subscription, profile, now)
    if composed.empty:
        raise UserError(texts.nothing_to_send(composed.reason))
    posts = [post for message in composed.messages for post in split(message)]
    with store.transaction():
        store.slots.insert([Slot(0, tenant, subscription.key, today, now, SlotState.PLANNED)])
        slot = store.slots.recent(tenant, subscription.key)[0]
        freeze(services, slot, subscription, profile, composed, posts, now)
    return [d for d in store.outbox.of_subscription(tenant, subscription.key, len(posts)) if d.slot == slot.key][::-1]


def shown_here(store: Store, delivery: Delivery, now: datetime) -> Delivery:
    """A post that was shown at the terminal is sent."""
    Outcomes(store, Limits(), random.Random()).sent(delivery, "terminal", now)
    return _found(store, delivery.key)


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
