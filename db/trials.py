"""Two rankers compared in live digests: which put what where, who refused, and what people liked of each."""

from collections.abc import Mapping

from sqlite_utils import Database

from db.models import Tenant
from db.rows import WORKSPACE, whose


class Trials:
    """The trials tables."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def record(self, tenant: Tenant, profile: int, slot: int, teams: Mapping[int, int]) -> None:
        """Which ranker (0 or 1) put each paper into the digest of a slot."""
        self.db.conn.executemany(
            "INSERT INTO trials(workspace, profile, slot, paper, team) "
            f"VALUES ({WORKSPACE}, :profile, :slot, :paper, :team)",
            [whose(tenant, profile=profile, slot=slot, paper=paper, team=team) for paper, team in teams.items()],
        )

    def refuse(self, tenant: Tenant, profile: int, *, refused: bool) -> None:
        """Whether a person takes no part."""
        if refused:
            statement = f"INSERT OR IGNORE INTO trial_refusals(profile, workspace) VALUES (:profile, {WORKSPACE})"
        else:
            statement = f"DELETE FROM trial_refusals WHERE profile = :profile AND workspace = {WORKSPACE}"
        self.db.execute(statement, whose(tenant, profile=profile))

    def refused(self, tenant: Tenant, profile: int) -> bool:
        """Whether the person takes no part."""
        row = self.db.execute(
            f"SELECT 1 FROM trial_refusals WHERE profile = :profile AND workspace = {WORKSPACE}",
            whose(tenant, profile=profile),
        ).fetchone()
        return row is not None

    def likes(self) -> list[tuple[int, int]]:
        """For the machine's admin, across tenants: for each digest how many likes each ranker's papers got."""
        rows = self.db.execute(
            "SELECT sum(liked AND team = 0), sum(liked AND team = 1) FROM (SELECT t.slot, t.team, EXISTS ("
            "SELECT 1 FROM active_feedback f WHERE f.profile = t.profile AND f.paper = t.paper "
            "AND f.answer IN ('like', 'save', 'more')) AS liked FROM trials t) GROUP BY slot"
        )
        return [(int(first), int(second)) for first, second in rows]
