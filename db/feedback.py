"""The ledger: acts (what one undo takes back), the feedback they brought, and what they withdrew. Append-only."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlite_utils import Database

from db.models import Act, ActKind, Answer, Feedback, Tenant
from db.rows import WORKSPACE, Row, instant, moment, optional_moment, select, whose


class FeedbackLedger:
    """What people answered. Nothing is erased here but by deleting a profile."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def begin(self, tenant: Tenant, profile: int, kind: ActKind, now: datetime, note: str = "") -> int:
        """Open an act; feedback, rules and retractions that follow name it. Returns its key."""
        cursor = self.db.execute(
            f"INSERT INTO acts(workspace, profile, kind, note, created) "
            f"VALUES ({WORKSPACE}, :profile, :kind, :note, :now)",
            whose(tenant, profile=profile, kind=kind, note=note, now=instant(now)),
        )
        return int(cursor.lastrowid or 0)

    def last_act(self, tenant: Tenant, profile: int) -> Act | None:
        """The last act that still stands."""
        rows = select(
            self.db,
            f"SELECT * FROM acts WHERE workspace = {WORKSPACE} AND profile = :profile AND undone IS NULL "
            "ORDER BY id DESC LIMIT 1",
            whose(tenant, profile=profile),
        )
        return _act(rows[0]) if rows else None

    def undo(self, tenant: Tenant, act: int, now: datetime) -> None:
        """Take an act back as a whole; what it had withdrawn stands again."""
        self.db.execute(
            f"UPDATE acts SET undone = :now WHERE workspace = {WORKSPACE} AND id = :act AND undone IS NULL",
            whose(tenant, act=act, now=instant(now)),
        )

    def add(
        self,
        tenant: Tenant,
        profile: int,
        interest: int,
        papers: Sequence[int],
        answer: Answer,
        act: int,
        now: datetime,
    ) -> None:
        """Append one event a paper."""
        self.db.conn.executemany(
            "INSERT INTO feedback(workspace, profile, interest, paper, answer, created, act) "
            f"VALUES ({WORKSPACE}, :profile, :interest, :paper, :answer, :now, :act)",
            [
                whose(tenant, profile=profile, interest=interest, paper=paper, answer=answer, now=instant(now), act=act)
                for paper in papers
            ],
        )

    def withdraw(self, tenant: Tenant, act: int, feedback: Iterable[int] = (), rules: Iterable[int] = ()) -> None:
        """Let an act withdraw events and rules; they stand again when the act is undone."""
        statement = (
            f"INSERT INTO retractions(act, workspace, feedback, rule) VALUES (:act, {WORKSPACE}, :feedback, :rule)"
        )
        for event in feedback:
            self.db.execute(statement, whose(tenant, act=act, feedback=event, rule=None))
        for rule in rules:
            self.db.execute(statement, whose(tenant, act=act, feedback=None, rule=rule))

    def active(self, tenant: Tenant, profile: int) -> list[Feedback]:
        """The events that count, oldest first."""
        rows = select(
            self.db,
            f"SELECT * FROM active_feedback WHERE workspace = {WORKSPACE} AND profile = :profile ORDER BY id",
            whose(tenant, profile=profile),
        )
        return [_feedback(row) for row in rows]

    def everyones(self) -> list[Feedback]:
        """For the machine's admin, across tenants: all events that count, oldest first."""
        return [_feedback(row) for row in select(self.db, "SELECT * FROM active_feedback ORDER BY id")]

    def count_since(self, since: datetime) -> int:
        """For the machine's admin, across tenants: how many answers were given since an instant."""
        row = self.db.execute("SELECT count(*) FROM feedback WHERE created >= ?", [instant(since)]).fetchone()
        return int(row[0])

    def acts(self, tenant: Tenant, profile: int, kinds: Sequence[ActKind]) -> list[Act]:
        """Standing acts of some kinds, newest first."""
        names = ", ".join(f"'{ActKind(kind).value}'" for kind in kinds)
        rows = select(
            self.db,
            f"SELECT * FROM acts WHERE workspace = {WORKSPACE} AND profile = :profile AND undone IS NULL "
            f"AND kind IN ({names}) ORDER BY id DESC",
            whose(tenant, profile=profile),
        )
        return [_act(row) for row in rows]


def _act(row: Row) -> Act:
    return Act(
        key=row["id"],
        profile=row["profile"],
        kind=ActKind(row["kind"]),
        note=row["note"],
        created=moment(row["created"]),
        undone=optional_moment(row["undone"]),
    )


def _feedback(row: Row) -> Feedback:
    return Feedback(
        key=row["id"],
        profile=row["profile"],
        interest=row["interest"],
        paper=row["paper"],
        answer=Answer(row["answer"]),
        created=moment(row["created"]),
        act=row["act"],
    )
