"""Opening the database and writing to it safely; the repositories hang on the Store.

A Store belongs to the thread that opened it. Writes go through `transaction()` (BEGIN IMMEDIATE), because a deferred
transaction that reads first and writes later fails at once when another process writes in between.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database, Migrations

from db.awaited import AwaitedPapers
from db.channels import Channels
from db.copies import Copies
from db.embeddings import Embeddings
from db.errors import DiskFull, NewerDatabase, NotADatabase, NotWritable, StoreError
from db.events import Events
from db.feedback import FeedbackLedger
from db.hosts import Hosts
from db.migrations import migrations
from db.outbox import Outbox
from db.papers import Papers
from db.people import People
from db.privacy import Privacy
from db.rules import Rules
from db.slots import Slots
from db.sources import Sources
from db.subscriptions import Subscriptions
from db.trials import Trials

DATABASE_NAME = "paperround.db"
BUSY_MILLISECONDS = 10_000
CACHE_KILOBYTES = 32_768
SQLITE_MAGIC = b"SQLite format 3\x00"


class Store:
    """An open, migrated database with one repository an entity."""

    def __init__(self, db: Database, path: Path) -> None:
        self.db = db
        self.path = path
        self.papers = Papers(db)
        self.people = People(db)
        self.feedback = FeedbackLedger(db)
        self.rules = Rules(db)
        self.privacy = Privacy(db)
        self.trials = Trials(db)
        self.sources = Sources(db)
        self.copies = Copies(db)
        self.awaited = AwaitedPapers(db)
        self.hosts = Hosts(db)
        self.subscriptions = Subscriptions(db)
        self.slots = Slots(db)
        self.outbox = Outbox(db)
        self.channels = Channels(db)
        self.events = Events(db)
        self.embeddings = Embeddings(db)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing. Nested use joins the outer transaction as a savepoint.

        Raises StoreError (DiskFull, NotWritable, ...) with nothing written.
        """
        if self.db.conn.in_transaction:
            with self.db.atomic():
                yield
            return
        with translated(self.path):
            self.db.conn.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.conn.execute("COMMIT")
            except BaseException:
                self.db.conn.rollback()
                raise

    def fact(self, name: str) -> str | None:
        """A single remembered value (last heartbeat, hash of synced commands), None when never set."""
        row = self.db.execute("SELECT value FROM facts WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def set_fact(self, name: str, value: str) -> None:
        """Remember a single value."""
        with self.transaction():
            self.db.execute("INSERT OR REPLACE INTO facts(name, value) VALUES (?, ?)", [name, value])

    def check(self) -> list[str]:
        """What is wrong with the file, a line each; empty when it is sound."""
        with translated(self.path):
            faults = [str(row[0]) for row in self.db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            faults += [
                f"{row[0]}: row {row[1]} refers to nothing" for row in self.db.execute("PRAGMA foreign_key_check")
            ]
            try:
                self.db.execute("INSERT INTO papers_fts(papers_fts, rank) VALUES ('integrity-check', 1)")
            except sqlite3.DatabaseError as error:
                faults.append(f"the search index does not fit the papers ({error})")
        return faults

    def close(self) -> None:
        """Close the connection; the Store cannot be used afterwards."""
        self.db.conn.close()


def open_store(folder: Path) -> Store:
    """The store in a data folder, created when missing (folder 0700, file 0600) and migrated to this version.

    Raises NotWritable, NotADatabase, NewerDatabase or DiskFull, and leaves what is there as it was.
    """
    path = folder / DATABASE_NAME
    _make_file(folder, path)
    with translated(path):
        db = connect(path)
        try:
            refuse_newer(db, path)
            if migrations.pending(db):
                migrations.apply(db)
        except BaseException:
            db.conn.close()
            raise
    return Store(db, path)


def connect(path: Path) -> Database:
    """A connection with our pragmas; busy_timeout comes first, as switching to WAL may have to wait for a process."""
    conn = sqlite3.connect(path, timeout=BUSY_MILLISECONDS / 1000)
    try:
        conn.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA secure_delete = ON")
        # marks of copies are spread over a large table: with SQLite's own 2 MB keeping a paper costs a fifth more
        conn.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        db = Database(conn)
    except BaseException:
        conn.close()
        raise
    return db


def refuse_newer(db: Database, path: Path) -> None:
    """Raise NewerDatabase when the file holds migrations that this version does not know."""
    tables = db.table_names()
    if Migrations.migrations_table not in tables:
        if tables:
            raise NotADatabase(f"{path} is an SQLite file, but not one of Paperround's. Name another data folder.")
        return
    registered = {step.name for step in migrations.pending(Database(memory=True))}
    unknown = [step.name for step in migrations.applied(db) if step.name not in registered]
    if unknown:
        raise NewerDatabase(
            f"{path} was written by a newer Paperround (unknown step: {unknown[0]}). "
            "Install that version again, or restore an older backup."
        )


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences that say what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _sentence(error, path) from error
    except UnicodeEncodeError as error:
        raise StoreError("The text holds characters that are no valid Unicode; it was not stored.") from error


def _sentence(error: sqlite3.DatabaseError, path: Path) -> Exception:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return DiskFull(f"The disk that holds {path} is full. Nothing was changed; free some space and try again.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return NotWritable(f"{path} cannot be written. Check the owner and the permissions of its folder.")
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return NotADatabase(f"{path} is damaged or no database. Restore a backup (paperround db restore FILE).")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"{path} is in use by another process. Try again in a moment.")
    if name.startswith("SQLITE_IOERR"):
        return StoreError(f"Reading or writing {path} failed ({name}). Check the disk.")
    return error


def _make_file(folder: Path, path: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with path.open("rb") as file:
            head = file.read(len(SQLITE_MAGIC))
    except OSError as error:
        raise NotWritable(f"The data folder {folder} cannot be used: {error.strerror}. Name another folder.") from error
    if head and head != SQLITE_MAGIC:
        raise NotADatabase(f"{path} is no SQLite database. Move it away or name another data folder.")
