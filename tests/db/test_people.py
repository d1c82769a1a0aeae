"""Workspaces never see each other; the ledger is only added to, and undo restores what was."""

from datetime import UTC, datetime, timedelta

from db.models import ActKind, Answer, Paper, ProfileKind, SourceId, Subject, Tenant, Verb
from db.store import Store

NOW = datetime(2026, 11, 30, tzinfo=UTC)
HERE, THERE = Tenant("slack", "T1"), Tenant("slack", "T2")


def meet(store: Store, tenant: Tenant = HERE, member: str = "U1") -> tuple[int, int]:
    with store.transaction():
        profile = store.people.meet(tenant, ProfileKind.PERSON, member, NOW)
    return profile.key, store.people.interests(tenant, profile.key)[0].key


def paper(store: Store, number: int) -> int:
    made = Paper(f"seed:{number}", "seed", "Title", "", "Abstract.", "", "", NOW)
    with store.transaction():
        return store.papers.add(made, [SourceId("seed", str(number))]).key


def answer(store: Store, profile: int, interest: int, key: int, kind: Answer = Answer.LIKE) -> int:
    with store.transaction():
        act = store.feedback.begin(HERE, profile, ActKind.ANSWER, NOW)
        store.feedback.add(HERE, profile, interest, [key], kind, act, NOW)
    return act


def test_meeting_twice_is_one_profile_with_one_interest(store: Store) -> None:
    assert meet(store) == meet(store)
    assert len(store.people.profiles(HERE)) == 1


def test_the_same_member_id_in_two_workspaces_is_two_people(store: Store) -> None:
    assert meet(store, HERE) != meet(store, THERE)


def test_no_function_reaches_into_another_workspace(store: Store) -> None:
    profile, interest = meet(store)
    meet(store, THERE)
    act = answer(store, profile, interest, paper(store, 1))
    assert store.people.profile_by_key(THERE, profile) is None
    assert store.people.interests(THERE, profile) == []
    assert store.feedback.active(THERE, profile) == []
    assert store.feedback.last_act(THERE, profile) is None
    with store.transaction():
        store.feedback.undo(THERE, act, NOW)
        store.people.change_profile(THERE, profile, zone="Asia/Tokyo")
        store.people.remember_list(THERE, profile, [])
    assert len(store.feedback.active(HERE, profile)) == 1
    found = store.people.profile_by_key(HERE, profile)
    assert found is not None
    assert found.zone == ""


def test_undo_takes_an_act_back_and_leaves_the_row(store: Store) -> None:
    profile, interest = meet(store)
    act = answer(store, profile, interest, paper(store, 1))
    with store.transaction():
        store.feedback.undo(HERE, act, NOW)
    assert store.feedback.active(HERE, profile) == []
    assert [row["id"] for row in store.db.query("SELECT id FROM feedback WHERE act = ?", [act])] != []


def test_undoing_a_withdrawal_restores_the_very_same_events(store: Store) -> None:
    profile, interest = meet(store)
    for number in (1, 2, 3):
        answer(store, profile, interest, paper(store, number))
    before = store.feedback.active(HERE, profile)
    with store.transaction():
        act = store.feedback.begin(HERE, profile, ActKind.FORGET, NOW)
        store.feedback.withdraw(HERE, act, feedback=[event.key for event in before[:2]])
    assert store.feedback.active(HERE, profile) == before[2:]
    with store.transaction():
        store.feedback.undo(HERE, act, NOW)
    assert store.feedback.active(HERE, profile) == before


def test_a_mute_with_an_end_ends(store: Store) -> None:
    profile, _ = meet(store)
    with store.transaction():
        act = store.feedback.begin(HERE, profile, ActKind.MUTE, NOW)
        until = NOW + timedelta(days=30)
        store.rules.add(HERE, profile, Verb.MUTE, Subject.TOPIC, "biology", act, NOW, until=until)
    assert len(store.rules.active(HERE, profile, NOW)) == 1
    assert store.rules.active(HERE, profile, until) == []


def test_a_removed_interests_name_is_free_again(store: Store) -> None:
    profile, _ = meet(store)
    with store.transaction():
        first = store.people.add_interest(HERE, profile, "proteins", NOW)
        store.people.remove_interest(HERE, first, NOW)
        second = store.people.add_interest(HERE, profile, "Proteins", NOW)
    assert [i.key for i in store.people.interests(HERE, profile)][1:] == [second.key]


def test_a_merge_takes_feedback_along(store: Store) -> None:
    profile, interest = meet(store)
    work, copy = paper(store, 1), paper(store, 2)
    answer(store, profile, interest, copy)
    with store.transaction():
        store.papers.merge(copy, work)
    assert [event.paper for event in store.feedback.active(HERE, profile)] == [work]


def test_the_last_list_is_replaced_as_a_whole(store: Store) -> None:
    profile, _ = meet(store)
    keys = [paper(store, number) for number in (1, 2, 3)]
    with store.transaction():
        store.people.remember_list(HERE, profile, keys)
        store.people.remember_list(HERE, profile, keys[:1])
    assert store.people.last_list(HERE, profile) == keys[:1]
