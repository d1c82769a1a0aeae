"""What becomes of a post after a try or a look-up: the outbox's state machine, each step one transaction on the store.

new -> sending -> sent | new (later) | unsure -> (look-up) -> sent | new | dead, expired, cancelled. Knows no platform.
"""

import random
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.delivery_errors import Fault, SendFailed
from bot.message_json import to_json
from bot.planner import schedule
from bot.texts import digests as texts
from bot.tokens import new_token
from db.digests import Delivery, DeliveryState, Draft, Pause, SlotState, Subscription
from db.store import Store

EXPIRED, RESTORED, DROPPED, EARLIER_PART = "expired", "restored", "dropped", "an earlier part failed"
NOTICE_LASTS = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient the outbox is. The lease is longer than the timeout and whatever a server may still do after it."""

    timeout: timedelta = timedelta(seconds=15)
    lease: timedelta = timedelta(seconds=90)
    first_pause: timedelta = timedelta(seconds=5)
    longest_pause: timedelta = timedelta(minutes=15)
    attempts: int = 8
    try_again: timedelta = timedelta(days=7)
    gap: timedelta = timedelta(seconds=1)
    at_once: int = 16


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Writes outcomes to a store, on the store's thread."""

    store: Store
    limits: Limits
    random: random.Random

    def sent(self, delivery: Delivery, reference: str, now: datetime) -> None:
        """It was posted. A target or a workspace that had failed is well again."""
        with self.store.transaction():
            self.store.outbox.settle(delivery.key, DeliveryState.SENT, reference=reference, ended=now)
            subscription = self._subscription(delivery)
            if subscription is not None and subscription.pause is not None and subscription.pause.failed:
                self.store.subscriptions.change(delivery.tenant, replace(subscription, pause=None))
            resting = self.store.subscriptions.workspace_pause(delivery.tenant)
            if resting is not None and resting.failed:
                self.store.subscriptions.resume_workspace(delivery.tenant)

    def failed(self, delivery: Delivery, failure: SendFailed, now: datetime) -> None:
        """A try failed, in a way that says what to do next."""
        with self.store.transaction():
            match failure.fault:
                case Fault.DELIVERED:
                    self.sent(delivery, delivery.reference, now)
                case Fault.WAIT:
                    self._later(delivery, failure, now, counted=False)
                case Fault.NOT_POSTED:
                    self._later(delivery, failure, now)
                case Fault.AMBIGUOUS:
                    self.store.outbox.settle(
                        delivery.key, DeliveryState.UNSURE, lease=delivery.lease, code=failure.code
                    )
                case Fault.TARGET_GONE:
                    self._target_gone(delivery, failure.code, now)
                case Fault.INSTALLATION_GONE:
                    self._installation_gone(delivery, failure, now)
                case Fault.POISON:
                    self._poison(delivery, failure, now)

    def looked_up(self, delivery: Delivery, reference: str | None, now: datetime) -> None:
        """A look-up told whether a doubtful post was made."""
        if reference is not None:
            self.sent(delivery, reference, now)
            return
        with self.store.transaction():
            if not delivery.resend:
                self.end(delivery, DeliveryState.CANCELLED, RESTORED, now)
            elif now >= delivery.deadline:
                self.end(delivery, DeliveryState.EXPIRED, EXPIRED, now)
            elif delivery.attempts >= self.limits.attempts:
                self.end(delivery, DeliveryState.DEAD, delivery.code or EXPIRED, now)
            else:
                self.store.outbox.settle(delivery.key, DeliveryState.NEW, due=now, code=delivery.code)

    def unknowable(self, delivery: Delivery, code: str) -> None:
        """Nobody can tell whether it was posted: it waits for the admin, and is not posted again."""
        with self.store.transaction():
            self.store.outbox.settle(delivery.key, DeliveryState.UNSURE, lease=None, code=code)

    def look_up_failed(self, delivery: Delivery, failure: SendFailed, now: datetime) -> None:
        """The look-up itself failed: again later, up to a day past the deadline; then it waits for the admin."""
        with self.store.transaction():
            if failure.fault is Fault.TARGET_GONE:
                self._target_gone(delivery, failure.code, now)
                return
            if failure.fault is Fault.INSTALLATION_GONE:
                self._pause_workspace(delivery, failure.code, now)
            given_up = now > delivery.deadline + timedelta(days=1)
            lease = None if given_up else now + self._pause(delivery.attempts, failure)
            self.store.outbox.settle(delivery.key, DeliveryState.UNSURE, lease=lease, code=failure.code)

    def expire(self, now: datetime) -> int:
        """End what was not posted before its deadline. Returns how many."""
        overdue = self.store.outbox.overdue(now)
        if overdue:
            with self.store.transaction():
                for delivery in overdue:
                    self.end(delivery, DeliveryState.EXPIRED, delivery.code or EXPIRED, now)
        return len(overdue)

    def end(self, delivery: Delivery, state: DeliveryState, code: str, now: datetime) -> None:
        """It will not be posted: its papers were not shown, the parts after it are not posted, its slot failed."""
        self.store.outbox.settle(delivery.key, state, code=code, ended=now)
        self.store.outbox.give_back(delivery.key)
        if delivery.slot is None:
            return
        for part in self.store.outbox.later_parts(delivery):
            self.store.outbox.settle(part.key, DeliveryState.CANCELLED, code=EARLIER_PART, ended=now)
            self.store.outbox.give_back(part.key)
        failed = SlotState.EXPIRED if state is DeliveryState.EXPIRED else SlotState.FAILED
        self.store.slots.close(delivery.tenant, delivery.slot, failed, code)

    def _later(self, delivery: Delivery, failure: SendFailed, now: datetime, *, counted: bool = True) -> None:
        attempts = delivery.attempts if counted else delivery.attempts - 1
        if attempts >= self.limits.attempts:
            self.end(delivery, DeliveryState.DEAD, failure.code, now)
            return
        due = now + self._pause(delivery.attempts, failure)
        self.store.outbox.settle(delivery.key, DeliveryState.NEW, due=due, code=failure.code, attempts=attempts)

    def _pause(self, attempts: int, failure: SendFailed) -> timedelta:
        """Full jitter (Brooker, 2015): uniform up to first_pause doubled with each attempt, never under Retry-After."""
        most: timedelta = min(self.limits.longest_pause, self.limits.first_pause * 2 ** min(attempts, 16))
        return max(timedelta(seconds=failure.retry_after), most * self.random.random())

    def _poison(self, delivery: Delivery, failure: SendFailed, now: datetime) -> None:
        if delivery.plain or delivery.attempts >= self.limits.attempts:
            self.end(delivery, DeliveryState.DEAD, failure.code, now)
        else:
            self.store.outbox.settle(delivery.key, DeliveryState.NEW, due=now, code=failure.code, plain=True)

    def _installation_gone(self, delivery: Delivery, failure: SendFailed, now: datetime) -> None:
        self._pause_workspace(delivery, failure.code, now)
        self.store.outbox.settle(
            delivery.key, DeliveryState.NEW, due=now, code=failure.code, attempts=delivery.attempts - 1
        )

    def _pause_workspace(self, delivery: Delivery, code: str, now: datetime) -> None:
        self.store.subscriptions.pause_workspace(delivery.tenant, Pause(code, now, now + self.limits.try_again))

    def _target_gone(self, delivery: Delivery, code: str, now: datetime) -> None:
        """Pause every subscription of the target, end what waits for it, and tell each owner once."""
        self.end(delivery, DeliveryState.CANCELLED, code, now)
        if delivery.slot is None:
            return
        for subscription in self.store.subscriptions.of_target(delivery.tenant, delivery.target):
            for other in self.store.outbox.open_of(subscription.key):
                self.end(other, DeliveryState.CANCELLED, code, now)
            told = subscription.pause is not None and subscription.pause.failed
            pause = Pause(code, now, now + self.limits.try_again)
            last_day = self.store.slots.last_day(delivery.tenant, subscription.key)
            plan = schedule(subscription, now, last_day, pause.until)
            self.store.subscriptions.change(
                delivery.tenant,
                replace(subscription, pause=pause, next_day=plan.day, next_due=plan.due, waits_until=plan.waits_until),
            )
            if not told:
                self._tell_owner(subscription, code, now)

    def _tell_owner(self, subscription: Subscription, code: str, now: datetime) -> None:
        if subscription.direct or not subscription.owner:
            return
        profile = self.store.people.profile_by_key(subscription.tenant, subscription.profile)
        message = texts.target_failed(profile.name if profile else "", code)
        self.store.outbox.add(
            subscription.tenant,
            Draft(subscription.owner, direct=True, payload=to_json(message)),
            new_token(),
            now,
            now + NOTICE_LASTS,
            subscription=subscription.key,
        )

    def _subscription(self, delivery: Delivery) -> Subscription | None:
        if delivery.subscription is None or delivery.slot is None:
            return None
        return self.store.subscriptions.get(delivery.tenant, delivery.subscription)
