"""From planned slots to the outbox: each digest is composed outside a transaction and frozen in one.

A crash before the freeze leaves the slot planned; after it the post waits in the outbox, its papers marked as shown.
"""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from bot.context import Services
from bot.digest import Composed, compose
from bot.message import Message
from bot.message_json import to_json
from bot.planner import GRACE
from bot.slots import BATCH_FROM, BATCH_UNTIL
from bot.texts import digests as texts
from bot.tokens import new_token
from db.digests import Draft, Slot, SlotState, Subscription
from db.errors import StoreError
from db.models import Profile
from db.store import Store

logger = logging.getLogger(__name__)

Split = Callable[[Message], Sequence[Message]]
"""A message as posts that each fit a platform's limits."""
WAITED = timedelta(hours=BATCH_UNTIL.hour - BATCH_FROM.hour)
AT_LEAST = timedelta(hours=1)
"""A digest that was composed has this long to be sent, however late it was."""


def compose_next(services: Services, splits: Mapping[str, Split], now: datetime) -> bool:
    """Compose the oldest planned slot of these platforms; False when there is none."""
    store = services.store
    for slot in store.slots.stale(now - GRACE - WAITED):
        _expire(store, slot)
    found = store.slots.planned(1, list(splits))
    if not found:
        return False
    slot = found[0]
    try:
        _compose(services, splits, slot, now)
    except StoreError:
        raise
    except Exception:
        number = secrets.token_hex(4)
        logger.exception("composing the digest of slot %s failed (%s)", slot.key, number)
        with store.transaction():
            store.slots.close(slot.tenant, slot.key, SlotState.FAILED, f"{texts.INTERNAL} ({number})")
    return True


def _compose(services: Services, splits: Mapping[str, Split], slot: Slot, now: datetime) -> None:
    store = services.store
    subscription = store.subscriptions.get(slot.tenant, slot.subscription)
    assert subscription is not None
    if now - slot.due > GRACE + (WAITED if subscription.at is None else timedelta()):
        _expire(store, slot)
        return
    profile = store.people.profile_by_key(slot.tenant, subscription.profile)
    assert profile is not None
    composed = compose(services, subscription, profile, now)
    posts = [post for message in composed.messages for post in splits[slot.tenant.platform](message)]
    freeze(services, slot, subscription, profile, composed, posts, now)


def _expire(store: Store, slot: Slot) -> None:
    with store.transaction():
        store.slots.close(slot.tenant, slot.key, SlotState.EXPIRED, texts.LATE)


def freeze(
    services: Services,
    slot: Slot,
    subscription: Subscription,
    profile: Profile,
    composed: Composed,
    posts: Sequence[Message],
    now: datetime,
) -> None:
    """Put the posts into the outbox, mark their papers as shown and close the slot, in one transaction."""
    store, tenant = services.store, slot.tenant
    deadline = max(slot.due + GRACE, now + AT_LEAST)
    if subscription.next_due is not None and subscription.next_due > now:
        deadline = min(deadline, subscription.next_due)
    state = SlotState.EMPTY if composed.empty else SlotState.COMPOSED
    with store.transaction():
        for part, post in enumerate(posts):
            draft = Draft(subscription.target, subscription.direct, to_json(post))
            key = store.outbox.add(
                tenant, draft, new_token(), now, deadline, subscription=subscription.key, slot=slot.key, part=part
            )
            store.slots.show(tenant, profile.key, [card.paper for card in post.cards], key, now)
        shown = [card.paper for post in posts for card in post.cards]
        if shown and subscription.direct:
            store.people.remember_list(tenant, profile.key, shown)
        store.trials.record(tenant, profile.key, slot.key, composed.teams)
        store.slots.close(
            tenant, slot.key, state, composed.reason, screened=composed.screened, covered=composed.covered
        )
