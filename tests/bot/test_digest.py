"""What a digest holds: what came in since the last one, never a paper twice, and why a day is empty."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest

from bot.composing import compose_next
from bot.context import Place
from bot.digest import compose
from bot.message import Message, paper_key, plain
from bot.message_json import from_json
from bot.outbox_admin import drop
from bot.subscribing import pause
from db.digests import Slot, SlotState, Subscription
from db.models import ActKind, Answer, Paper, Profile, ProfileKind, Subject, Verb
from db.store import Store
from tests.bot.digest_world import TEAM, a_digest, papers, tick
from tests.conftest import Chat, FakeClock, spoken


def whole(message: Message) -> list[Message]:
    return [message]


def next_digest(chat: Chat, subscription: Subscription, hours: float = 24) -> tuple[Slot, list[Message]]:
    """Let time pass, plan and compose; the slot and its posts as they were frozen."""
    store, clock = chat.services.store, chat.services.clock
    assert isinstance(clock, FakeClock)
    clock.advance(hours=hours)
    assert tick(store, clock).planned == 1
    assert compose_next(chat.services, {"fake": whole}, clock.now())
    slot = store.slots.recent(TEAM, subscription.key)[0]
    posts = [d for d in store.outbox.of_subscription(TEAM, subscription.key, 50) if d.slot == slot.key]
    return slot, [from_json(post.payload) for post in reversed(posts)]


def shown(messages: list[Message]) -> list[int]:
    return [card.paper for message in messages for card in message.cards]


def profile_of(store: Store, subscription: Subscription) -> Profile:
    found = store.people.profile_by_key(TEAM, subscription.profile)
    assert found is not None
    return found


def rule(
    store: Store, profile: Profile, verb: Verb, value: str, now: datetime, subject: Subject = Subject.TOPIC
) -> None:
    with store.transaction():
        act = store.feedback.begin(TEAM, profile.key, ActKind.FOLLOW, now)
        interest = store.people.interests(TEAM, profile.key)[0].key if verb is Verb.FOLLOW else None
        store.rules.add(TEAM, profile.key, verb, subject, value, act, now, interest=interest)


def test_the_first_digest_looks_a_week_back_and_the_next_one_at_what_came_since(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    old = papers(store, 6, clock.now() - timedelta(days=9))
    recent = papers(store, 6, clock.now() - timedelta(days=2), first=10)
    made = a_digest(store, clock.now())
    _, first = next_digest(empty_chat, made, hours=1)
    assert len(shown(first)) == 5
    assert set(shown(first)) <= {paper.key for paper in recent}
    new = papers(store, 7, clock.now() + timedelta(hours=3), first=20)
    slot, second = next_digest(empty_chat, made)
    assert set(shown(second)) <= {paper.key for paper in new}
    assert slot.screened == 7
    assert not set(shown(second)) & {paper.key for paper in old}


def test_the_header_says_how_many_were_screened_since_when_and_from_where(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    papers(store, 12, clock.now() - timedelta(hours=3))
    made = a_digest(store, clock.now(), zone="Pacific/Kiritimati", at=time(1))
    _, (digest,) = next_digest(empty_chat, made, hours=3)
    assert plain(digest.heading) == "Tue 1 Dec · 5 papers of 12 new ones"
    assert "arXiv" in spoken(digest)


def test_no_paper_comes_twice_not_as_a_new_version_nor_from_another_source(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    first_seen = papers(store, 5, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    _, first = next_digest(empty_chat, made, hours=1)
    assert len(shown(first)) == 5
    copies = papers(store, 5, clock.now() + timedelta(hours=1), first=50)
    with store.transaction():
        store.papers.merge(first_seen[0].key, copies[0].key)
        store.papers.merge(copies[1].key, first_seen[1].key)
        again = (clock.now() + timedelta(hours=2)).isoformat(timespec="microseconds")
        store.db.execute("UPDATE papers SET version = 2, first_seen = ? WHERE id = ?", [again, first_seen[2].key])
    _, second = next_digest(empty_chat, made)
    assert sorted(shown(second)) == sorted(copy.key for copy in copies[2:])


def test_two_digests_of_one_person_share_what_was_shown(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    papers(store, 9, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    other = store.subscriptions.get(TEAM, made.key)
    assert other is not None
    with store.transaction():
        second = store.subscriptions.add(TEAM, replace(other, key=0, number=2))
    clock.advance(hours=1)
    assert tick(store, clock).planned == 2
    while compose_next(empty_chat.services, {"fake": whole}, clock.now()):
        pass
    posts = [store.outbox.of_subscription(TEAM, s.key)[0] for s in (made, second)]
    first, later = (set(shown([from_json(post.payload)])) for post in posts)
    assert first
    assert later
    assert not first & later


def test_too_few_new_papers_are_filled_up_with_unshown_ones_and_it_says_so(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    papers(store, 9, clock.now() - timedelta(days=1))
    made = a_digest(store, clock.now())
    next_digest(empty_chat, made, hours=1)
    papers(store, 2, clock.now() + timedelta(hours=1), first=50)
    _, (digest,) = next_digest(empty_chat, made)
    assert len(shown([digest])) == 5
    assert "Only 2 new papers came in since" in spoken(digest)
    assert "not shown before" in spoken(digest)


def test_enough_new_papers_are_never_mixed_with_old_ones(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    papers(store, 30, clock.now() - timedelta(days=1))
    made = a_digest(store, clock.now())
    next_digest(empty_chat, made, hours=1)
    new = papers(store, 5, clock.now() + timedelta(hours=1), first=50)
    _, (digest,) = next_digest(empty_chat, made)
    assert set(shown([digest])) == {paper.key for paper in new}
    assert "not shown before" not in spoken(digest)


def test_a_paper_first_seen_late_joins_the_next_digest(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    papers(store, 6, clock.now() - timedelta(days=1))
    made = a_digest(store, clock.now())
    next_digest(empty_chat, made, hours=1)
    late = Paper("arxiv:2602.00001", "arxiv", "Late", "s", "a", "Late", "a", clock.now() + timedelta(hours=2),
                 submitted=clock.now() - timedelta(days=24))  # fmt: skip
    with store.transaction():
        key = store.papers.add(late, []).key
    papers(store, 4, clock.now() + timedelta(hours=3), first=70)
    _, messages = next_digest(empty_chat, made)
    assert key in shown(messages)


def test_mondays_digest_holds_what_came_in_since_fridays(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    clock.advance(days=-3)
    friday = clock.now()
    made = a_digest(store, friday, days=(0, 1, 2, 3, 4))
    papers(store, 6, friday - timedelta(hours=1))
    next_digest(empty_chat, made, hours=1)
    evening = papers(store, 3, friday + timedelta(hours=14), first=50)
    sunday = papers(store, 3, friday + timedelta(days=2, hours=17), first=60)
    slot, messages = next_digest(empty_chat, made, hours=72)
    assert slot.local_date.isoformat() == "2026-11-30"
    assert slot.screened == 6
    assert set(shown(messages)) <= {paper.key for paper in (*evening, *sunday)}


def test_a_digest_that_could_not_be_sent_gives_its_papers_to_the_next(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    found = papers(store, 5, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    next_digest(empty_chat, made, hours=1)
    drop(store, store.outbox.of_subscription(TEAM, made.key)[0].key, clock.now())
    _, messages = next_digest(empty_chat, made)
    assert sorted(shown(messages)) == [paper.key for paper in found]


def test_a_pause_calls_off_what_is_on_its_way_and_keeps_its_papers(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    papers(store, 5, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    next_digest(empty_chat, made, hours=1)
    pause(store, made, None, clock.now())
    assert store.outbox.open() == []
    assert store.slots.seen(TEAM, made.profile) == frozenset()


def test_a_paper_that_was_kept_after_a_digest_under_an_earlier_time_is_in_the_next(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    papers(store, 6, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    next_digest(empty_chat, made, hours=1)
    slowly = papers(store, 5, clock.now() - timedelta(minutes=20), first=50)
    backfilled = papers(store, 5, clock.now() - timedelta(days=20), first=60)
    slot, messages = next_digest(empty_chat, made)
    assert sorted(shown(messages)) == [paper.key for paper in slowly]
    assert slot.screened == 5
    assert not set(shown(messages)) & {paper.key for paper in backfilled}


def test_a_day_without_papers_says_since_when_and_what_comes_next(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    made = a_digest(store, clock.now())
    slot, (line,) = next_digest(empty_chat, made, hours=1)
    assert slot.state is SlotState.EMPTY
    assert slot.reason.startswith("Nothing new was announced since")
    assert "Next: Tue 1 Dec, 09:00." in spoken(line)
    assert "[Show anyway]" in spoken(line)


def test_a_stalled_source_is_named_on_an_empty_day(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    with store.transaction():
        store.sources.add("arxiv:cs.LG", "arxiv", clock.now() - timedelta(days=30), title="arXiv cs.LG")
        seen = (clock.now() - timedelta(days=20)).isoformat(timespec="microseconds")
        store.db.execute("UPDATE sources SET batch_day = '2026-11-10', batch_seen = ?", [seen])
    slot, _ = next_digest(empty_chat, a_digest(store, clock.now()), hours=1)
    assert "arXiv cs.LG has stalled: its last papers came on Tue 10 Nov" in slot.reason


def test_a_day_on_which_mutes_hide_everything_says_how_many(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    papers(store, 6, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    rule(store, profile_of(store, made), Verb.MUTE, "topic", clock.now())
    slot, _ = next_digest(empty_chat, made, hours=1)
    assert slot.reason == "All that is new is hidden by mutes: 6 papers."


def test_a_quiet_person_gets_no_line_on_an_empty_day(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    with store.transaction():
        store.people.change_profile(TEAM, made.profile, quiet=True)
    slot, messages = next_digest(empty_chat, made, hours=1)
    assert (slot.state, messages) == (SlotState.EMPTY, [])


def test_a_channel_gets_a_line_only_after_a_week_of_silence(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL)
    said = [len(next_digest(empty_chat, made, hours=24 if day else 1)[1]) for day in range(16)]
    assert said == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0]


def test_an_answered_paper_never_comes(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    found = papers(store, 6, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    profile = profile_of(store, made)
    with store.transaction():
        interest = store.people.interests(TEAM, profile.key)[0].key
        act = store.feedback.begin(TEAM, profile.key, ActKind.ANSWER, clock.now())
        store.feedback.add(TEAM, profile.key, interest, [found[0].key, found[1].key], Answer.KNOWN, act, clock.now())
    _, messages = next_digest(empty_chat, made, hours=1)
    assert sorted(shown(messages)) == [paper.key for paper in found[2:]]


def test_a_crash_before_the_freeze_leaves_the_slot_planned(
    empty_chat: Chat, store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers(store, 6, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(store.slots), "close", killed)
    with pytest.raises(KeyboardInterrupt):
        compose_next(empty_chat.services, {"fake": whole}, clock.now())
    monkeypatch.undo()
    assert store.slots.recent(TEAM, made.key)[0].state is SlotState.PLANNED
    assert store.outbox.open() == []
    assert store.slots.seen(TEAM, made.profile) == frozenset()


def test_a_digest_that_cannot_be_composed_stops_no_other(
    empty_chat: Chat, store: Store, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    papers(store, 6, clock.now() - timedelta(hours=2))
    broken, fine = a_digest(store, clock.now()), a_digest(store, clock.now(), "bob")
    store.db.execute("UPDATE subscriptions SET size = -1 WHERE id = ?", [broken.key])
    clock.advance(hours=1)
    tick(store, clock)

    def split(message: Message) -> list[Message]:
        if len(message.cards) != 5:
            raise RuntimeError("boom")
        return [message]

    while compose_next(empty_chat.services, {"fake": split}, clock.now()):
        pass
    assert store.slots.recent(TEAM, broken.key)[0].state is SlotState.FAILED
    assert store.slots.recent(TEAM, fine.key)[0].state is SlotState.COMPOSED
    assert "boom" in caplog.text


@pytest.mark.parametrize(("hours", "state"), [(11, SlotState.EMPTY), (13, SlotState.EXPIRED)])
def test_a_digest_is_composed_up_to_twelve_hours_late(
    empty_chat: Chat, store: Store, clock: FakeClock, hours: int, state: SlotState
) -> None:
    made = a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    clock.advance(hours=hours)
    assert compose_next(empty_chat.services, {"fake": whole}, clock.now())
    assert store.slots.recent(TEAM, made.key)[0].state is state


def test_a_zone_that_is_gone_from_the_machine_stops_nobodys_digest(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    made, other = a_digest(store, clock.now()), a_digest(store, clock.now(), "bob")
    store.db.execute("UPDATE subscriptions SET zone = 'Mars/Olympus' WHERE id = ?", [made.key])
    clock.advance(hours=1)
    assert tick(store, clock).planned == 2
    while compose_next(empty_chat.services, {"fake": whole}, clock.now()):
        pass
    assert {store.slots.recent(TEAM, one.key)[0].state for one in (made, other)} == {SlotState.EMPTY}


def test_a_slot_that_waited_too_long_expires(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    made = a_digest(store, clock.now())
    clock.advance(hours=1)
    tick(store, clock)
    clock.advance(hours=23)
    assert not compose_next(empty_chat.services, {"fake": whole}, clock.now())
    assert store.slots.recent(TEAM, made.key)[0].state is SlotState.EXPIRED


def test_the_numbers_on_a_digests_cards_can_be_typed(empty_chat: Chat, store: Store, clock: FakeClock) -> None:
    papers(store, 6, clock.now() - timedelta(hours=2))
    made = a_digest(store, clock.now())
    _, messages = next_digest(empty_chat, made, hours=1)
    ann = empty_chat.someone_else("ann", TEAM)
    ann("like 2")
    liked = [event.paper for event in store.feedback.active(TEAM, made.profile)]
    assert liked == [shown(messages)[1]]


class TestChannels:
    """A channel's digest: its keepers' rules, its members' votes, and nothing of any one of them."""

    def test_up_to_five_cards_are_in_the_message_and_more_in_its_thread(
        self, empty_chat: Chat, store: Store, clock: FakeClock
    ) -> None:
        papers(store, 20, clock.now() - timedelta(hours=2))
        few = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL)
        _, messages = next_digest(empty_chat, few, hours=1)
        assert [len(message.cards) for message in messages] == [5]
        many = a_digest(store, clock.now(), "C2", ProfileKind.CHANNEL, size=9)
        with store.transaction():
            store.subscriptions.change(TEAM, replace(few, next_due=None))
        _, messages = next_digest(empty_chat, many)
        assert [len(message.cards) for message in messages] == [0, 9]
        assert "in this thread" in spoken(messages[0])
        assert all(message.shared for message in messages)

    def test_keepers_rules_choose(self, empty_chat: Chat, store: Store, clock: FakeClock) -> None:
        found = papers(store, 20, clock.now() - timedelta(hours=2))
        made = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL, size=1)
        rule(store, profile_of(store, made), Verb.FOLLOW, "words 13", clock.now())
        _, messages = next_digest(empty_chat, made, hours=1)
        assert shown(messages) == [found[13].key]

    def test_members_votes_choose(self, empty_chat: Chat, store: Store, clock: FakeClock) -> None:
        channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL, size=3)
        with store.transaction():
            for n, words in enumerate(
                ["graph networks for molecules", "speech of birds", "molecules and graphs again", "prices of bread"]
            ):
                seen = clock.now() - timedelta(days=20 if n == 0 else 0, hours=2)
                store.papers.add(Paper(f"arxiv:{n}", "arxiv", words, words, words, words, words, seen), [])
            store.slots.show(TEAM, channel.profile, [1], None, clock.now())
        vote(empty_chat, "bob", "C1", 1, days_known=30)
        _, messages = next_digest(empty_chat, channel, hours=1)
        assert shown(messages)[0] == 3

    @pytest.mark.parametrize(("voters", "told"), [(2, False), (3, True)])
    def test_a_card_counts_members_from_three_on(
        self, empty_chat: Chat, store: Store, clock: FakeClock, voters: int, told: bool
    ) -> None:
        channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL, size=1)
        with store.transaction():
            for number, words in enumerate(["graph networks for molecules", "prices of bread", "molecules and graphs"]):
                seen = clock.now() - timedelta(days=0 if number else 20, hours=2)
                store.papers.add(Paper(f"arxiv:{number}", "arxiv", words, words, words, words, words, seen), [])
            store.slots.show(TEAM, channel.profile, [1], None, clock.now())
        for number in range(voters):
            vote(empty_chat, f"U{number}", "C1", 1, days_known=30)
        _, (digest,) = next_digest(empty_chat, channel, hours=1)
        assert (f"{voters} of you liked papers like this" in spoken(digest)) is told
        assert shown([digest]) == [3]

    def test_no_name_text_or_id_of_a_member_is_in_a_shared_payload(
        self, empty_chat: Chat, store: Store, clock: FakeClock
    ) -> None:
        found = papers(store, 30, clock.now() - timedelta(hours=2))
        channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL, size=9)
        members = ["U0SECRETBOB", "U0SECRETCYD"]
        with store.transaction():
            store.slots.show(TEAM, channel.profile, [found[0].key, found[1].key], None, clock.now())
            store.channels.add_keeper(TEAM, channel.profile, members[0], "Bob Secretkeeper", clock.now())
            store.people.add_interest(TEAM, channel.profile, "what Bob wants", clock.now())
        rule(store, profile_of(store, channel), Verb.FOLLOW, "words", clock.now())
        for member in members:
            vote(empty_chat, member, "C1", found[0].key, days_known=30)
            person = empty_chat.someone_else(member, TEAM)
            person("follow private passion of mine")
            person("interests add clandestine hobby")
            person("mute hated subject")
            person("like " + found[1].id)
        next_digest(empty_chat, channel, hours=1)
        frozen = "".join(post.payload for post in store.outbox.of_subscription(TEAM, channel.key, 50))
        assert len(frozen) > 1000
        liked = [f'"{paper.title}"' for paper in found[:2]]
        words = [
            "SECRET",
            "Secretkeeper",
            "private passion",
            "clandestine",
            "hated subject",
            "owner",
            "Bob",
            "main",
            *liked,
        ]
        assert [word for word in words if word.casefold() in frozen.casefold()] == []

    def test_a_paper_the_lab_had_is_marked_in_my_digest(self, empty_chat: Chat, store: Store, clock: FakeClock) -> None:
        found = papers(store, 5, clock.now() - timedelta(hours=2))
        channel = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL)
        mine = a_digest(store, clock.now(), "ann")
        with store.transaction():
            store.db.execute("UPDATE profiles SET name = 'lab' WHERE member = 'C1'")
            store.slots.show(TEAM, channel.profile, [found[0].key], None, clock.now())
            store.channels.met(TEAM, channel.profile, "ann", clock.now())
        clock.advance(hours=1)
        tick(store, clock)
        while compose_next(empty_chat.services, {"fake": whole}, clock.now()):
            pass
        message = from_json(store.outbox.of_subscription(TEAM, mine.key)[0].payload)
        assert {card.paper: card.marks for card in message.cards}[found[0].key] == ("also in #lab",)
        with store.transaction():
            store.channels.left(TEAM, channel.profile, "ann", clock.now())
            assert store.slots.channels_with(TEAM, "ann", [found[0].key]) == {}

    def test_a_paper_the_lab_had_can_be_left_out(self, empty_chat: Chat, store: Store, clock: FakeClock) -> None:
        found = papers(store, 5, clock.now() - timedelta(hours=2))
        channel, mine = a_digest(store, clock.now(), "C1", ProfileKind.CHANNEL), a_digest(store, clock.now(), "ann")
        with store.transaction():
            store.slots.show(TEAM, channel.profile, [found[0].key], None, clock.now())
            store.channels.met(TEAM, channel.profile, "ann", clock.now())
        composed = compose(empty_chat.services, replace(mine, repeats=False), profile_of(store, mine), clock.now())
        assert sorted(shown(list(composed.messages))) == [paper.key for paper in found[1:]]


