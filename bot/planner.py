"""The planner: turns what is due into slots, once a date, in one transaction. Knows the store and the hour it is told.

Whatever calls it and however often, a (subscription, local date) gets one slot; what an outage made late is recorded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.slots import DAY, Due, Rule, due_on, missed, next_due
from db.digests import Pause, Slot, SlotState, Subscription
from db.models import Tenant
from db.store import Store
from db.subscriptions import Plan

GRACE = timedelta(hours=12)
"""A digest that is later than this does not come any more."""
FAR_AHEAD = timedelta(days=15)
"""No rule's next digest is further away than two weeks; a later one was planned by a wrong clock."""
AT_ONCE = 500
"""So many rows are held in memory at once, for the sake of the event loop beside this thread."""
SETTLED = timedelta(minutes=10)
"""A batch comes category by category: it is in when the last one has been there for so long."""
OVERTAKEN, LATE, RESTS, RESTORED = "overtaken", "late", "rests", "restored"
"""Reasons for which a slot was skipped."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What one round of planning did."""

    planned: int
    skipped: int


def tick(store: Store, now: datetime) -> Tick:
    """Plan all digests due by now, in one transaction; of several missed ones the last, if it is not too late."""
    planned = skipped = 0
    with store.transaction():
        batch, pauses = batch_in(store, now), store.subscriptions.workspace_pauses()
        while due := store.subscriptions.due(now, batch, AT_ONCE):
            slots: list[Slot] = []
            plans: list[Plan] = []
            for subscription in due:
                come = _come(subscription, now)
                slots += _slots(subscription, come, now, pauses)
                plans.append(_next(subscription, come, now))
            store.slots.insert(slots)
            store.subscriptions.move(plans)
            planned += sum(slot.state is SlotState.PLANNED for slot in slots)
            skipped += sum(slot.state is SlotState.SKIPPED for slot in slots)
    return Tick(planned, skipped)


def batch_in(store: Store, now: datetime) -> datetime | None:
    """When the last batch of papers was in, None while one is still coming or none ever came."""
    seen = [source.batch_seen for source in store.sources.all() if source.batch_seen is not None]
    return max(seen) if seen and max(seen) <= now - SETTLED else None


def rule_of(subscription: Subscription) -> Rule:
    """The slot rule of a subscription."""
    return Rule(subscription.at, subscription.days, subscription.zone)


def schedule(
    subscription: Subscription, now: datetime, last_day: date | None, not_before: datetime | None = None
) -> Plan:
    """The next digest after now (or after a rest), on a date that had none yet."""
    after = max(now, not_before) if not_before else now
    found = next_due(rule_of(subscription), after, last_day)
    return Plan(subscription.key, found.day, found.instant, found.waits_until)


def replan(store: Store, now: datetime) -> int:
    """Compute again when known dates are due: zones change their rules, and clocks that were wrong are put right.

    Run at every start and after the clock jumped. Returns how many subscriptions moved.
    """
    with store.transaction():
        plans = []
        for subscription in store.subscriptions.scheduled():
            plan = _again(store, subscription, now)
            if (plan.day, plan.due) != (subscription.next_day, subscription.next_due):
                plans.append(plan)
        store.subscriptions.reschedule(plans)
    return len(plans)


def skip_before(store: Store, now: datetime) -> int:
    """After a restore: record every slot due before now as skipped, so that none is sent again. Returns how many."""
    with store.transaction():
        slots: list[Slot] = []
        plans: list[Plan] = []
        for subscription in store.subscriptions.scheduled():
            come = _come(subscription, now)
            if come:
                slots += [_slot(subscription, found, RESTORED) for found in come]
                plans.append(_next(subscription, come, now))
        store.slots.insert(slots)
        store.subscriptions.move(plans)
        return len(slots) + store.slots.skip_planned(RESTORED)


def _come(subscription: Subscription, now: datetime) -> tuple[Due, ...]:
    """What is due by now: more than one date after an outage, none where the zone's rules moved it away."""
    assert subscription.next_day is not None
    return missed(rule_of(subscription), subscription.next_day, now)


def _slots(
    subscription: Subscription, come: tuple[Due, ...], now: datetime, pauses: dict[Tenant, Pause]
) -> Iterator[Slot]:
    """The slots of one subscription that is due: all but the last are overtaken."""
    pause = pauses.get(subscription.tenant)
    for found in come:
        reason = ""
        if found is not come[-1]:
            reason = OVERTAKEN
        elif now - (found.waits_until or found.instant) > GRACE:
            reason = LATE
        elif pause is not None and (pause.until is None or pause.until > now):
            reason = RESTS
        yield _slot(subscription, found, reason)


def _slot(subscription: Subscription, found: Due, reason: str) -> Slot:
    state = SlotState.SKIPPED if reason else SlotState.PLANNED
    return Slot(0, subscription.tenant, subscription.key, found.day, found.instant, state, reason)


def _next(subscription: Subscription, come: tuple[Due, ...], now: datetime) -> Plan:
    assert subscription.next_day is not None
    return schedule(subscription, now, come[-1].day if come else subscription.next_day - DAY)


def _again(store: Store, subscription: Subscription, now: datetime) -> Plan:
    assert subscription.next_day is not None
    assert subscription.next_due is not None
    rests_until = subscription.pause.until if subscription.pause else None
    if subscription.next_due > max(now, rests_until or now) + FAR_AHEAD:
        last_day = store.slots.last_day(subscription.tenant, subscription.key)
        wrong = last_day is not None and last_day > now.date() + FAR_AHEAD
        return schedule(subscription, now, None if wrong else last_day, rests_until)
    found = due_on(rule_of(subscription), subscription.next_day)
    return Plan(subscription.key, found.day, found.instant, found.waits_until)
