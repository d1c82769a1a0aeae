"""The database opens safely, or says in a sentence why not."""

import sqlite3
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.errors import DiskFull, NewerDatabase, NotADatabase, NotWritable
from db.models import Paper, SourceId
from db.store import DATABASE_NAME, Store, connect, open_store

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def paper(number: int, abstract: str = "An abstract.") -> Paper:
    return Paper(f"seed:{number}", "seed", f"Title {number}", "S.", abstract, "", abstract, NOW)


def test_folder_and_file_are_for_their_owner_alone(tmp_path: Path) -> None:
    open_store(tmp_path / "a b").close()
    assert stat.S_IMODE((tmp_path / "a b").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "a b" / DATABASE_NAME).stat().st_mode) == 0o600


def test_the_write_ahead_log_is_private_too(store: Store) -> None:
    with store.transaction():
        store.papers.add(paper(1), [])
    logs = list(store.path.parent.glob("*-wal"))
    assert logs
    assert all(stat.S_IMODE(log.stat().st_mode) == 0o600 for log in logs)


def test_the_connection_has_our_pragmas(store: Store) -> None:
    values = {name: store.db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "foreign_keys")}
    assert values == {"journal_mode": "wal", "foreign_keys": 1}
    assert store.db.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_every_table_of_people_carries_the_workspace(store: Store) -> None:
    shared = {"papers", "paper_ids", "facts", "workspaces", "_sqlite_migrations"}
    for table in store.db.tables:
        if table.name in shared or table.name.startswith(("papers_fts", "sqlite_")):
            continue
        columns = {column.name for column in table.columns}
        if columns & {"profile", "member", "subscription", "slot", "act"}:
            assert "workspace" in columns, table.name


def test_every_table_is_strict(store: Store) -> None:
    rows = store.db.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table'").fetchall()
    ours = [(name, strict) for name, strict in rows if not name.startswith(("sqlite_", "_sqlite", "papers_fts"))]
    assert ours
    assert [name for name, strict in ours if not strict] == []


def test_a_database_from_the_future_is_refused_and_left_alone(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    db = connect(tmp_path / DATABASE_NAME)
    db.execute("INSERT INTO _sqlite_migrations(migration_set, name, applied_at) VALUES ('paperround', 'moon', 'x')")
    db.conn.close()
    before = (tmp_path / DATABASE_NAME).read_bytes()
    with pytest.raises(NewerDatabase, match=r"newer Paperround .*moon"):
        open_store(tmp_path)
    assert (tmp_path / DATABASE_NAME).read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / DATABASE_NAME
    path.write_text("shopping list")
    with pytest.raises(NotADatabase, match="no SQLite database"):
        open_store(tmp_path)
    assert path.read_text() == "shopping list"


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    conn = sqlite3.connect(tmp_path / DATABASE_NAME)
    conn.execute("CREATE TABLE songs (title TEXT)")
    conn.commit()
    conn.close()
    with pytest.raises(NotADatabase, match="not one of Paperround's"):
        open_store(tmp_path)


def test_a_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(NotWritable, match="/proc/nowhere"):
        open_store(Path("/proc/nowhere"))


def test_a_full_disk_changes_nothing_and_says_so(store: Store) -> None:
    with store.transaction():
        store.papers.add(paper(1), [])
    pages = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DiskFull, match="Nothing was changed"), store.transaction():
        for number in range(2, 200):
            store.papers.add(paper(number, "words " * 500), [])
    assert store.papers.count() == 1
    store.db.execute("PRAGMA max_page_count = 1000000")
    with store.transaction():
        store.papers.add(paper(2), [])
    assert store.papers.count() == 2
    assert store.check() == []


def test_a_failed_transaction_leaves_nothing_half_written(store: Store) -> None:
    with pytest.raises(RuntimeError), store.transaction():
        store.papers.add(paper(1), [SourceId("seed", "1")])
        raise RuntimeError
    assert store.papers.count() == 0
    assert store.papers.by_name(SourceId("seed", "1")) is None


def test_reading_first_and_writing_later_never_meets_a_lock(store: Store) -> None:
    other = open_store(store.path.parent)
    try:
        with store.transaction():
            store.papers.count()
            store.papers.add(paper(1), [])
        with other.transaction():
            other.papers.count()
            other.papers.add(paper(2), [])
        assert store.papers.count() == 2
    finally:
        other.close()


def test_facts_are_remembered_and_replaced(store: Store) -> None:
    assert store.fact("heartbeat") is None
    store.set_fact("heartbeat", "1")
    store.set_fact("heartbeat", "2")
    assert store.fact("heartbeat") == "2"
