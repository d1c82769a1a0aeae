"""Subscriptions, slots, posts and votes: a workspace sees its own, the planner's work grows with what is due."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot import planner
from db.digests import ChannelSettings, DeliveryState, Draft, Pause, Slot, SlotState
from db.models import ActKind, Answer, ProfileKind, Tenant
from db.store import Store
from tests.bot.digest_world import TEAM, a_digest, a_post, a_profile, papers
from tests.conftest import FakeClock

OTHER = Tenant("fake", "T2")


def test_another_workspace_sees_and_changes_nothing(store: Store, clock: FakeClock) -> None:
    now = clock.now()
    made = a_digest(store, now)
    post = a_post(store, made, now, shown=[paper.key for paper in papers(store, 2, now)])[0]
    with store.transaction():
        store.people.meet(OTHER, ProfileKind.PERSON, "eve", now)
        store.subscriptions.change(OTHER, replace(made, size=19))
        assert post.slot is not None
        store.slots.close(OTHER, post.slot, SlotState.FAILED, "eve was here")
        store.subscriptions.pause_workspace(OTHER, Pause("asked", now))
    assert store.subscriptions.get(OTHER, made.key) is None
    assert store.subscriptions.of_profile(OTHER, made.profile) == []
    assert store.subscriptions.of_target(OTHER, "ann") == []
    assert store.subscriptions.of_workspace(OTHER) == []
    assert store.slots.recent(OTHER, made.key) == []
    assert store.slots.get(OTHER, post.slot) is None
    assert store.slots.seen(OTHER, made.profile) == frozenset()
    assert store.slots.covered(OTHER, made.key) is None
    assert store.outbox.of_subscription(OTHER, made.key) == []
    assert store.subscriptions.workspace_pause(TEAM) is None
    assert store.subscriptions.get(TEAM, made.key) == made
    assert store.slots.recent(TEAM, made.key)[0].reason == ""


def test_another_workspace_has_no_say_in_a_channel(store: Store, clock: FakeClock) -> None:
    channel = a_profile(store, clock.now(), "C1", ProfileKind.CHANNEL)
    with store.transaction():
        store.channels.add_keeper(TEAM, channel.key, "ann", "Ann", clock.now())
        store.people.meet(OTHER, ProfileKind.PERSON, "eve", clock.now())
        assert not store.channels.remove_keeper(OTHER, channel.key, "ann")
        store.channels.left(OTHER, channel.key, "ann", clock.now())
    assert store.channels.keepers(OTHER, channel.key) == {}
    assert store.channels.keepers(TEAM, channel.key) == {"ann": "Ann"}


def test_a_subscription_comes_back_as_it_was_stored(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now(), at=None, days=(0, 3), size=7, interests=(1,), zone="Asia/Kolkata")
    assert store.subscriptions.get(TEAM, made.key) == made
    assert made.next_due == datetime(2026, 12, 3, 2, 30, tzinfo=UTC)
    assert made.waits_until == datetime(2026, 12, 3, 12, 30, tzinfo=UTC)


def test_a_date_gets_one_slot_and_a_slot_one_post_a_part(store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    day = Slot(0, TEAM, made.key, date(2026, 12, 1), clock.now(), SlotState.PLANNED)
    post = Draft("ann", direct=True, payload="{}")
    with store.transaction():
        assert [store.slots.insert([day]), store.slots.insert([day])] == [1, 0]
        key = store.slots.recent(TEAM, made.key)[0].key
        for part in (0, 1):
            store.outbox.add(TEAM, post, f"t{part}", clock.now(), clock.now(), slot=key, part=part)
    with pytest.raises(Exception, match="UNIQUE"), store.transaction():
        store.outbox.add(TEAM, post, "t9", clock.now(), clock.now(), slot=key, part=1)


def test_a_post_is_claimed_by_one_worker_alone(store: Store, clock: FakeClock) -> None:
    a_post(store, a_digest(store, clock.now()), clock.now())
    lease = clock.now() + timedelta(seconds=90)
    with store.transaction():
        claims = [store.outbox.claim(clock.now(), lease, 5, ["fake"]) for _ in range(3)]
    assert [len(claim) for claim in claims] == [1, 0, 0]
    assert claims[0][0].state is DeliveryState.SENDING


def statements(store: Store, work: Callable[[], object]) -> int:
    """How many statements some work takes: what it costs, on any machine."""
    counted = [0]

    def count(_: str) -> None:
        counted[0] += 1

    store.db.conn.set_trace_callback(count)
    work()
    store.db.conn.set_trace_callback(None)
    return counted[0]


def test_planning_costs_a_few_statements_a_digest_and_none_for_who_is_not_due(store: Store, clock: FakeClock) -> None:
    for number in range(60):
        a_digest(store, clock.now(), f"P{number}", **({} if number < 30 else {"days": (3,)}))  # type: ignore[arg-type]
    idle = statements(store, lambda: planner.tick(store, clock.now()))
    clock.advance(hours=1)
    busy = statements(store, lambda: planner.tick(store, clock.now()))
    assert idle <= 6
    assert busy <= idle + 30 * 3 + 3


def test_what_runs_every_second_reads_no_table_from_end_to_end(store: Store, clock: FakeClock) -> None:
    now, lease = clock.now(), clock.now() + timedelta(seconds=90)
    a_post(store, a_digest(store, now), now)
    asked: list[str] = []
    store.db.conn.set_trace_callback(asked.append)
    with store.transaction():
        store.subscriptions.due(now, None, 500)
        store.slots.planned(1, ["fake"])
        store.slots.stale(now)
        store.outbox.overdue(now)
        store.outbox.doubtful(now, lease, 5, ["fake"])
        store.outbox.claim(now, lease, 5, ["fake"])
    store.db.conn.set_trace_callback(None)
    selects = [sql for sql in asked if sql.startswith("SELECT")]
    plans = [row[3] for sql in selects for row in store.db.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert len(selects) >= 6
    assert [plan for plan in plans if plan.startswith("SCAN") and "INDEX" not in plan] == []


def test_a_removed_workspace_is_posted_nothing(store: Store, clock: FakeClock) -> None:
    a_post(store, a_digest(store, clock.now()), clock.now())
    store.db.execute("UPDATE workspaces SET removed = ?", [clock.now().isoformat()])
    with store.transaction():
        assert store.outbox.claim(clock.now(), clock.now() + timedelta(seconds=90), 5, ["fake"]) == []


class TestVotes:
    """Whose answers count for a channel, and how much."""

    def vote(self, store: Store, member: str, paper: int, now: datetime, answer: Answer = Answer.LIKE) -> int:
        person = a_profile(store, now, member)
        channel = a_profile(store, now, "C1", ProfileKind.CHANNEL)
        with store.transaction():
            interest = store.people.interests(TEAM, person.key)[0].key
            act = store.feedback.begin(TEAM, person.key, ActKind.ANSWER, now)
            store.feedback.add(TEAM, person.key, interest, [paper], answer, act, now)
            store.channels.count_act(TEAM, channel.key, act)
        return act

    def member(self, store: Store, member: str, since: datetime, *, trusted: bool | None = None) -> int:
        channel = a_profile(store, since, "C1", ProfileKind.CHANNEL)
        with store.transaction():
            store.channels.met(TEAM, channel.key, member, since, trusted=trusted)
        return channel.key

    def test_members_known_for_a_week_count_alike(self, store: Store, clock: FakeClock) -> None:
        now = clock.now()
        first, second = (paper.key for paper in papers(store, 2, now))
        for name, days in (("ann", 400), ("bob", 7), ("cyd", 6)):
            channel = self.member(store, name, now - timedelta(days=days))
            self.vote(store, name, first, now)
        self.vote(store, "ann", second, now, Answer.DISLIKE)
        votes = store.channels.votes(TEAM, channel, now)
        assert [(vote.paper, vote.answer, vote.weight) for vote in votes] == [
            (first, Answer.LIKE, 1.0), (first, Answer.LIKE, 1.0), (second, Answer.DISLIKE, 1.0),
        ]  # fmt: skip

    def test_a_trusted_role_counts_at_once(self, store: Store, clock: FakeClock) -> None:
        channel = self.member(store, "ann", clock.now(), trusted=True)
        self.vote(store, "ann", papers(store, 1, clock.now())[0].key, clock.now())
        assert len(store.channels.votes(TEAM, channel, clock.now())) == 1

    def test_votes_halve_in_ninety_days(self, store: Store, clock: FakeClock) -> None:
        channel = self.member(store, "ann", clock.now() - timedelta(days=30))
        self.vote(store, "ann", papers(store, 1, clock.now())[0].key, clock.now())
        weights = [store.channels.votes(TEAM, channel, clock.now() + timedelta(days=d))[0].weight for d in (0, 90, 180)]
        assert weights == [1.0, 0.5, 0.25]

    def test_who_left_counts_no_more_and_is_new_when_back(self, store: Store, clock: FakeClock) -> None:
        now = clock.now()
        channel = self.member(store, "ann", now - timedelta(days=30))
        self.vote(store, "ann", papers(store, 1, now)[0].key, now)
        with store.transaction():
            store.channels.left(TEAM, channel, "ann", now)
        assert store.channels.votes(TEAM, channel, now) == []
        self.member(store, "ann", now + timedelta(days=1))
        assert store.channels.votes(TEAM, channel, now + timedelta(days=2)) == []
        assert len(store.channels.votes(TEAM, channel, now + timedelta(days=8))) == 1

    def test_the_last_answer_to_a_paper_counts_once(self, store: Store, clock: FakeClock) -> None:
        paper = papers(store, 1, clock.now())[0].key
        channel = self.member(store, "ann", clock.now() - timedelta(days=30))
        for answer in (Answer.LIKE, Answer.LIKE, Answer.DISLIKE):
            self.vote(store, "ann", paper, clock.now(), answer)
        assert [vote.answer for vote in store.channels.votes(TEAM, channel, clock.now())] == [Answer.DISLIKE]

    def test_undo_takes_a_vote_back_from_the_channel_too(self, store: Store, clock: FakeClock) -> None:
        channel = self.member(store, "ann", clock.now() - timedelta(days=30))
        act = self.vote(store, "ann", papers(store, 1, clock.now())[0].key, clock.now())
        with store.transaction():
            store.feedback.undo(TEAM, act, clock.now())
        assert store.channels.votes(TEAM, channel, clock.now()) == []

    def test_a_reset_leaves_older_votes_out_and_the_members_answers_alone(self, store: Store, clock: FakeClock) -> None:
        old, new = (paper.key for paper in papers(store, 2, clock.now()))
        channel = self.member(store, "ann", clock.now() - timedelta(days=30))
        self.vote(store, "ann", old, clock.now())
        with store.transaction():
            store.channels.change_settings(TEAM, channel, ChannelSettings(votes_since=clock.now()))
        self.vote(store, "ann", new, clock.now() + timedelta(hours=1))
        assert [vote.paper for vote in store.channels.votes(TEAM, channel, clock.now() + timedelta(hours=2))] == [new]
        person = store.people.profile(TEAM, ProfileKind.PERSON, "ann")
        assert person is not None
        assert len(store.feedback.active(TEAM, person.key)) == 2

    def test_a_vote_that_leaves_carries_nobody(self, store: Store, clock: FakeClock) -> None:
        channel = self.member(store, "ann", clock.now() - timedelta(days=30))
        self.vote(store, "ann", papers(store, 1, clock.now())[0].key, clock.now())
        vote = store.channels.votes(TEAM, channel, clock.now())[0]
        assert set(vote.__slots__) == {"paper", "answer", "weight"}
