"""The outbox's worker: what becomes of a post after each kind of failure, and who waits for whom."""

import asyncio
from datetime import timedelta

import pytest

from bot.delivery_errors import CannotLookUp, Fault, SendFailed
from bot.message import say
from bot.message_json import to_json
from bot.outbox_admin import drop, retry
from bot.restoring import after_restore
from bot.subscribing import end
from db.digests import ASKED, Delivery, DeliveryState, Draft, Pause, SlotState, Subscription
from db.models import ProfileKind, Tenant
from db.store import Store
from tests.bot.digest_world import TEAM, ScriptedPlatform, Worker, a_digest, a_post, papers, tick
from tests.conftest import FakeClock


@pytest.fixture
def platform() -> ScriptedPlatform:
    return ScriptedPlatform()


@pytest.fixture
def worker(store: Store, clock: FakeClock, platform: ScriptedPlatform) -> Worker:
    return Worker(store, clock, platform)


@pytest.fixture
def digest(store: Store, clock: FakeClock) -> Subscription:
    return a_digest(store, clock.now())


@pytest.fixture
def shown(store: Store, clock: FakeClock) -> list[int]:
    return [paper.key for paper in papers(store, 3, clock.now())]


@pytest.fixture
def post(store: Store, clock: FakeClock, digest: Subscription, shown: list[int]) -> Delivery:
    return a_post(store, digest, clock.now(), shown=shown)[0]


def now(store: Store, post: Delivery) -> Delivery:
    found = store.outbox.by_key(post.key)
    assert found is not None
    return found


def seen(store: Store, digest: Subscription) -> frozenset[int]:
    return store.slots.seen(TEAM, digest.profile)


def slot(store: Store, post: Delivery) -> tuple[SlotState, str]:
    assert post.slot is not None
    found = store.slots.get(TEAM, post.slot)
    assert found is not None
    return found.state, found.reason


async def test_a_post_that_is_due_is_sent_once(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    assert [await worker.settle(), await worker.settle()] == [1, 0]
    assert (now(store, post).state, now(store, post).reference) == (DeliveryState.SENT, "ref-1")
    assert [(sent.token, sent.target, sent.direct) for sent in platform.sent] == [(post.token, "ann", True)]
    assert len(post.token) <= 25


async def test_too_fast_waits_as_long_as_it_was_told_and_counts_no_attempt(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.WAIT, "ratelimited", 30) for _ in range(20)]
    for _ in range(20):
        await worker.settle()
        assert now(store, post).attempts == 0
        assert await worker.after(seconds=29) == 0
        worker.clock.advance(seconds=2)
    await worker.settle()
    assert now(store, post).state is DeliveryState.SENT


async def test_while_a_workspace_must_wait_its_other_posts_wait_too(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    a_post(store, a_digest(store, clock.now(), "bob"), clock.now())
    worker.deliverer.limits = type(worker.deliverer.limits)(at_once=1)
    platform.sends = [SendFailed(Fault.WAIT, "ratelimited", 30)]
    await worker.settle()
    assert await worker.after(seconds=10) == 0
    assert await worker.after(seconds=21) == 1


async def test_a_passing_fault_is_tried_again_with_growing_pauses_and_dies_after_eight(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, digest: Subscription, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.NOT_POSTED, "service_unavailable") for _ in range(20)]
    pauses = []
    while now(store, post).state is DeliveryState.NEW:
        await worker.settle()
        pauses.append(max(timedelta(), now(store, post).due - clock.now()))
        clock.advance(minutes=16)
    assert len(platform.sent) == 8
    assert max(pauses) <= timedelta(minutes=15)
    assert all(pause <= timedelta(seconds=5 * 2 ** (n + 1)) for n, pause in enumerate(pauses))
    assert (now(store, post).state, now(store, post).code) == (DeliveryState.DEAD, "service_unavailable")
    assert slot(store, post) == (SlotState.FAILED, "service_unavailable")
    assert seen(store, digest) == frozenset(), "papers of a post that was never made can come another day"


@pytest.mark.parametrize("fault", [SendFailed(Fault.AMBIGUOUS, "fatal_error"), ValueError("a bug"), 1.0])
async def test_an_ambiguous_failure_is_looked_up_after_its_lease_and_not_posted_again(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery, fault: object
) -> None:
    platform.sends, platform.finds = [fault], ["found-it"]
    await worker.settle()
    assert now(store, post).state is DeliveryState.UNSURE
    assert await worker.after(seconds=80) == 0, "the server may still be at it"
    await worker.after(seconds=11)
    assert (now(store, post).state, now(store, post).reference) == (DeliveryState.SENT, "found-it")
    assert len(platform.sent) == 1
    assert platform.looked_up[0].since == post.created


