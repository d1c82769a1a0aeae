"""Slots (one row a subscription and local date) and what was shown to whom. Functions take the tenant first.

The planner's and the composer's (`insert`, `last_days`, `planned`) work across tenants.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any

from sqlite_utils import Database

from db.digests import Covered, Slot, SlotState
from db.models import Tenant
from db.rows import WORKSPACE, Row, as_json, instant, moment, optional_moment, select, whose

COLUMNS = "t.*, w.platform, w.tenant FROM slots t JOIN workspaces w ON w.id = t.workspace"


class Slots:
    """The ledger of digests, one row a date."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def insert(self, slots: Iterable[Slot]) -> int:
        """The planner's: store new slots; a date that has one keeps it. Returns how many were new."""
        return self.db.conn.executemany(
            "INSERT OR IGNORE INTO slots(workspace, subscription, local_date, due, state, reason) "
            "SELECT workspace, id, :day, :due, :state, :reason FROM subscriptions WHERE id = :subscription",
            [
                {
                    "subscription": slot.subscription,
                    "day": slot.local_date.isoformat(),
                    "due": instant(slot.due),
                    "state": slot.state,
                    "reason": slot.reason,
                }
                for slot in slots
            ],
        ).rowcount

    def last_day(self, tenant: Tenant, subscription: int) -> date | None:
        """The last local date that has a slot, whatever became of it."""
        row = self.db.execute(
            f"SELECT max(local_date) FROM slots WHERE workspace = {WORKSPACE} AND subscription = :key",
            whose(tenant, key=subscription),
        ).fetchone()
        return None if row[0] is None else date.fromisoformat(row[0])

    def planned(self, limit: int, platforms: Collection[str]) -> list[Slot]:
        """The composer's: slots of these platforms that wait to be composed, oldest first."""
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE t.state = 'planned' AND w.platform IN (SELECT value FROM json_each(?)) "
            "ORDER BY t.due, t.id LIMIT ?",
            [as_json(list(platforms)), limit],
        )
        return [_slot(row) for row in rows]

    def stale(self, before: datetime) -> list[Slot]:
        """The composer's: slots due before an instant that were never composed."""
        return [
            _slot(row)
            for row in select(
                self.db, f"SELECT {COLUMNS} WHERE t.state = 'planned' AND t.due < ? ORDER BY t.due", [instant(before)]
            )
        ]

    def skip_planned(self, reason: str, subscription: int | None = None) -> int:
        """Record what waits to be composed, of one subscription or across tenants, as skipped. Returns how many."""
        return self.db.execute(
            "UPDATE slots SET state = 'skipped', reason = :reason WHERE state = 'planned' "
            "AND (:subscription IS NULL OR subscription = :subscription)",
            {"reason": reason, "subscription": subscription},
        ).rowcount

    def get(self, tenant: Tenant, key: int) -> Slot | None:
        """The slot with this key, if it is the tenant's own."""
        rows = self._select(tenant, "AND t.id = :key", key=key)
        return rows[0] if rows else None

    def recent(self, tenant: Tenant, subscription: int, limit: int = 1) -> list[Slot]:
        """A subscription's last slots, newest first."""
        return self._select(
            tenant, "AND t.subscription = :key ORDER BY t.local_date DESC LIMIT :limit", key=subscription, limit=limit
        )

    def close(
        self,
        tenant: Tenant,
        slot: int,
        state: SlotState,
        reason: str = "",
        *,
        screened: int = 0,
        covered: Covered | None = None,
    ) -> None:
        """Say what became of a slot. A date that failed leaves no `covered`, so its papers can come another day."""
        self.db.execute(
            "UPDATE slots SET state = :state, reason = :reason, screened = :screened, covered = :covered, "
            "newest_paper = :newest "
            f"WHERE workspace = {WORKSPACE} AND id = :slot",
            whose(
                tenant,
                slot=slot,
                state=state,
                reason=reason,
                screened=screened,
                covered=instant(covered.until) if covered else None,
                newest=covered.newest if covered else None,
            ),
        )

    def covered(self, tenant: Tenant, subscription: int) -> Covered | None:
        """What the last digest that came had to choose from, or the last that could have come and was empty."""
        row = self.db.execute(
            f"SELECT covered, newest_paper FROM slots WHERE workspace = {WORKSPACE} AND subscription = :key "
            "AND covered IS NOT NULL ORDER BY covered DESC LIMIT 1",
            whose(tenant, key=subscription),
        ).fetchone()
        return None if row is None else Covered(moment(row[0]), int(row[1]))

    def newest_paper(self) -> int:
        """The key of the paper that was kept last, 0 while there is none."""
        return int(self.db.execute("SELECT coalesce(max(id), 0) FROM papers").fetchone()[0])

    def count(self, tenant: Tenant, subscription: int, state: SlotState) -> int:
        """How many of a subscription's slots ended so."""
        row = self.db.execute(
            f"SELECT count(*) FROM slots WHERE workspace = {WORKSPACE} AND subscription = :key AND state = :state",
            whose(tenant, key=subscription, state=state),
        ).fetchone()
        return int(row[0])

    def totals(self, since: datetime) -> dict[str, int]:
        """For the machine's admin, across tenants: how many slots since an instant ended how."""
        rows = self.db.execute("SELECT state, count(*) FROM slots WHERE due >= ? GROUP BY state", [instant(since)])
        return {str(state): int(count) for state, count in rows}

    def reasons(self, since: datetime) -> dict[str, int]:
        """For the machine's admin, across tenants: why slots since an instant brought no papers, with how many."""
        rows = self.db.execute(
            "SELECT reason, count(*) FROM slots WHERE due >= ? AND reason <> '' GROUP BY reason ORDER BY count(*) DESC",
            [instant(since)],
        )
        return {str(reason): int(count) for reason, count in rows}

    def show(self, tenant: Tenant, profile: int, papers: Sequence[int], delivery: int | None, now: datetime) -> None:
        """Mark papers as shown to a profile by a post."""
        self.db.conn.executemany(
            f"INSERT OR IGNORE INTO shown(workspace, profile, paper, delivery, at) "
            f"VALUES ({WORKSPACE}, :profile, :paper, :delivery, :now)",
            [whose(tenant, profile=profile, paper=paper, delivery=delivery, now=instant(now)) for paper in papers],
        )

    def seen(self, tenant: Tenant, profile: int) -> frozenset[int]:
        """The works a profile was shown, by the key of what a copy was merged into."""
        rows = self.db.execute(
            "SELECT coalesce(p.merged_into, p.id) FROM shown s JOIN papers p ON p.id = s.paper "
            f"WHERE s.workspace = {WORKSPACE} AND s.profile = :profile",
            whose(tenant, profile=profile),
        )
        return frozenset(int(row[0]) for row in rows)

    def seen_in_channels(self, tenant: Tenant, member: str) -> frozenset[int]:
        """The works that were posted in channels the member is in."""
        rows = self.db.execute(
            "SELECT coalesce(p.merged_into, p.id) FROM shown s JOIN papers p ON p.id = s.paper "
            f"JOIN members m ON m.channel = s.profile WHERE s.workspace = {WORKSPACE} AND m.member = :member "
            "AND m.left_at IS NULL",
            whose(tenant, member=member),
        )
        return frozenset(int(row[0]) for row in rows)

    def channels_with(self, tenant: Tenant, member: str, papers: Sequence[int]) -> dict[int, str]:
        """For each work that was posted in a channel the member is in, that channel's name."""
        if not papers:
            return {}
        rows = self.db.execute(
            "SELECT coalesce(p.merged_into, p.id), c.name FROM shown s JOIN papers p ON p.id = s.paper "
            "JOIN profiles c ON c.id = s.profile JOIN members m ON m.channel = s.profile "
            f"WHERE s.workspace = {WORKSPACE} AND m.member = :member AND m.left_at IS NULL AND c.kind = 'channel' "
            "AND coalesce(p.merged_into, p.id) IN (SELECT value FROM json_each(:papers)) ORDER BY c.name DESC",
            whose(tenant, member=member, papers=str(list(papers))),
        )
        return {int(paper): str(name) for paper, name in rows}

    def papers_of(self, tenant: Tenant, profile: int, reference: str) -> tuple[int, ...]:
        """The papers that the post of this reference showed to a profile."""
        rows = self.db.execute(
            "SELECT s.paper FROM outbox o JOIN shown s ON s.delivery = o.id "
            f"WHERE o.workspace = {WORKSPACE} AND o.reference = :reference AND s.profile = :profile ORDER BY s.paper",
            whose(tenant, profile=profile, reference=reference),
        )
        return tuple(int(row[0]) for row in rows)

    def _select(self, tenant: Tenant, where: str, **parameters: Any) -> list[Slot]:
        rows = select(self.db, f"SELECT {COLUMNS} WHERE t.workspace = {WORKSPACE} {where}", whose(tenant, **parameters))
        return [_slot(row) for row in rows]


def _slot(row: Row) -> Slot:
    return Slot(
        key=row["id"],
        tenant=Tenant(row["platform"], row["tenant"]),
        subscription=row["subscription"],
        local_date=date.fromisoformat(row["local_date"]),
        due=moment(row["due"]),
        state=SlotState(row["state"]),
        reason=row["reason"],
        screened=row["screened"],
        covered=optional_moment(row["covered"]),
    )
