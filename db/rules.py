"""Rules: what a profile follows and mutes, said in so many words. Withdrawn through the ledger, never erased."""

from datetime import datetime

from sqlite_utils import Database

from db.models import Rule, Subject, Tenant, Verb
from db.rows import WORKSPACE, Row, instant, moment, optional_instant, optional_moment, select, whose


class Rules:
    """Follows and mutes of profiles."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def add(
        self,
        tenant: Tenant,
        profile: int,
        verb: Verb,
        subject: Subject,
        value: str,
        act: int,
        now: datetime,
        *,
        interest: int | None = None,
        paper: int | None = None,
        until: datetime | None = None,
    ) -> None:
        """Add a rule under an act; a follow names its interest, a mute holds for all of them."""
        self.db.execute(
            "INSERT INTO rules(workspace, profile, interest, verb, subject, value, paper, until, created, act) "
            f"VALUES ({WORKSPACE}, :profile, :interest, :verb, :subject, :value, :paper, :until, :now, :act)",
            whose(
                tenant,
                profile=profile,
                interest=interest,
                verb=verb,
                subject=subject,
                value=value,
                paper=paper,
                until=optional_instant(until),
                now=instant(now),
                act=act,
            ),
        )

    def active(self, tenant: Tenant, profile: int, now: datetime) -> list[Rule]:
        """The rules that hold now, oldest first; a mute whose time is over no longer does."""
        rows = select(
            self.db,
            f"SELECT * FROM active_rules WHERE workspace = {WORKSPACE} AND profile = :profile "
            "AND (until IS NULL OR until > :now) ORDER BY id",
            whose(tenant, profile=profile, now=instant(now)),
        )
        return [_rule(row) for row in rows]

    def everyones(self) -> list[Rule]:
        """For the machine's admin, across tenants: all rules that stand, oldest first."""
        return [_rule(row) for row in select(self.db, "SELECT * FROM active_rules ORDER BY id")]


def _rule(row: Row) -> Rule:
    return Rule(
        key=row["id"],
        profile=row["profile"],
        interest=row["interest"],
        verb=Verb(row["verb"]),
        subject=Subject(row["subject"]),
        value=row["value"],
        paper=row["paper"],
        until=optional_moment(row["until"]),
        created=moment(row["created"]),
        act=row["act"],
    )
