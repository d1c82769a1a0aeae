"""How copies of a paper are found and what is not sure to be one; what changed about papers that are held."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from db.rows import instant, moment, select


@dataclass(frozen=True, slots=True)
class Change:
    """A newer version or a withdrawal of a paper that was held already, and when we learned of it."""

    paper: int
    version: int
    withdrawn: bool
    seen: datetime


class Copies:
    """Marks of papers, pairs that may be copies, and changes."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def mark(self, paper: int, values: Iterable[int]) -> None:
        """Let a paper be found by these marks."""
        self.db.conn.executemany(
            "INSERT OR IGNORE INTO marks(mark, paper) VALUES (?, ?)", [(value, paper) for value in sorted(values)]
        )

    def sharing(self, values: Collection[int], most: int) -> list[tuple[int, int]]:
        """(mark, work) for the works that have one of the marks; at most `most` + 1 of each mark."""
        found: list[tuple[int, int]] = []
        for value in values:
            rows = self.db.conn.execute(
                "SELECT coalesce(p.merged_into, p.id) FROM marks m JOIN papers p ON p.id = m.paper "
                "WHERE m.mark = ? LIMIT ?",
                [value, most + 1],
            )
            found += [(value, int(row[0])) for row in rows]
        return found

    def doubt(self, paper: int, other: int, now: datetime) -> None:
        """Note that two papers may be one work, for the admin to see."""
        low, high = sorted((paper, other))
        self.db.execute(
            "INSERT OR IGNORE INTO maybe_copies(paper, other, seen) VALUES (?, ?, ?)", [low, high, instant(now)]
        )

    def doubts(self, limit: int = 50) -> list[tuple[int, int]]:
        """Pairs that may be one work, the last noted first; pairs merged since are left out."""
        rows = self.db.execute(
            "SELECT m.paper, m.other FROM maybe_copies m JOIN papers p ON p.id = m.paper "
            "JOIN papers q ON q.id = m.other WHERE p.merged_into IS NULL AND q.merged_into IS NULL "
            "ORDER BY m.seen DESC, m.paper LIMIT ?",
            [limit],
        )
        return [(int(row[0]), int(row[1])) for row in rows]

    def changed(self, paper: int, version: int, now: datetime, *, withdrawn: bool) -> None:
        """Note a newer version or a withdrawal."""
        self.db.execute(
            "INSERT INTO paper_changes(paper, version, withdrawn, seen) VALUES (?, ?, ?, ?)",
            [paper, version, int(withdrawn), instant(now)],
        )

    def changes(self, papers: Collection[int], since: datetime) -> list[Change]:
        """What changed about these papers after an instant, oldest first."""
        rows = select(
            self.db,
            "SELECT c.* FROM paper_changes c JOIN json_each(?) k ON k.value = c.paper WHERE c.seen > ? ORDER BY c.id",
            [json.dumps(sorted(papers)), instant(since)],
        )
        return [Change(row["paper"], row["version"], bool(row["withdrawn"]), moment(row["seen"])) for row in rows]
