"""Everything kept about one person: shown, and truly deleted. Also who looked at it, and files that wait."""

from datetime import datetime, timedelta

from sqlite_utils import Database

from db.models import Profile, Tenant
from db.people import PROFILE_COLUMNS, profile_of
from db.rows import WORKSPACE, Row, insert, instant, moment, select, whose

OF_PROFILE = (
    ("interests", "profile = :profile"),
    ("acts", "profile = :profile"),
    ("feedback", "profile = :profile"),
    ("rules", "profile = :profile"),
    ("retractions", "act IN (SELECT id FROM acts WHERE profile = :profile)"),
    ("last_lists", "profile = :profile"),
    ("subscriptions", "profile = :profile"),
    ("slots", "subscription IN (SELECT id FROM subscriptions WHERE profile = :profile)"),
    (
        "outbox",
        "(subscription IN (SELECT id FROM subscriptions WHERE profile = :profile) OR (direct AND target = :member))",
    ),
    ("shown", "profile = :profile"),
    ("votes", "feedback IN (SELECT id FROM feedback WHERE profile = :profile)"),
    ("looks", "profile = :profile"),
    ("uploads", "profile = :profile"),
    ("awaited", "profile = :profile"),
    ("unknown_ids", "profile = :profile"),
    ("trials", "profile = :profile"),
    ("trial_refusals", "profile = :profile"),
    ("idle_notices", "profile = :profile"),
)
"""Every table with rows of a person's profile, and which rows are theirs."""

OF_MEMBER = (("members", "member = :member"), ("keepers", "member = :member"))
"""Tables that name a person by the platform's id."""

DELETED_FIRST = (
    "idle_notices", "trials", "trial_refusals", "awaited", "unknown_ids", "votes", "uploads", "looks", "last_lists",
    "retractions", "shown", "outbox", "slots", "subscriptions", "rules", "feedback", "acts", "interests",
)  # fmt: skip
"""An order in which no row is deleted before those that refer to it."""

WORKSPACE_TABLES = (
    *DELETED_FIRST, "workspace_pauses", "channel_settings", "keepers", "members", "profiles",
)  # fmt: skip
"""Every table with a workspace's rows, in an order in which they can be deleted."""

UPLOADS_KEPT = timedelta(days=1)


class Privacy:
    """What is kept about people, and getting rid of it."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def everything(self, tenant: Tenant, profile: int, member: str) -> dict[str, list[Row]]:
        """All rows about a person by table; bytes of waiting files are given by their size."""
        found: dict[str, list[Row]] = {}
        values = whose(tenant, profile=profile, member=member)
        places = (("profiles", "id = :profile"), *OF_PROFILE, *OF_MEMBER)
        for table, where in places:
            rows = select(self.db, f"SELECT * FROM {table} WHERE workspace = {WORKSPACE} AND {where}", values)
            found[table] = [
                {name: f"{len(v)} bytes" if isinstance(v, bytes) else v for name, v in row.items()} for row in rows
            ]
        return found

    def erase(self, tenant: Tenant, profile: int, member: str) -> dict[str, int]:
        """Delete every row about a person; returns how many of each table. Call it in a transaction."""
        values = whose(tenant, profile=profile, member=member)
        where = dict(OF_PROFILE)
        counts: dict[str, int] = {}
        for table in DELETED_FIRST:
            counts[table] = self._delete(table, where[table], values)
        for table, rows in OF_MEMBER:
            counts[table] = self._delete(table, rows, values)
        self.db.execute(
            f"UPDATE subscriptions SET owner = '' WHERE workspace = {WORKSPACE} AND owner = :member", values
        )
        counts["profiles"] = self._delete("profiles", "id = :profile", values)
        return {table: count for table, count in counts.items() if count}

    def erase_workspace(self, tenant: Tenant) -> dict[str, int]:
        """Delete every row of a workspace; returns how many of each table. Call it in a transaction."""
        values = whose(tenant)
        counts = {table: self._delete(table, "TRUE", values) for table in WORKSPACE_TABLES}
        counts["workspaces"] = int(
            self.db.execute("DELETE FROM workspaces WHERE platform = :platform AND tenant = :tenant", values).rowcount
        )
        return {table: count for table, count in counts.items() if count}

    def look(self, tenant: Tenant, profile: int, reason: str, now: datetime) -> None:
        """Record that the machine's admin looked at a profile, and why."""
        self.db.execute(
            f"INSERT INTO looks(workspace, profile, at, reason) VALUES ({WORKSPACE}, :profile, :now, :reason)",
            whose(tenant, profile=profile, now=instant(now), reason=reason),
        )

    def idle(self, before: datetime) -> list[Profile]:
        """Across tenants, for the daily job: profiles that nobody used since an instant."""
        rows = select(self.db, f"SELECT {PROFILE_COLUMNS} WHERE p.last_used <= ? ORDER BY p.id", [instant(before)])
        return [profile_of(row) for row in rows]

    def note_idle(self, tenant: Tenant, profile: int, now: datetime) -> None:
        """Remember that an idle profile's owner was told."""
        self.db.execute(
            f"INSERT OR REPLACE INTO idle_notices(profile, workspace, at) VALUES (:profile, {WORKSPACE}, :now)",
            whose(tenant, profile=profile, now=instant(now)),
        )

    def noticed(self, tenant: Tenant, profile: int) -> datetime | None:
        """When an idle profile's owner was told; None when they were not, or have used it since."""
        row = self.db.execute(
            "SELECT n.at FROM idle_notices n JOIN profiles p ON p.id = n.profile "
            f"WHERE n.workspace = {WORKSPACE} AND n.profile = :profile AND n.at > p.last_used",
            whose(tenant, profile=profile),
        ).fetchone()
        return None if row is None else moment(row[0])

    def keep_upload(self, tenant: Tenant, profile: int, name: str, content: bytes, now: datetime) -> int:
        """Keep a file until its owner says what it is for; those older than UPLOADS_KEPT go."""
        self.db.execute("DELETE FROM uploads WHERE created < ?", [instant(now - UPLOADS_KEPT)])
        workspace = self.db.execute(f"SELECT {WORKSPACE}", whose(tenant)).fetchone()[0]
        row: Row = {"workspace": workspace, "profile": profile, "name": name, "content": content}
        return insert(self.db, "uploads", {**row, "created": instant(now)})

    def upload(self, tenant: Tenant, profile: int, key: int) -> tuple[str, bytes] | None:
        """The name and the bytes of a kept file of this profile, None when it is gone."""
        row = self.db.execute(
            f"SELECT name, content FROM uploads WHERE workspace = {WORKSPACE} AND profile = :profile AND id = :key",
            whose(tenant, profile=profile, key=key),
        ).fetchone()
        return None if row is None else (str(row[0]), bytes(row[1]))

    def drop_upload(self, tenant: Tenant, profile: int, key: int) -> None:
        """Let a kept file go."""
        self._delete("uploads", "profile = :profile AND id = :key", whose(tenant, profile=profile, key=key))

    def _delete(self, table: str, where: str, values: Row) -> int:
        used = {name: value for name, value in values.items() if f":{name}" in f"{where} {WORKSPACE}"}
        return int(self.db.execute(f"DELETE FROM {table} WHERE workspace = {WORKSPACE} AND {where}", used).rowcount)
