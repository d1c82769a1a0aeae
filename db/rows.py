"""Between rows and records: instants as text, lists as JSON, and the names of columns. Shared by the repositories."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlite_utils import Database

from db.models import Tenant

Row = dict[str, Any]


def instant(moment: datetime) -> str:
    """A UTC instant as fixed-width ISO 8601 text, so that text order is time order. Refuses naive times."""
    if moment.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    """The instant that `instant` wrote."""
    return datetime.fromisoformat(text)


def optional_moment(text: str | None) -> datetime | None:
    """The instant, or None where there is none."""
    return None if text is None else moment(text)


def optional_instant(value: datetime | None) -> str | None:
    """The text, or None where there is no instant."""
    return None if value is None else instant(value)


def optional_date(text: str | None) -> date | None:
    """The local date, or None."""
    return None if text is None else date.fromisoformat(text)


def as_json(values: Sequence[str]) -> str:
    """A list as JSON text, readable and searchable (accents kept as they are)."""
    return json.dumps(list(values), ensure_ascii=False)


def from_json(text: str) -> tuple[str, ...]:
    """The list that `as_json` wrote."""
    return tuple(json.loads(text))


def select(db: Database, sql: str, parameters: Sequence[Any] | dict[str, Any] = ()) -> list[Row]:
    """All rows of a query as dictionaries."""
    cursor = db.conn.execute(sql, parameters)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def marks(count: int) -> str:
    """`?, ?, ?` for an IN list."""
    return ", ".join("?" * count)


WORKSPACE = "(SELECT id FROM workspaces WHERE platform = :platform AND tenant = :tenant)"
"""The tenant's workspace inside a query; `whose` gives its parameters."""


def whose(tenant: Tenant, **parameters: Any) -> dict[str, Any]:
    """Named parameters of a query that is bound to a tenant."""
    return {"platform": tenant.platform, "tenant": tenant.id, **parameters}


def insert(db: Database, table: str, row: Row) -> int:
    """Insert one row and return its key. Columns come from our own code, never from outside."""
    columns = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    cursor = db.conn.execute(f"INSERT INTO {table} ({columns}) VALUES ({values})", row)
    return int(cursor.lastrowid or 0)
