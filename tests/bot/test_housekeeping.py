"""The daily jobs: backups are kept to a number, old texts go, and a profile nobody uses goes after a notice."""

from datetime import timedelta
from pathlib import Path

from bot.housekeeping import BACKUPS, NOTICE_BEFORE, back_up, let_go
from bot.model_keeper import MODEL_NAME, PREVIOUS_NAME
from bot.refit import fit_model, needs_refit
from bot.settings_operation import OperationSettings
from bot.tenancy import uninstalled
from db.digests import DeliveryState, Draft
from db.models import ProfileKind, Tenant
from db.store import Store
from tests.conftest import LOCAL, START, Chat

TEAM = Tenant("slack", "T1")
SETTINGS = OperationSettings()
IDLE = timedelta(days=SETTINGS.idle_profile_days)


def meet(store: Store, member: str, tenant: Tenant = TEAM, kind: ProfileKind = ProfileKind.PERSON) -> int:
    with store.transaction():
        return store.people.meet(tenant, kind, member, START).key


def test_one_backup_a_day_and_only_the_newest_are_kept(store: Store) -> None:
    settings = OperationSettings(backups_kept=2)
    for day in range(4):
        for _ in range(2):
            back_up(store, settings, START + timedelta(days=day))
    names = sorted(path.name for path in (store.path.parent / BACKUPS).iterdir())
    assert names == ["paperround-2026-12-02.backup.db", "paperround-2026-12-03.backup.db"]


def test_backups_can_be_switched_off(store: Store) -> None:
    assert back_up(store, OperationSettings(backups_kept=0), START) is None
    assert not (store.path.parent / BACKUPS).exists()


def test_an_idle_profile_is_told_a_month_before_and_then_deleted(store: Store) -> None:
    key = meet(store, "U1")
    told_at = START + IDLE - NOTICE_BEFORE
    assert let_go(store, SETTINGS, told_at - timedelta(days=1)) == 0
    assert store.outbox.listed() == []
    for day in range(3):
        assert let_go(store, SETTINGS, told_at + timedelta(days=day)) == 0
    (notice,) = store.outbox.listed()
    assert (notice.target, notice.direct) == ("U1", True)
    assert let_go(store, SETTINGS, told_at + NOTICE_BEFORE - timedelta(days=1)) == 0
    assert let_go(store, SETTINGS, told_at + NOTICE_BEFORE) == 1
    assert store.people.profile_by_key(TEAM, key) is None


def test_whoever_comes_back_after_the_notice_stays(store: Store) -> None:
    meet(store, "U1")
    told_at = START + IDLE - NOTICE_BEFORE
    let_go(store, SETTINGS, told_at)
    with store.transaction():
        store.people.meet(TEAM, ProfileKind.PERSON, "U1", told_at + timedelta(days=3))
    assert let_go(store, SETTINGS, told_at + NOTICE_BEFORE) == 0
    assert store.people.profile(TEAM, ProfileKind.PERSON, "U1") is not None


def test_channels_and_the_machines_own_people_are_never_let_go(store: Store) -> None:
    meet(store, "C1", kind=ProfileKind.CHANNEL)
    meet(store, "me", LOCAL)
    for _ in range(2):
        assert let_go(store, SETTINGS, START + 2 * IDLE) == 0


def test_the_text_of_an_old_post_goes_and_its_row_stays(store: Store) -> None:
    meet(store, "U1")
    with store.transaction():
        key = store.outbox.add(TEAM, Draft("U1", direct=True, payload="secret"), "t" * 16, START, START)
        store.outbox.settle(key, DeliveryState.SENT, reference="1", ended=START)
    let_go(store, SETTINGS, START + timedelta(days=29))
    assert store.outbox.listed()[0].payload == "secret"
    let_go(store, SETTINGS, START + timedelta(days=31))
    assert store.outbox.listed()[0].payload == ""
    assert store.outbox.listed()[0].reference == "1"


def test_a_refit_replaces_the_model_and_keeps_the_former_to_be_compared(chat: Chat) -> None:
    folder: Path = chat.services.store.path.parent
    assert fit_model(folder) == 95
    first = (folder / MODEL_NAME).read_bytes()
    fit_model(folder)
    assert (folder / PREVIOUS_NAME).read_bytes() == first
    chat.services.recommendations.models.reload()
    assert chat.message("today 3").cards


def test_a_small_corpus_needs_no_refit_by_schedule(chat: Chat) -> None:
    assert not needs_refit(chat.services)


def test_a_workspace_that_removed_the_app_is_deleted_after_a_month(store: Store) -> None:
    meet(store, "U1")
    meet(store, "U1", Tenant("slack", "T2"))
    uninstalled(store, TEAM, START)
    let_go(store, SETTINGS, START + timedelta(days=29))
    assert store.people.workspace(TEAM) is not None
    let_go(store, SETTINGS, START + timedelta(days=30))
    assert store.people.workspace(TEAM) is None
    assert store.people.workspace(Tenant("slack", "T2")) is not None
    assert store.check() == []