async def test_what_was_surely_not_posted_is_posted_again_under_the_same_token(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.AMBIGUOUS, "http_500")]
    await worker.settle()
    await worker.after(seconds=91)
    await worker.after(seconds=2)
    assert now(store, post).state is DeliveryState.SENT
    assert {sent.token for sent in platform.sent} == {post.token}
    assert len(platform.sent) == 2


async def test_without_the_right_to_look_it_stays_unsure_for_the_admin(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends, platform.finds = [SendFailed(Fault.AMBIGUOUS, "timeout")], [CannotLookUp("missing_scope")]
    await worker.settle()
    await worker.after(seconds=91)
    for _ in range(30):
        assert await worker.after(hours=1) == 0
    assert (now(store, post).state, now(store, post).code) == (DeliveryState.UNSURE, "missing_scope")
    assert [found.key for found in store.outbox.listed(["unsure"])] == [post.key]
    retry(store, post.key, clock.now())
    await worker.settle()
    assert now(store, post).state is DeliveryState.SENT


async def test_a_look_up_that_fails_is_repeated_and_given_up_a_day_after_the_deadline(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.AMBIGUOUS, "timeout")]
    platform.finds = [SendFailed(Fault.AMBIGUOUS, "http_503") for _ in range(500)]
    await worker.settle()
    for _ in range(60):
        await worker.after(hours=1)
    asked = len(platform.looked_up)
    assert 24 <= asked <= 40
    assert await worker.after(hours=5) == 0
    assert now(store, post).state is DeliveryState.UNSURE
    assert len(platform.sent) == 1


async def test_a_crash_in_the_middle_is_looked_up_after_the_lease(
    store: Store, clock: FakeClock, platform: ScriptedPlatform, post: Delivery
) -> None:
    with store.transaction():
        store.outbox.claim(clock.now(), clock.now() + timedelta(seconds=90), 1, ["fake"])
    reborn = Worker(store, clock, platform)
    assert await reborn.settle() == 0
    await reborn.after(seconds=91)
    assert len(platform.looked_up) == 1


async def test_what_is_still_in_flight_here_is_not_looked_up_however_late(
    store: Store, clock: FakeClock, platform: ScriptedPlatform, post: Delivery
) -> None:
    worker = Worker(store, clock, platform, timeout=timedelta(seconds=5))
    platform.sends = [0.05]
    assert await worker.deliverer.step() == 1
    clock.advance(hours=1)
    assert await worker.deliverer.step() == 0, "the machine slept; the request did too"
    await worker.settle()
    assert (now(store, post).state, platform.looked_up) == (DeliveryState.SENT, [])


async def test_poison_gets_one_plain_text_and_then_is_dead(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.POISON, "invalid_blocks"), SendFailed(Fault.POISON, "no_text")]
    await worker.settle()
    await worker.after(seconds=2)
    assert [sent.plain for sent in platform.sent] == [False, True]
    assert (now(store, post).state, now(store, post).code) == (DeliveryState.DEAD, "no_text")
    assert await worker.after(hours=2) == 0


async def test_a_payload_too_large_for_ever_is_not_built_again_and_again(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, digest: Subscription, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.POISON, "msg_blocks_too_long") for _ in range(400)]
    for _ in range(16 * 24):
        await worker.after(hours=1)
    assert len(platform.sent) == 2
    assert store.outbox.totals(post.created - timedelta(days=1)) == {"dead": 1}


async def test_already_posted_is_good_news(
    store: Store, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.DELIVERED, "10008")]
    await worker.settle()
    assert now(store, post).state is DeliveryState.SENT


async def test_what_is_not_sent_by_its_deadline_expires_visibly_and_gives_its_papers_back(
    store: Store, worker: Worker, platform: ScriptedPlatform, digest: Subscription, post: Delivery, shown: list[int]
) -> None:
    assert seen(store, digest) == frozenset(shown)
    platform.sends = [SendFailed(Fault.WAIT, "ratelimited", 3600) for _ in range(20)]
    for _ in range(14):
        await worker.after(hours=1)
    assert now(store, post).state is DeliveryState.EXPIRED
    assert slot(store, post)[0] is SlotState.EXPIRED
    assert seen(store, digest) == frozenset()


