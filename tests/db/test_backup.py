"""A backup is whole and private; a restore is checked first and keeps what it replaces."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.backup import backup, prune, restore
from db.errors import NewerDatabase, NotADatabase, StoreError
from db.models import Paper
from db.store import DATABASE_NAME, Store, connect, open_store

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def add(store: Store, number: int) -> None:
    with store.transaction():
        store.papers.add(Paper(f"seed:{number}", "seed", f"Title {number}", "", "Abstract.", "", "", NOW), [])


def test_a_backup_is_private_and_sound(store: Store, tmp_path: Path) -> None:
    add(store, 1)
    backup(store, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.new"))
    db = connect(tmp_path / "copy.db")
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert db.execute("SELECT count(*) FROM papers").fetchone()[0] == 1
    db.conn.close()


def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(StoreError, match="exists already"):
        backup(store, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_backup_under_writes_holds_whole_transactions(store: Store, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        other = open_store(store.path.parent)
        number = 100
        while not stop.is_set():
            with other.transaction():
                for name in (number, number + 1):
                    other.papers.add(Paper(f"seed:{name}", "seed", "T", "", "A.", "", "", NOW), [])
            number += 2
        other.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for copy in range(5):
            backup(store, tmp_path / f"{copy}.db")
    finally:
        stop.set()
        writer.join()
    for copy in range(5):
        db = connect(tmp_path / f"{copy}.db")
        assert db.execute("SELECT count(*) % 2 FROM papers").fetchone()[0] == 0
        db.conn.close()


def test_a_restore_brings_back_what_was_and_keeps_what_it_replaces(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = open_store(folder)
    add(store, 1)
    backup(store, tmp_path / "copy.db")
    add(store, 2)
    store.close()
    former = restore(folder, tmp_path / "copy.db")
    store = open_store(folder)
    assert store.papers.count() == 1
    store.close()
    db = connect(former)
    assert db.execute("SELECT count(*) FROM papers").fetchone()[0] == 2
    db.conn.close()


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"\xff" * 5_000])
def test_what_is_no_sound_database_is_refused_and_nothing_changes(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data"
    store = open_store(folder)
    add(store, 1)
    store.close()
    (tmp_path / "bad.db").write_bytes(content)
    with pytest.raises(StoreError):
        restore(folder, tmp_path / "bad.db")
    store = open_store(folder)
    assert store.papers.count() == 1
    store.close()
    assert sorted(path.name for path in folder.iterdir()) == [DATABASE_NAME]


def test_a_backup_from_the_future_is_refused(store: Store, tmp_path: Path) -> None:
    backup(store, tmp_path / "copy.db")
    db = connect(tmp_path / "copy.db")
    db.execute("INSERT INTO _sqlite_migrations(migration_set, name, applied_at) VALUES ('paperround', 'moon', 'x')")
    db.conn.close()
    with pytest.raises(NewerDatabase):
        restore(tmp_path / "other", tmp_path / "copy.db")


def test_a_missing_backup_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nothing\.db cannot be read"):
        restore(tmp_path, tmp_path / "nothing.db")


def test_only_the_newest_backups_are_kept(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"paperround-2026-11-0{day}.backup.db").touch()
    (tmp_path / "precious.db").touch()
    prune(tmp_path, 2)
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "paperround-2026-11-04.backup.db", "paperround-2026-11-05.backup.db", "precious.db",
    ]  # fmt: skip


def test_not_a_database_is_a_store_error() -> None:
    assert issubclass(NotADatabase, StoreError)
