"""The outbox: one row a post, with its state, lease and deadline. Functions take the tenant first.

The worker's functions (`claim`, `overdue`, `settle` and the like) work across tenants, giving the tenant of each row.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from db.digests import Delivery, DeliveryState, Draft
from db.models import Tenant
from db.rows import WORKSPACE, Row, as_json, insert, instant, moment, optional_instant, optional_moment, select, whose

COLUMNS = (
    "o.*, w.platform, w.tenant, coalesce((SELECT f.reference FROM outbox f WHERE f.slot = o.slot AND f.part = 0 "
    "AND o.part > 0), '') AS thread FROM outbox o JOIN workspaces w ON w.id = o.workspace"
)
SERVED = (
    "w.removed IS NULL AND w.platform IN (SELECT value FROM json_each(:platforms)) "
    "AND NOT EXISTS (SELECT 1 FROM workspace_pauses p WHERE p.workspace = o.workspace "
    "AND (p.until IS NULL OR p.until > :now))"
)
"""The platform is here, and the workspace is neither removed nor resting."""
MAX_LOOKED_AT = 500


class Outbox:
    """Posts that are to be made, and what became of them."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(
        self,
        tenant: Tenant,
        draft: Draft,
        token: str,
        now: datetime,
        deadline: datetime,
        *,
        subscription: int | None = None,
        slot: int | None = None,
        part: int = 0,
    ) -> int:
        """Freeze a post; returns its key. The caller's transaction marks its papers as shown."""
        workspace = self.db.execute(f"SELECT {WORKSPACE}", whose(tenant)).fetchone()[0]
        return insert(
            self.db,
            "outbox",
            {
                "workspace": workspace,
                "slot": slot,
                "subscription": subscription,
                "part": part,
                "token": token,
                "target": draft.target,
                "direct": int(draft.direct),
                "payload": draft.payload,
                "state": DeliveryState.NEW,
                "created": instant(now),
                "due": instant(now),
                "deadline": instant(deadline),
            },
        )

    def claim(
        self,
        now: datetime,
        lease: datetime,
        limit: int,
        platforms: Collection[str],
        *,
        busy: Collection[tuple[Tenant, str]] = (),
        held: Collection[Tenant] = (),
    ) -> list[Delivery]:
        """The worker's: up to `limit` posts to make now, marked as being sent until `lease`.

        A part waits until those before it are sent. Busy targets, held tenants, resting workspaces and platforms not
        named wait; no target is given twice.
        """
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE o.ended IS NULL AND o.state = 'new' AND o.due <= :now AND o.deadline > :now "
            f"AND {SERVED} "
            "AND w.platform || ':' || w.tenant NOT IN (SELECT value FROM json_each(:held)) "
            "AND w.platform || ':' || w.tenant || ' ' || o.target NOT IN (SELECT value FROM json_each(:busy)) "
            "AND NOT EXISTS (SELECT 1 FROM outbox b WHERE b.slot = o.slot AND b.part < o.part AND b.state <> 'sent') "
            f"ORDER BY o.due, o.id LIMIT {MAX_LOOKED_AT}",
            {
                "now": instant(now),
                "platforms": as_json(list(platforms)),
                "held": as_json([str(tenant) for tenant in held]),
                "busy": as_json([f"{tenant} {target}" for tenant, target in busy]),
            },
        )
        first = {(delivery.tenant, delivery.target): delivery for delivery in map(_delivery, reversed(rows))}
        found = sorted(first.values(), key=lambda delivery: (delivery.due, delivery.key))[:limit]
        self.db.conn.executemany(
            "UPDATE outbox SET state = 'sending', lease = :lease, attempts = attempts + 1, "
            "first_try = coalesce(first_try, :now) WHERE id = :key",
            [{"key": delivery.key, "now": instant(now), "lease": instant(lease)} for delivery in found],
        )
        return [
            replace(
                delivery,
                state=DeliveryState.SENDING,
                lease=lease,
                attempts=delivery.attempts + 1,
                first_try=delivery.first_try or now,
            )
            for delivery in found
        ]

    def doubtful(
        self,
        now: datetime,
        lease: datetime,
        limit: int,
        platforms: Collection[str],
        *,
        flying: Collection[int] = (),
        held: Collection[Tenant] = (),
    ) -> list[Delivery]:
        """The worker's: posts whose lease is over with no answer, but for those still `flying`.

        They are to be looked up, under a new lease.
        """
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE o.state IN ('sending', 'unsure') AND o.lease <= :now AND {SERVED} "
            "AND w.platform || ':' || w.tenant NOT IN (SELECT value FROM json_each(:held)) "
            "AND o.id NOT IN (SELECT value FROM json_each(:flying)) ORDER BY o.lease, o.id LIMIT :limit",
            {
                "now": instant(now),
                "platforms": as_json(list(platforms)),
                "held": as_json([str(tenant) for tenant in held]),
                "flying": str(list(flying)),
                "limit": limit,
            },
        )
        found = [_delivery(row) for row in rows]
        for delivery in found:
            self.settle(delivery.key, DeliveryState.UNSURE, lease=lease, code=delivery.code)
        return [replace(delivery, state=DeliveryState.UNSURE, lease=lease) for delivery in found]

    def overdue(self, now: datetime) -> list[Delivery]:
        """The worker's: posts not made before their deadline."""
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE o.ended IS NULL AND o.state = 'new' AND o.deadline <= ? "
            f"ORDER BY o.deadline, o.id LIMIT {MAX_LOOKED_AT}",
            [instant(now)],
        )
        return [_delivery(row) for row in rows]

    def settle(
        self,
        key: int,
        state: DeliveryState,
        *,
        due: datetime | None = None,
        lease: datetime | None = None,
        ended: datetime | None = None,
        reference: str = "",
        code: str = "",
        plain: bool | None = None,
        attempts: int | None = None,
    ) -> None:
        """The worker's: what became of a try. What is not given stays, but for lease and code."""
        self.db.execute(
            "UPDATE outbox SET state = :state, due = coalesce(:due, due), lease = :lease, ended = :ended, "
            "code = :code, plain = coalesce(:plain, plain), "
            "reference = CASE :reference WHEN '' THEN reference ELSE :reference END, "
            "attempts = coalesce(:attempts, attempts) WHERE id = :key",
            {
                "key": key,
                "state": state,
                "due": optional_instant(due),
                "lease": optional_instant(lease),
                "ended": optional_instant(ended),
                "reference": reference,
                "code": code,
                "plain": plain,
                "attempts": attempts,
            },
        )

    def revive(self, key: int, now: datetime, deadline: datetime) -> None:
        """The admin's: let a post be made anew, with all its attempts before it."""
        self.db.execute(
            "UPDATE outbox SET state = 'new', due = :now, deadline = :deadline, lease = NULL, attempts = 0, "
            "ended = NULL, code = '', resend = 1 WHERE id = :key",
            {"key": key, "now": instant(now), "deadline": instant(deadline)},
        )

    def open_of(self, subscription: int) -> list[Delivery]:
        """The worker's: a subscription's digests that are yet to be posted; notices about it are none."""
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE o.subscription = ? AND o.state = 'new' AND o.slot IS NOT NULL ORDER BY o.id",
            [subscription],
        )
        return [_delivery(row) for row in rows]

    def later_parts(self, delivery: Delivery) -> list[Delivery]:
        """The worker's: the parts after this one that are still open."""
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE o.slot = ? AND o.part > ? AND o.state = 'new' ORDER BY o.part",
            [delivery.slot, delivery.part],
        )
        return [_delivery(row) for row in rows]

    def give_back(self, key: int) -> None:
        """The worker's: a post was never made, so what it held was not shown."""
        self.db.execute("DELETE FROM shown WHERE delivery = ?", [key])

    def open(self) -> list[Delivery]:
        """Across tenants: every post that is not in a final state."""
        return [_delivery(row) for row in select(self.db, f"SELECT {COLUMNS} WHERE o.ended IS NULL ORDER BY o.id")]

    def never_again(self, now: datetime) -> int:
        """After a restore: open posts may have been made since the backup; look them up, post none. Gives how many."""
        return self.db.execute(
            "UPDATE outbox SET state = 'unsure', resend = 0, lease = :now, code = 'restored', "
            "first_try = coalesce(first_try, created) WHERE state IN ('new', 'sending', 'unsure')",
            {"now": instant(now)},
        ).rowcount

    def listed(self, states: Collection[str] = (), limit: int = 100) -> list[Delivery]:
        """For the machine's admin, across tenants: the last posts, newest first; `states` narrows it."""
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE (:states = '[]' OR o.state IN (SELECT value FROM json_each(:states))) "
            "ORDER BY o.id DESC LIMIT :limit",
            {"states": as_json(list(states)), "limit": limit},
        )
        return [_delivery(row) for row in rows]

    def by_key(self, key: int) -> Delivery | None:
        """For the machine's admin, across tenants: one post."""
        rows = select(self.db, f"SELECT {COLUMNS} WHERE o.id = ?", [key])
        return _delivery(rows[0]) if rows else None

    def totals(self, since: datetime) -> dict[str, int]:
        """For the machine's admin, across tenants: how many posts since an instant are in which state."""
        rows = self.db.execute("SELECT state, count(*) FROM outbox WHERE created >= ? GROUP BY state", [instant(since)])
        return {str(state): int(count) for state, count in rows}

    def of_subscription(self, tenant: Tenant, subscription: int, limit: int = 10) -> list[Delivery]:
        """A subscription's last posts, newest first; notices about it are none."""
        return self._select(
            tenant,
            "AND o.subscription = :key AND o.slot IS NOT NULL ORDER BY o.id DESC LIMIT :limit",
            key=subscription,
            limit=limit,
        )

    def purge(self, before: datetime) -> int:
        """Empty the text of posts that ended before an instant; their rows stay. Returns how many."""
        return self.db.execute(
            "UPDATE outbox SET payload = '' WHERE ended < ? AND payload <> ''", [instant(before)]
        ).rowcount

    def _select(self, tenant: Tenant, where: str, **parameters: Any) -> list[Delivery]:
        rows = select(self.db, f"SELECT {COLUMNS} WHERE o.workspace = {WORKSPACE} {where}", whose(tenant, **parameters))
        return [_delivery(row) for row in rows]


def _delivery(row: Row) -> Delivery:
    return Delivery(
        key=row["id"],
        tenant=Tenant(row["platform"], row["tenant"]),
        slot=row["slot"],
        subscription=row["subscription"],
        part=row["part"],
        token=row["token"],
        target=row["target"],
        direct=bool(row["direct"]),
        payload=row["payload"],
        state=DeliveryState(row["state"]),
        created=moment(row["created"]),
        due=moment(row["due"]),
        deadline=moment(row["deadline"]),
        lease=optional_moment(row["lease"]),
        first_try=optional_moment(row["first_try"]),
        attempts=row["attempts"],
        reference=row["reference"],
        code=row["code"],
        plain=bool(row["plain"]),
        resend=bool(row["resend"]),
        thread=row["thread"],
    )