async def test_parts_go_in_order_under_the_first_and_one_a_second(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform
) -> None:
    channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL)
    a_post(store, channel, clock.now(), parts=3)
    platform.sends = ["first", SendFailed(Fault.NOT_POSTED, "service_unavailable")]
    assert [await worker.settle(), await worker.settle()] == [1, 0]
    for _ in range(12):
        await worker.after(seconds=1)
        await worker.settle()
    texts = [sent.message.parts[0].text[0].text for sent in platform.sent]  # type: ignore[union-attr]
    assert texts == ["part 0", "part 1", "part 1", "part 2"]
    assert [sent.thread for sent in platform.sent] == ["", "first", "first", "first"]


async def test_when_a_part_dies_the_parts_after_it_are_not_posted(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, digest: Subscription, shown: list[int]
) -> None:
    parts = a_post(store, digest, clock.now(), parts=3, shown=shown)
    platform.sends = ["first", SendFailed(Fault.POISON, "x"), SendFailed(Fault.POISON, "x")]
    for _ in range(5):
        await worker.after(seconds=2)
    states = [now(store, part).state for part in parts]
    assert states == [DeliveryState.SENT, DeliveryState.DEAD, DeliveryState.CANCELLED]
    assert seen(store, digest) == frozenset()


async def test_a_failed_channel_is_paused_and_its_owner_told_once(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform
) -> None:
    channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL)
    a_post(store, channel, clock.now())
    platform.sends = [SendFailed(Fault.TARGET_GONE, "is_archived")]
    await worker.settle()
    await worker.settle()
    paused = store.subscriptions.get(TEAM, channel.key)
    assert paused is not None
    assert paused.pause == Pause("is_archived", clock.now(), clock.now() + timedelta(days=7))
    assert [(sent.target, sent.direct) for sent in platform.sent] == [("C1", False), ("owner", True)]
    assert "archived" in str(platform.sent[1].message)
    clock.advance(days=7, hours=2)
    assert tick(store, clock).planned == 1
    a_post(store, channel, clock.now())
    platform.sends = [SendFailed(Fault.TARGET_GONE, "is_archived")]
    await worker.settle()
    assert await worker.after(seconds=2) == 0, "told once"


async def test_a_target_that_works_again_is_well_again(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, digest: Subscription, post: Delivery
) -> None:
    platform.sends = [SendFailed(Fault.TARGET_GONE, "50007")]
    await worker.settle()
    a_post(store, digest, clock.now(), day=1)
    await worker.after(seconds=2)
    found = store.subscriptions.get(TEAM, digest.key)
    assert found is not None
    assert found.pause is None


async def test_closed_direct_messages_stop_one_person_and_nobody_else(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, digest: Subscription, post: Delivery
) -> None:
    others = [a_post(store, a_digest(store, clock.now(), name), clock.now())[0] for name in ("bob", "cyd")]
    platform.sends = [SendFailed(Fault.TARGET_GONE, "50007")]
    await worker.settle()
    assert now(store, post).state is DeliveryState.CANCELLED
    assert {now(store, other).state for other in others} == {DeliveryState.SENT}
    paused = store.subscriptions.get(TEAM, digest.key)
    assert paused is not None
    assert paused.pause is not None
    assert [sent.target for sent in platform.sent] == ["ann", "bob", "cyd"], "no message to who takes none"


async def test_a_dead_token_stops_all_calls_of_the_workspace(
    store: Store, clock: FakeClock, platform: ScriptedPlatform, digest: Subscription, post: Delivery
) -> None:
    worker = Worker(store, clock, platform, at_once=1)
    for name in ("bob", "cyd", "dot"):
        a_post(store, a_digest(store, clock.now(), name), clock.now())
    platform.sends = [SendFailed(Fault.INSTALLATION_GONE, "token_revoked")]
    await worker.settle()
    for _ in range(11):
        assert await worker.after(hours=1) == 0
    assert store.subscriptions.workspace_pause(TEAM) is not None
    assert len(platform.sent) == 1
    await worker.after(hours=2)
    assert store.outbox.totals(clock.now() - timedelta(days=2)) == {"expired": 4}


async def test_a_workspace_that_an_admin_paused_stays_paused(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, post: Delivery
) -> None:
    platform.sends = [0.01]
    await worker.deliverer.step()
    with store.transaction():
        store.subscriptions.pause_workspace(TEAM, Pause(ASKED, clock.now()))
    await worker.settle()
    assert now(store, post).state is DeliveryState.SENT
    assert store.subscriptions.workspace_pause(TEAM) == Pause(ASKED, clock.now())


