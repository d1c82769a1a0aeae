"""The planner: what is due becomes one slot a date, and what was missed is told apart from what was sent."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot import planner
from bot.restoring import after_restore
from bot.subscribing import Wish, end, pause, resume, target_is_back, wish
from db.digests import ASKED, Pause, SlotState
from db.store import Store
from tests.bot.digest_world import TEAM, a_digest, a_post, planned_days, tick
from tests.conftest import FakeClock


def at(clock: FakeClock, *numbers: int) -> None:
    clock.instant = datetime(*numbers, tzinfo=UTC)  # type: ignore[misc,arg-type]


def test_a_digest_is_planned_at_its_minute_and_once(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    assert tick(store, clock).planned == 0
    clock.advance(hours=1)
    assert [tick(store, clock).planned for _ in range(3)] == [1, 0, 0]
    assert planned_days(store, made) == {"2026-11-30": "planned"}


def test_after_a_restart_the_same_date_is_not_planned_again(store: Store, clock: FakeClock) -> None:
    a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    planner.replan(store, clock.now())
    assert tick(store, clock).planned == 0


def test_after_an_outage_the_last_missed_digest_comes_and_the_others_are_recorded(
    store: Store, clock: FakeClock
) -> None:
    made = a_digest(store, clock.now())
    at(clock, 2026, 12, 3, 14)
    assert tick(store, clock) == planner.Tick(planned=1, skipped=3)
    assert planned_days(store, made) == {
        "2026-11-30": "overtaken", "2026-12-01": "overtaken", "2026-12-02": "overtaken", "2026-12-03": "planned",
    }  # fmt: skip


def test_a_digest_later_than_twelve_hours_is_skipped_not_sent(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    at(clock, 2026, 11, 30, 21, 1)
    assert tick(store, clock) == planner.Tick(planned=0, skipped=1)
    assert planned_days(store, made) == {"2026-11-30": "late"}


def test_a_clock_set_back_plans_nothing_twice(store: Store, clock: FakeClock) -> None:
    a_digest(store, clock.now())
    clock.advance(hours=1)
    assert tick(store, clock).planned == 1
    clock.advance(hours=-2)
    planner.replan(store, clock.now())
    planned = 0
    for _ in range(26):
        clock.advance(hours=1)
        planned += tick(store, clock).planned
    assert planned == 1


def test_a_clock_that_was_years_ahead_does_not_silence_a_digest(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    begun = clock.now()
    at(clock, 2031, 1, 1)
    tick(store, clock)
    clock.instant = begun
    assert planner.replan(store, clock.now()) == 1
    found = store.subscriptions.get(TEAM, made.key)
    assert found is not None
    assert found.next_due == datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_a_changed_rule_of_the_zone_moves_the_next_digest(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now(), zone="Europe/Berlin")
    store.db.execute("UPDATE subscriptions SET next_due = '2026-11-30T09:00:00.000000+00:00'")
    assert planner.replan(store, clock.now()) == 1
    found = store.subscriptions.get(TEAM, made.key)
    assert found is not None
    assert found.next_due == datetime(2026, 12, 1, 8, tzinfo=UTC)


def test_a_digest_moved_to_a_later_hour_comes_once_that_day(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    changed = wish(store, made, Wish(at=time(11), timed=True), clock.now())
    assert changed.next_due == datetime(2026, 12, 1, 11, tzinfo=UTC)
    clock.advance(hours=3)
    assert tick(store, clock).planned == 0


def test_a_zone_further_west_gives_no_second_digest_of_the_date(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now() - timedelta(hours=1), zone="Pacific/Auckland", at=time(21))
    assert tick(store, clock).planned == 1
    west = wish(store, made, Wish(zone="Pacific/Honolulu"), clock.now())
    for _ in range(80):
        clock.advance(hours=1)
        tick(store, clock)
    days = list(planned_days(store, west))
    assert len(days) == len(set(days))
    assert days == sorted(days)


def test_off_and_on_again_gives_no_second_digest_of_the_date(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    end(store, made, clock.now())
    again = a_digest(store, clock.now())
    assert again.key == made.key
    assert again.next_due == datetime(2026, 12, 1, 9, tzinfo=UTC)


def test_a_pause_until_a_date_ends_by_itself(store: Store, clock: FakeClock) -> None:
    made = pause(store, a_digest(store, clock.now()), date(2026, 12, 10), clock.now())
    assert made.pause == Pause(ASKED, clock.now(), datetime(2026, 12, 10, tzinfo=UTC))
    at(clock, 2026, 12, 9, 23)
    assert tick(store, clock) == planner.Tick(0, 0)
    at(clock, 2026, 12, 10, 9)
    assert tick(store, clock).planned == 1
    found = store.subscriptions.get(TEAM, made.key)
    assert found is not None
    assert found.pause is None


def test_a_pause_without_a_date_waits_for_resume(store: Store, clock: FakeClock) -> None:
    made = pause(store, a_digest(store, clock.now()), None, clock.now())
    clock.advance(days=40)
    assert tick(store, clock) == planner.Tick(0, 0)
    assert resume(store, made, clock.now()).next_due == clock.now() + timedelta(hours=1)


def test_a_resting_workspace_records_its_dates_as_skipped(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    with store.transaction():
        store.subscriptions.pause_workspace(TEAM, Pause("token_revoked", clock.now(), clock.now() + timedelta(days=7)))
    clock.advance(hours=1)
    assert tick(store, clock) == planner.Tick(0, 1)
    assert planned_days(store, made) == {"2026-11-30": "rests"}
    clock.advance(days=7)
    assert tick(store, clock).planned == 1


def test_a_removed_workspace_plans_nothing(store: Store, clock: FakeClock) -> None:
    a_digest(store, clock.now())
    store.db.execute("UPDATE workspaces SET removed = ?", [clock.now().isoformat()])
    clock.advance(days=3)
    assert tick(store, clock) == planner.Tick(0, 0)


def batch(store: Store, clock: FakeClock) -> None:
    with store.transaction():
        store.sources.add("arxiv:cs.LG", "arxiv", clock.now())
        store.db.execute("UPDATE sources SET batch_seen = ?", [clock.now().isoformat(timespec="microseconds")])


def test_a_digest_of_the_batch_waits_for_it(store: Store, clock: FakeClock) -> None:
    a_digest(store, clock.now() - timedelta(hours=2), at=None)
    assert tick(store, clock).planned == 0
    clock.advance(hours=2)
    batch(store, clock)
    assert tick(store, clock).planned == 0, "a batch comes category by category"
    clock.advance(minutes=11)
    assert [tick(store, clock).planned for _ in range(2)] == [1, 0]


def test_a_batch_before_eight_brings_the_digest_at_eight(store: Store, clock: FakeClock) -> None:
    at(clock, 2026, 11, 30, 4)
    a_digest(store, clock.now(), at=None)
    clock.advance(hours=1)
    batch(store, clock)
    clock.advance(hours=2, minutes=59)
    assert tick(store, clock).planned == 0
    clock.advance(minutes=1)
    assert tick(store, clock).planned == 1


def test_without_a_batch_the_digest_comes_at_six_in_the_evening(store: Store, clock: FakeClock) -> None:
    a_digest(store, clock.now() - timedelta(hours=2), at=None)
    at(clock, 2026, 11, 30, 17, 59)
    assert tick(store, clock).planned == 0
    at(clock, 2026, 11, 30, 18)
    assert tick(store, clock).planned == 1


def test_one_batch_brings_one_digest_over_a_weekend(store: Store, clock: FakeClock) -> None:
    at(clock, 2026, 12, 4, 6)
    made = a_digest(store, clock.now(), at=None)
    clock.advance(minutes=30)
    batch(store, clock)
    for _ in range(4 * 24 * 2):
        clock.advance(minutes=30)
        tick(store, clock)
    slots = {slot.local_date.day for slot in store.slots.recent(TEAM, made.key, 9)}
    assert slots == {4, 5, 6, 7}


def test_a_failed_target_is_taken_up_on_the_platforms_signal(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    failed = wish(store, made, Wish(), clock.now())
    with store.transaction():
        store.subscriptions.change(TEAM, replace(failed, pause=Pause("not_in_channel", clock.now()), next_due=None))
    assert [s.next_due for s in target_is_back(store, TEAM, "ann", clock.now())] == [clock.now() + timedelta(hours=1)]
    assert target_is_back(store, TEAM, "ann", clock.now()) == []


def test_after_a_restore_slots_before_now_are_skipped_and_nothing_is_posted_again(
    store: Store, clock: FakeClock
) -> None:
    made = a_digest(store, clock.now())
    a_post(store, made, clock.now(), day=-1)
    clock.advance(days=3, hours=2)
    done = after_restore(store, clock.now())
    assert (done.skipped, done.doubtful) == (4, 1)
    assert set(planned_days(store, made).values()) == {"restored", "composed"}
    assert tick(store, clock) == planner.Tick(0, 0)
    assert [(post.state, post.resend) for post in store.outbox.open()] == [("unsure", False)]


def test_a_planned_slot_of_before_a_restore_is_skipped(store: Store, clock: FakeClock) -> None:
    a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    assert after_restore(store, clock.now()).skipped == 1
    assert store.slots.planned(9, ["fake"]) == []


@pytest.mark.parametrize("state", [SlotState.SKIPPED, SlotState.EMPTY])
def test_a_date_has_one_slot_whatever_became_of_it(store: Store, clock: FakeClock, state: SlotState) -> None:
    made = a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    with store.transaction():
        slot = store.slots.recent(TEAM, made.key)[0]
        store.slots.close(TEAM, slot.key, state)
        assert store.slots.insert([slot]) == 0
