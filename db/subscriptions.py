"""Subscriptions and the rest of a workspace: who gets a digest when. Every function but the planner's takes the tenant.

The planner's functions (`due`, `scheduled`, `move`) look across tenants, and give the tenant with each row.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

from sqlite_utils import Database

from db.digests import ASKED, Pause, Subscription
from db.models import Tenant
from db.rows import (
    WORKSPACE,
    Row,
    instant,
    moment,
    optional_date,
    optional_instant,
    optional_moment,
    select,
    whose,
)

COLUMNS = "s.*, w.platform, w.tenant FROM subscriptions s JOIN workspaces w ON w.id = s.workspace"


@dataclass(frozen=True, slots=True)
class Plan:
    """When a subscription's next digest is due; `day` None schedules nothing."""

    key: int
    day: date | None
    due: datetime | None
    waits_until: datetime | None = None


class Subscriptions:
    """Standing wishes for digests, and pauses of whole workspaces."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(self, tenant: Tenant, subscription: Subscription) -> Subscription:
        """Store a new one (or one of the same number that had ended); returns it with its key."""
        row = _row(subscription)
        columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        changes = ", ".join(f"{name} = excluded.{name}" for name in row if name not in ("profile", "number"))
        self.db.execute(
            f"INSERT INTO subscriptions(workspace, {columns}) VALUES ({WORKSPACE}, {values}) "
            f"ON CONFLICT (profile, number) DO UPDATE SET {changes}, ended = NULL",
            whose(tenant, **row),
        )
        rows = self._select(
            tenant, "AND s.profile = :profile AND s.number = :number", profile=row["profile"], number=row["number"]
        )
        return rows[0]

    def change(self, tenant: Tenant, subscription: Subscription) -> None:
        """Replace what a stored one says."""
        row = _row(subscription)
        changes = ", ".join(f"{name} = :{name}" for name in row if name not in ("profile", "number"))
        self.db.execute(
            f"UPDATE subscriptions SET {changes} WHERE workspace = {WORKSPACE} AND id = :key",
            whose(tenant, key=subscription.key, **row),
        )

    def get(self, tenant: Tenant, key: int) -> Subscription | None:
        """The subscription with this key, if it is the tenant's own."""
        rows = self._select(tenant, "AND s.id = :key", key=key)
        return rows[0] if rows else None

    def of_profile(self, tenant: Tenant, profile: int) -> list[Subscription]:
        """A profile's standing subscriptions, by number."""
        return self._select(tenant, "AND s.profile = :profile AND s.ended IS NULL ORDER BY s.number", profile=profile)

    def of_target(self, tenant: Tenant, target: str) -> list[Subscription]:
        """The standing subscriptions that go to one person or channel."""
        return self._select(tenant, "AND s.target = :target AND s.ended IS NULL ORDER BY s.id", target=target)

    def of_workspace(self, tenant: Tenant) -> list[Subscription]:
        """All standing subscriptions of a workspace."""
        return self._select(tenant, "AND s.ended IS NULL ORDER BY s.id")

    def _select(self, tenant: Tenant, where: str, **parameters: Any) -> list[Subscription]:
        rows = select(self.db, f"SELECT {COLUMNS} WHERE s.workspace = {WORKSPACE} {where}", whose(tenant, **parameters))
        return [_subscription(row) for row in rows]

    def due(self, now: datetime, batch: datetime | None, limit: int) -> list[Subscription]:
        """The planner's: up to `limit` whose slot has come, the oldest first.

        One that waits for the day's batch is due with it, or when its wait is over; `batch`: when the last was in.
        """
        rows = select(
            self.db,
            f"SELECT {COLUMNS} WHERE s.next_due <= :now AND s.ended IS NULL AND w.removed IS NULL AND ("
            "s.waits_until IS NULL OR s.waits_until <= :now OR :batch > coalesce("
            "(SELECT max(due) FROM slots t WHERE t.subscription = s.id), s.created)) "
            "ORDER BY s.next_due, s.id LIMIT :limit",
            {"now": instant(now), "batch": optional_instant(batch) or "", "limit": limit},
        )
        return [_subscription(row) for row in rows]

    def scheduled(self) -> list[Subscription]:
        """The planner's: all that have a next digest."""
        rows = select(self.db, f"SELECT {COLUMNS} WHERE s.next_due IS NOT NULL AND s.ended IS NULL ORDER BY s.id")
        return [_subscription(row) for row in rows]

    def move(self, plans: Iterable[Plan]) -> None:
        """The planner's: go on to the next digests. A rest that a person asked for ends with it."""
        plans = list(plans)
        self.reschedule(plans)
        self.db.execute(
            "UPDATE subscriptions SET pause_code = NULL WHERE pause_code = ? "
            "AND id IN (SELECT value FROM json_each(?))",
            [ASKED, json.dumps([plan.key for plan in plans])],
        )

    def reschedule(self, plans: Iterable[Plan]) -> None:
        """The planner's: set when the next digests are due, and nothing else."""
        self.db.conn.executemany(
            "UPDATE subscriptions SET next_day = ?, next_due = ?, waits_until = ? WHERE id = ?",
            [
                (
                    None if plan.day is None else plan.day.isoformat(),
                    optional_instant(plan.due),
                    optional_instant(plan.waits_until),
                    plan.key,
                )
                for plan in plans
            ],
        )

    def failing(self) -> list[tuple[str, str]]:
        """For the machine's admin, across tenants: channels and people whose platform refuses us, with the code."""
        rows = self.db.execute(
            "SELECT w.platform || ':' || w.tenant || '/' || CASE WHEN s.direct THEN 'a person' ELSE s.target END, "
            "s.pause_code FROM subscriptions s JOIN workspaces w ON w.id = s.workspace "
            "WHERE s.pause_code IS NOT NULL AND s.pause_code <> ? AND s.ended IS NULL ORDER BY 1",
            [ASKED],
        )
        return [(str(target), str(code)) for target, code in rows]

    def workspace_pause(self, tenant: Tenant) -> Pause | None:
        """Why the whole workspace rests, None when it does not."""
        return self.workspace_pauses().get(tenant)

    def workspace_pauses(self) -> dict[Tenant, Pause]:
        """Across tenants: the workspaces that rest, and why."""
        rows = select(
            self.db, "SELECT p.*, w.platform, w.tenant FROM workspace_pauses p JOIN workspaces w ON w.id = p.workspace"
        )
        return {
            Tenant(row["platform"], row["tenant"]): Pause(
                row["code"], moment(row["since"]), optional_moment(row["until"])
            )
            for row in rows
        }

    def pause_workspace(self, tenant: Tenant, pause: Pause) -> None:
        """Let the whole workspace rest: nothing is composed or posted for it."""
        self.db.execute(
            f"INSERT OR REPLACE INTO workspace_pauses(workspace, code, since, until) VALUES ({WORKSPACE}, :code, "
            ":since, :until)",
            whose(tenant, code=pause.code, since=instant(pause.since), until=optional_instant(pause.until)),
        )

    def resume_workspace(self, tenant: Tenant) -> None:
        """End the workspace's rest."""
        self.db.execute(f"DELETE FROM workspace_pauses WHERE workspace = {WORKSPACE}", whose(tenant))