async def test_the_weekly_try_that_works_ends_the_workspaces_rest(
    store: Store, clock: FakeClock, worker: Worker, post: Delivery
) -> None:
    with store.transaction():
        store.subscriptions.pause_workspace(TEAM, Pause("invalid_auth", clock.now(), clock.now() + timedelta(hours=1)))
    assert await worker.settle() == 0
    assert await worker.after(hours=1) == 1
    assert store.subscriptions.workspace_pause(TEAM) is None


async def test_after_a_restore_a_post_is_looked_up_and_never_made(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform, digest: Subscription, post: Delivery
) -> None:
    other = a_post(store, a_digest(store, clock.now(), "bob"), clock.now())[0]
    after_restore(store, clock.now())
    platform.finds = ["was-there"]
    await worker.after(seconds=1)
    await worker.after(hours=1)
    assert platform.sent == []
    states = {now(store, post).state, now(store, other).state}
    assert states == {DeliveryState.SENT, DeliveryState.CANCELLED}


async def test_a_platform_that_is_not_here_keeps_its_posts(store: Store, clock: FakeClock, post: Delivery) -> None:
    worker = Worker(store, clock, ScriptedPlatform())
    worker.deliverer._platforms = {}
    assert await worker.settle() == 0
    assert now(store, post).state is DeliveryState.NEW


async def test_a_platform_whose_answers_are_slow_holds_up_no_other(
    store: Store, clock: FakeClock, platform: ScriptedPlatform
) -> None:
    quick = ScriptedPlatform("quick")
    worker = Worker(store, clock, platform, quick, at_once=2, timeout=timedelta(seconds=5))
    for name in ("ann", "bob", "cyd"):
        a_post(store, a_digest(store, clock.now(), name), clock.now())
    with store.transaction():
        store.people.meet_workspace(Tenant("quick", "T9"), clock.now())
        store.outbox.add(Tenant("quick", "T9"), Draft("zoe", direct=True, payload=to_json(say("hello"))), "token",
                         clock.now(), clock.now() + timedelta(hours=1))  # fmt: skip
    platform.sends = [5.0, 5.0, 5.0]
    assert await worker.deliverer.step() == 3
    await asyncio.sleep(0.01)
    assert (len(platform.sent), len(quick.sent)) == (2, 1)
    await worker.deliverer.drain(0)


async def test_a_notice_that_waits_is_not_called_off_with_the_digests(
    store: Store, clock: FakeClock, worker: Worker, platform: ScriptedPlatform
) -> None:
    channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL)
    a_post(store, channel, clock.now())
    platform.sends = [SendFailed(Fault.TARGET_GONE, "is_archived"), SendFailed(Fault.WAIT, "ratelimited", 60)]
    await worker.settle()
    await worker.settle()
    end(store, channel, clock.now())
    await worker.after(seconds=61)
    assert [sent.target for sent in platform.sent] == ["C1", "owner", "owner"]


async def test_a_draining_worker_lets_posts_land_and_cuts_what_takes_too_long(
    store: Store, clock: FakeClock, platform: ScriptedPlatform, post: Delivery
) -> None:
    slow = a_post(store, a_digest(store, clock.now(), "bob"), clock.now())[0]
    worker = Worker(store, clock, platform, timeout=timedelta(seconds=30))
    platform.sends = [0.05, 20.0]
    await worker.deliverer.step()
    await worker.deliverer.drain(0.3)
    states = sorted([now(store, post).state, now(store, slow).state])
    assert states == [DeliveryState.SENDING, DeliveryState.SENT]


async def test_a_dropped_post_gives_its_papers_back(
    store: Store, clock: FakeClock, worker: Worker, digest: Subscription, post: Delivery
) -> None:
    assert drop(store, post.key, clock.now()).state is DeliveryState.CANCELLED
    assert seen(store, digest) == frozenset()
    assert await worker.settle() == 0


async def test_a_retried_post_shows_its_papers_again(
    store: Store, clock: FakeClock, worker: Worker, digest: Subscription, post: Delivery, shown: list[int]
) -> None:
    drop(store, post.key, clock.now())
    retry(store, post.key, clock.now())
    assert seen(store, digest) == frozenset(shown)
    await worker.settle()
    assert now(store, post).state is DeliveryState.SENT


def test_old_posts_lose_their_text_and_keep_their_row(store: Store, clock: FakeClock, post: Delivery) -> None:
    with store.transaction():
        store.outbox.settle(post.key, DeliveryState.SENT, ended=clock.now())
        assert store.outbox.purge(clock.now() + timedelta(days=30)) == 1
        assert store.outbox.purge(clock.now() + timedelta(days=30)) == 0
    assert now(store, post).payload == ""
