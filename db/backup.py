"""Backups: a whole copy while the bot runs, and putting one in place of the database. Every copy is checked first."""

import os
import shutil
import sqlite3
from pathlib import Path

from db.errors import NotADatabase, StoreError
from db.store import DATABASE_NAME, Store, connect, refuse_newer, translated

PREFIX = "paperround-"
SUFFIX = ".backup.db"


def backup(store: Store, target: Path) -> None:
    """Write a compact copy (VACUUM INTO) with mode 0600. Raises StoreError when the target exists or is refused."""
    if target.exists():
        raise StoreError(f"{target} exists already; nothing was written. Name another file.")
    draft = target.with_name(f"{target.name}.new")
    draft.unlink(missing_ok=True)
    with translated(draft):
        before = os.umask(0o077)
        try:
            store.db.conn.execute("VACUUM INTO ?", [str(draft)])
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        finally:
            os.umask(before)
    draft.replace(target)


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest `keep` backups that `backup` named by date; returns those deleted."""
    found = sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))
    old = found[: max(0, len(found) - keep)]
    for path in old:
        path.unlink()
    return old


def restore(folder: Path, source: Path) -> Path:
    """Put a checked copy of a backup in the database's place; the former database stays beside it, and is returned.

    The bot must not run. Raises NotADatabase or NewerDatabase when the backup cannot be used; then nothing changed.
    """
    draft = folder / f"{DATABASE_NAME}.restoring"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        shutil.copyfile(source, draft)
    except OSError as error:
        raise StoreError(f"{source} cannot be read: {error.strerror}.") from error
    draft.chmod(0o600)
    try:
        _check(draft, source)
    except BaseException:
        _remove(draft)
        raise
    current, former = folder / DATABASE_NAME, folder / f"{DATABASE_NAME}.before-restore"
    if current.exists():
        _fold_log(current)
        current.replace(former)
    draft.replace(current)
    return former


def _check(path: Path, named: Path) -> None:
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\x00":
            raise NotADatabase(f"{named} is no SQLite database; nothing was changed.")
    with translated(named):
        db = connect(path)
        try:
            refuse_newer(db, named)
            fault = db.execute("PRAGMA integrity_check").fetchone()[0]
            if fault != "ok" or not db.table_names():
                raise NotADatabase(f"{named} is damaged or empty ({fault}); nothing was changed.")
        finally:
            db.conn.close()
    _remove_logs(path)


def _fold_log(path: Path) -> None:
    """Bring what the write-ahead log holds into the file, so that the file alone is the database."""
    try:
        conn = sqlite3.connect(path)
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        conn.close()
    except sqlite3.DatabaseError:
        return  # a damaged database is what one restores over; its file is kept as it is
    _remove_logs(path)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_logs(path)


def _remove_logs(path: Path) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
