"""Comparing two rankings in live digests: only when asked, said in the digest, refused by whoever will not."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bot.digest import compose
from bot.model_keeper import MODEL_NAME, PREVIOUS_NAME
from bot.recommendations import Recommendations
from bot.report import report
from bot.texts import trial as texts
from db.digests import Subscription
from tests.conftest import START, Chat, spoken


@pytest.fixture
def trying(chat: Chat) -> Chat:
    """A chat whose machine has a former model, and compares it with the serving one."""
    folder: Path = chat.services.store.path.parent
    chat.services.recommendations.models.serving().features.save(folder / MODEL_NAME)
    shutil.copy(folder / MODEL_NAME, folder / PREVIOUS_NAME)
    challenger = Recommendations(chat.services.store, folder, PREVIOUS_NAME)
    return replace(chat, services=replace(chat.services, challenger=challenger))


def digest_of(chat: Chat) -> Subscription:
    return Subscription(
        key=0, tenant=chat.tenant, profile=chat.context().profile.key, number=1, target=chat.person, direct=True,
        owner=chat.person, at=None, days=(0,), zone="UTC", size=5, interests=(), created=START,
    )  # fmt: skip


def composed(chat: Chat):  # type: ignore[no-untyped-def]
    return compose(chat.services, digest_of(chat), chat.context().profile, START)


def test_a_digest_of_two_orders_says_so_and_knows_who_gave_what(trying: Chat) -> None:
    trying("follow diffusion models")
    found = composed(trying)
    assert texts.TWO_ORDERS in spoken(found.messages[0])
    assert sorted(found.teams) == sorted(card.paper for card in found.messages[0].cards)
    assert set(found.teams.values()) == {0, 1}


def test_whoever_refuses_gets_one_order(trying: Chat) -> None:
    trying("follow diffusion models")
    assert texts.OFF in trying("trial off")
    found = composed(trying)
    assert found.teams == {}
    assert texts.TWO_ORDERS not in spoken(found.messages[0])
    trying("trial on")
    assert composed(trying).teams


def test_without_the_setting_there_is_no_second_order(chat: Chat) -> None:
    chat("follow diffusion models")
    assert composed(chat).teams == {}


def test_likes_are_counted_for_the_ranking_that_gave_the_paper(trying: Chat) -> None:
    store = trying.services.store
    trying("follow diffusion models")
    found = composed(trying)
    first = next(key for key, team in found.teams.items() if team == 0)
    with store.transaction():
        profile = trying.context().profile.key
        from db.digests import Slot, SlotState

        subscription = store.subscriptions.add(trying.tenant, digest_of(trying))
        store.slots.insert([Slot(0, trying.tenant, subscription.key, START.date(), START, SlotState.PLANNED, "")])
        slot = store.slots.recent(trying.tenant, subscription.key)[0]
        store.trials.record(trying.tenant, profile, slot.key, found.teams)
    assert report(store, START).trial is None
    paper = store.papers.get(first)
    assert paper is not None
    trying(f"like {paper.id}")
    assert store.trials.likes() == [(1, 0)]
    trial = report(store, START).trial
    assert trial is not None
    assert trial.wins == (1, 0)