def _row(subscription: Subscription) -> Row:
    pause = subscription.pause
    return {
        "profile": subscription.profile,
        "number": subscription.number,
        "target": subscription.target,
        "direct": int(subscription.direct),
        "owner": subscription.owner,
        "at": None if subscription.at is None else subscription.at.isoformat(timespec="minutes"),
        "days": json.dumps(subscription.days),
        "zone": subscription.zone,
        "size": subscription.size,
        "interests": json.dumps(subscription.interests),
        "repeats": int(subscription.repeats),
        "created": instant(subscription.created),
        "ended": optional_instant(subscription.ended),
        "pause_code": pause and pause.code,
        "pause_since": optional_instant(pause.since) if pause else None,
        "pause_until": optional_instant(pause.until) if pause else None,
        "next_day": None if subscription.next_day is None else subscription.next_day.isoformat(),
        "next_due": optional_instant(subscription.next_due),
        "waits_until": optional_instant(subscription.waits_until),
    }


def _subscription(row: Row) -> Subscription:
    return Subscription(
        key=row["id"],
        tenant=Tenant(row["platform"], row["tenant"]),
        profile=row["profile"],
        number=row["number"],
        target=row["target"],
        direct=bool(row["direct"]),
        owner=row["owner"],
        at=None if row["at"] is None else time.fromisoformat(row["at"]),
        days=_numbers(row["days"]),
        zone=row["zone"],
        size=row["size"],
        interests=_numbers(row["interests"]),
        created=moment(row["created"]),
        ended=optional_moment(row["ended"]),
        pause=_pause(row),
        next_day=optional_date(row["next_day"]),
        next_due=optional_moment(row["next_due"]),
        waits_until=optional_moment(row["waits_until"]),
        repeats=bool(row["repeats"]),
    )


def _pause(row: Row) -> Pause | None:
    if row["pause_code"] is None:
        return None
    return Pause(row["pause_code"], moment(row["pause_since"]), optional_moment(row["pause_until"]))


@lru_cache(maxsize=1024)
def _numbers(text: str) -> tuple[int, ...]:
    found: Sequence[int] = json.loads(text)
    return tuple(found)
