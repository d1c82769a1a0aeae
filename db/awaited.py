"""Ids that people imported and nobody has told us of yet: looked up later, then added to the import they belong to."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from db.models import SourceId, Tenant
from db.rows import WORKSPACE, instant, moment, select, whose


@dataclass(frozen=True, slots=True)
class Awaited:
    """An id that an import is waiting for, and what is to become of its paper."""

    tenant: Tenant
    profile: int
    interest: int
    act: int
    name: SourceId
    teach: bool
    save: bool
    created: datetime


class AwaitedPapers:
    """The awaited table."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(self, tenant: Tenant, wanted: Iterable[Awaited]) -> None:
        """Wait for ids."""
        self.db.conn.executemany(
            "INSERT OR IGNORE INTO awaited(workspace, profile, interest, act, kind, value, teach, save, created) "
            f"VALUES ({WORKSPACE}, :profile, :interest, :act, :kind, :value, :teach, :save, :created)",
            [
                whose(
                    tenant,
                    profile=one.profile,
                    interest=one.interest,
                    act=one.act,
                    kind=one.name.kind,
                    value=one.name.value,
                    teach=int(one.teach),
                    save=int(one.save),
                    created=instant(one.created),
                )
                for one in wanted
            ],
        )

    def all(self, limit: int) -> list[Awaited]:
        """The ids waited for longest, of all workspaces, for the machine's look-ups; undone imports wait no more."""
        rows = select(
            self.db,
            "SELECT a.*, w.platform, w.tenant FROM awaited a JOIN workspaces w ON w.id = a.workspace "
            "JOIN acts t ON t.id = a.act WHERE t.undone IS NULL ORDER BY a.created, a.act, a.kind, a.value LIMIT ?",
            [limit],
        )
        return [
            Awaited(
                tenant=Tenant(row["platform"], row["tenant"]),
                profile=row["profile"],
                interest=row["interest"],
                act=row["act"],
                name=SourceId(row["kind"], row["value"]),
                teach=bool(row["teach"]),
                save=bool(row["save"]),
                created=moment(row["created"]),
            )
            for row in rows
        ]

    def count(self, tenant: Tenant, profile: int) -> int:
        """How many ids a person's imports wait for."""
        row = self.db.execute(
            "SELECT count(*) FROM awaited a JOIN acts t ON t.id = a.act "
            f"WHERE a.workspace = {WORKSPACE} AND a.profile = :profile AND t.undone IS NULL",
            whose(tenant, profile=profile),
        ).fetchone()
        return int(row[0])

    def done(self, tenant: Tenant, act: int, name: SourceId) -> None:
        """Wait no more for an id."""
        self.db.execute(
            f"DELETE FROM awaited WHERE workspace = {WORKSPACE} AND act = :act AND kind = :kind AND value = :value",
            whose(tenant, act=act, kind=name.kind, value=name.value),
        )

    def unknown(self, one: Awaited) -> None:
        """Nobody knows this id: wait no more, and remember it for its owner."""
        self.db.execute(
            "INSERT OR IGNORE INTO unknown_ids(workspace, profile, act, kind, value) "
            f"VALUES ({WORKSPACE}, :profile, :act, :kind, :value)",
            whose(one.tenant, profile=one.profile, act=one.act, kind=one.name.kind, value=one.name.value),
        )
        self.done(one.tenant, one.act, one.name)

    def unknown_of(self, tenant: Tenant, profile: int) -> list[SourceId]:
        """The ids of a person's standing imports that nobody knows."""
        rows = self.db.execute(
            "SELECT u.kind, u.value FROM unknown_ids u JOIN acts t ON t.id = u.act "
            f"WHERE u.workspace = {WORKSPACE} AND u.profile = :profile AND t.undone IS NULL ORDER BY u.act, u.value",
            whose(tenant, profile=profile),
        )
        return [SourceId(*row) for row in rows]
