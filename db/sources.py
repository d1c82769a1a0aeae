"""Sources: which there are, what each remembers, and how its last fetches went. Shared by all workspaces."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlite_utils import Database

from db.rows import Row, instant, optional_date, optional_instant, optional_moment, select


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source as it stands. `batch_day` is the source's own day up to which all is in, `batch_seen` the instant of the
    last papers and `batch_size` their number. `failures` counts attempts since the last success, `problem` says why the
    last attempt brought nothing; `due` is None where nothing more is expected.
    """

    name: str
    kind: str
    title: str
    added: datetime
    state: Mapping[str, str]
    attempted: datetime | None
    succeeded: datetime | None
    due: datetime | None
    batch_seen: datetime | None
    batch_day: date | None
    batch_size: int
    failures: int
    problem: str


class Sources:
    """The sources table."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(self, name: str, kind: str, now: datetime, title: str = "") -> bool:
        """Add a source, or take a removed one up again; False when it is there already."""
        if self.get(name) is not None:
            return False
        self.db.execute(
            "INSERT INTO sources(name, kind, title, added, due) VALUES (:name, :kind, :title, :now, :now) "
            "ON CONFLICT (name) DO UPDATE SET removed = NULL, added = :now, due = :now, failures = 0, problem = '', "
            "title = CASE WHEN :title = '' THEN title ELSE :title END",
            {"name": name, "kind": kind, "title": title, "now": instant(now)},
        )
        return True

    def remove(self, name: str, now: datetime) -> bool:
        """Stop fetching a source; what it brought stays. False when there is none of this name."""
        cursor = self.db.execute(
            "UPDATE sources SET removed = ?, state = '{}' WHERE name = ? AND removed IS NULL", [instant(now), name]
        )
        return cursor.rowcount > 0

    def get(self, name: str) -> SourceRow | None:
        """The source of this name, None when there is none or it was removed."""
        rows = select(self.db, "SELECT * FROM sources WHERE name = ? AND removed IS NULL", [name])
        return _source(rows[0]) if rows else None

    def all(self) -> list[SourceRow]:
        """All sources, by name."""
        return [_source(row) for row in select(self.db, "SELECT * FROM sources WHERE removed IS NULL ORDER BY name")]

    def due(self, now: datetime) -> list[SourceRow]:
        """The sources whose time has come, the longest waiting first."""
        rows = select(
            self.db,
            "SELECT * FROM sources WHERE removed IS NULL AND due <= ? ORDER BY due, name",
            [instant(now)],
        )
        return [_source(row) for row in rows]

    def succeeded(
        self,
        name: str,
        now: datetime,
        *,
        state: Mapping[str, str],
        due: datetime | None,
        batch_day: date | None = None,
        batch_size: int = 0,
        note: str = "",
        title: str = "",
    ) -> None:
        """Note a good answer. With `batch_size` above 0 it was a batch; without, the last batch stays the last.

        `batch_day` is the day up to which all batches are in, None where the source has no days or is not sure.
        """
        self.db.execute(
            "UPDATE sources SET title = CASE WHEN title = '' THEN :title ELSE title END, state = :state, "
            "attempted = :now, succeeded = :now, due = :due, failures = 0, problem = :note, "
            "batch_seen = CASE WHEN :size > 0 THEN :now ELSE batch_seen END, "
            "batch_size = CASE WHEN :size > 0 THEN :size ELSE batch_size END, "
            "batch_day = coalesce(:day, batch_day) WHERE name = :name",
            {
                "name": name,
                "now": instant(now),
                "state": json.dumps(dict(state), ensure_ascii=False),
                "due": optional_instant(due),
                "day": None if batch_day is None else batch_day.isoformat(),
                "size": batch_size,
                "note": note,
                "title": title,
            },
        )

    def failed(self, name: str, now: datetime, problem: str, due: datetime) -> None:
        """Note an attempt that brought nothing, and when to try again."""
        self.db.execute(
            "UPDATE sources SET attempted = ?, due = ?, failures = failures + 1, problem = ? WHERE name = ?",
            [instant(now), instant(due), problem, name],
        )

    def ask(self, name: str, now: datetime) -> None:
        """Ask for a source to be tried; what it answered before is gone."""
        self.db.execute(
            "INSERT INTO source_tests(name, asked) VALUES (:name, :now) "
            "ON CONFLICT (name) DO UPDATE SET asked = :now, answered = NULL, answer = ''",
            {"name": name, "now": instant(now)},
        )

    def asked(self) -> list[str]:
        """The names of sources that wait to be tried, the longest waiting first."""
        return [
            row[0] for row in self.db.execute("SELECT name FROM source_tests WHERE answered IS NULL ORDER BY asked")
        ]

    def answer(self, name: str, answer: str, now: datetime) -> None:
        """Keep what came of trying a source."""
        self.db.execute("UPDATE source_tests SET answered = ?, answer = ? WHERE name = ?", [instant(now), answer, name])

    def answer_of(self, name: str, since: datetime) -> tuple[bool, str]:
        """Whether a source was asked to be tried since then, and what came of it (empty while it is being tried)."""
        row = self.db.execute(
            "SELECT answer FROM source_tests WHERE name = ? AND coalesce(answered, asked) >= ?", [name, instant(since)]
        ).fetchone()
        return row is not None, "" if row is None else str(row[0])


def _source(row: Row) -> SourceRow:
    return SourceRow(
        name=row["name"],
        kind=row["kind"],
        title=row["title"],
        added=datetime.fromisoformat(row["added"]),
        state=json.loads(row["state"]),
        attempted=optional_moment(row["attempted"]),
        succeeded=optional_moment(row["succeeded"]),
        due=optional_moment(row["due"]),
        batch_seen=optional_moment(row["batch_seen"]),
        batch_day=optional_date(row["batch_day"]),
        batch_size=row["batch_size"],
        failures=row["failures"],
        problem=row["problem"],
    )
