"""Bringing a database to this version's schema by an admin's command: a backup first, then the steps."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from db.backup import backup
from db.migrations import migrations
from db.store import DATABASE_NAME, Store, connect, open_store, refuse_newer, translated


@dataclass(frozen=True, slots=True)
class Migrated:
    """The steps that were applied, and the backup made before them (None when there was nothing to do)."""

    steps: tuple[str, ...]
    backup: Path | None


def migrate_with_backup(folder: Path, now: datetime) -> Migrated:
    """Apply what is pending, after a backup beside the database. Raises StoreError with nothing changed."""
    path = folder / DATABASE_NAME
    copy: Path | None = None
    steps: tuple[str, ...] = ()
    if path.exists() and path.stat().st_size:
        with translated(path):
            db = connect(path)
            try:
                refuse_newer(db, path)
                steps = tuple(step.name for step in migrations.pending(db))
                if steps:
                    copy = folder / f"before-migration-{now:%Y-%m-%dT%H%M%S}.db"
                    backup(Store(db, path), copy)
            finally:
                db.conn.close()
    open_store(folder).close()
    return Migrated(steps, copy)
