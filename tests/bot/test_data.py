"""Everything kept about a person can be had, and can be got rid of."""

import json
import shutil
from datetime import timedelta

from db import erased
from db.models import ProfileKind, Tenant
from db.privacy import DELETED_FIRST, OF_MEMBER, OF_PROFILE
from db.store import DATABASE_NAME, Store, open_store
from tests.conftest import LOCAL, START, Chat


def fill(chat: Chat) -> None:
    for line in ("follow zebrafish", "mute author:Ann Li", "interests add two", "search diffusion", "like 1", "save 2",
                 "dislike 3", "remove zebrafish", "today 3"):  # fmt: skip
        chat(line)


def test_the_export_holds_every_table_and_the_library(chat: Chat) -> None:
    fill(chat)
    message = chat.message("mydata export")
    tables = json.loads(message.files[0].content)["tables"]
    assert {table for table, _ in (*OF_PROFILE, *OF_MEMBER)} < set(tables)
    assert len(tables["feedback"]) == 3
    assert message.files[1].content.startswith(b"@misc")


def test_an_export_holds_nothing_of_others(chat: Chat) -> None:
    chat.someone_else("bob")("follow secret project")
    fill(chat)
    assert b"secret project" not in chat.message("mydata export").files[0].content


def test_the_lists_of_tables_name_every_table_with_a_persons_rows(store: Store) -> None:
    named = {table for table, _ in (*OF_PROFILE, *OF_MEMBER)} | {"profiles"}
    assert set(DELETED_FIRST) == {table for table, _ in OF_PROFILE}
    for table in store.db.tables:
        columns = {column.name for column in table.columns}
        if columns & {"profile", "member", "feedback", "subscription", "act"}:
            assert table.name in named, table.name


def test_deleting_asks_first_and_then_leaves_no_row(chat: Chat) -> None:
    fill(chat)
    profile = chat.context().profile
    assert "for good" in chat("mydata delete")
    reply = chat("mydata delete yes")
    assert "feedback: 3" in reply
    store = chat.services.store
    assert store.people.profile(LOCAL, ProfileKind.PERSON, "ann") is None
    assert not any(store.privacy.everything(LOCAL, profile.key, "ann").values())
    assert store.check() == []


def test_deleting_leaves_others_as_they_were(chat: Chat) -> None:
    bob = chat.someone_else("bob")
    fill(bob)
    before = bob.services.store.privacy.everything(LOCAL, bob.context().profile.key, "bob")
    fill(chat)
    chat("mydata delete yes")
    assert bob.services.store.privacy.everything(LOCAL, bob.context().profile.key, "bob") == before


def test_a_restored_backup_deletes_the_deleted_again(chat: Chat) -> None:
    fill(chat)
    store, folder = chat.services.store, chat.services.store.path.parent
    store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(store.path, folder / "old.db")
    chat("mydata delete yes")
    other = folder / "restored"
    other.mkdir()
    shutil.copy(folder / "old.db", other / DATABASE_NAME)
    shutil.copy(folder / erased.NAME, other)
    restored = open_store(other)
    try:
        assert restored.people.profile(LOCAL, ProfileKind.PERSON, "ann") is not None
        assert erased.erase_again(restored, other) == 1
        assert restored.people.profile(LOCAL, ProfileKind.PERSON, "ann") is None
    finally:
        restored.close()


def test_the_file_of_the_deleted_names_nobody(chat: Chat) -> None:
    chat("mydata delete yes")
    kept = (chat.services.store.path.parent / erased.NAME).read_text()
    assert "ann" not in kept
    assert (chat.services.store.path.parent / erased.NAME).stat().st_mode & 0o777 == 0o600


def test_a_waiting_file_is_its_owners_alone_and_goes_after_a_day(store: Store) -> None:
    here, there = Tenant("slack", "T1"), Tenant("slack", "T2")
    with store.transaction():
        mine = store.people.meet(here, ProfileKind.PERSON, "U1", START).key
        store.people.meet(there, ProfileKind.PERSON, "U1", START)
        key = store.privacy.keep_upload(here, mine, "a.bib", b"\x00bytes", START)
    assert store.privacy.upload(here, mine, key) == ("a.bib", b"\x00bytes")
    assert store.privacy.upload(there, mine, key) is None
    with store.transaction():
        store.privacy.keep_upload(here, mine, "b.bib", b"", START + timedelta(days=2))
    assert store.privacy.upload(here, mine, key) is None