def vote(chat: Chat, member: str, channel: str, paper: int, *, days_known: int, line: str = "like") -> None:
    """A member known for so long answers a paper of the channel, in the channel."""
    store, now = chat.services.store, chat.services.clock.now()
    there = store.people.profile(TEAM, ProfileKind.CHANNEL, channel)
    assert there is not None
    with store.transaction():
        store.channels.met(TEAM, there.key, member, now - timedelta(days=days_known))
    chat.someone_else(member, TEAM, place=Place(channel, "lab", is_direct=False)).press(
        f"{line}?paper={paper_key(paper)}"
    )


def test_whoever_saved_a_paper_is_told_once_of_its_new_version_and_withdrawal(
    empty_chat: Chat, store: Store, clock: FakeClock
) -> None:
    old = papers(store, 3, clock.now() - timedelta(days=40))
    made = a_digest(store, clock.now())
    profile = profile_of(store, made)
    interest = store.people.interests(TEAM, profile.key)[0].key
    with store.transaction():
        act = store.feedback.begin(TEAM, profile.key, ActKind.ANSWER, clock.now())
        store.feedback.add(TEAM, profile.key, interest, [old[0].key, old[1].key], Answer.SAVE, act, clock.now())
    papers(store, 6, clock.now(), first=10)
    next_digest(empty_chat, made, hours=1)
    papers(store, 12, clock.now() + timedelta(hours=1), first=20)
    with store.transaction():
        store.copies.changed(old[0].key, 2, clock.now() + timedelta(hours=1), withdrawn=False)
        store.copies.changed(old[1].key, 1, clock.now() + timedelta(hours=1), withdrawn=True)
        store.copies.changed(old[2].key, 3, clock.now() + timedelta(hours=1), withdrawn=False)
    _, posts = next_digest(empty_chat, made)
    told = "\n".join(spoken(post) for post in posts)
    assert "has a new version (2)" in told
    assert "was withdrawn by its authors" in told
    assert told.count("Of your library") == 2
    papers(store, 6, clock.now() + timedelta(hours=1), first=40)
    _, posts = next_digest(empty_chat, made)
    assert not any("Of your library" in spoken(post) for post in posts)
