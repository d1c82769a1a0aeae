"""Workspaces, profiles, their interests, and what a card's number means. Every function takes the tenant first."""

from collections.abc import Sequence
from datetime import datetime

from sqlite_utils import Database

from db.models import Interest, Profile, ProfileKind, Tenant, Workspace
from db.rows import WORKSPACE, Row, insert, instant, moment, optional_moment, select, whose

DEFAULT_INTEREST = "main"
PROFILE_COLUMNS = "p.*, w.platform, w.tenant FROM profiles p JOIN workspaces w ON w.id = p.workspace"


class People:
    """Who papers are ranked for."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def workspace(self, tenant: Tenant) -> Workspace | None:
        """The tenant's workspace, None when it was never met."""
        rows = select(
            self.db,
            "SELECT * FROM workspaces WHERE platform = :platform AND tenant = :tenant",
            whose(tenant),
        )
        return _workspace(rows[0]) if rows else None

    def workspaces(self) -> list[Workspace]:
        """All workspaces, for the admin of the machine."""
        return [_workspace(row) for row in select(self.db, "SELECT * FROM workspaces ORDER BY platform, tenant")]

    def meet_workspace(self, tenant: Tenant, now: datetime, *, name: str = "", zone: str = "UTC") -> Workspace:
        """The tenant's workspace, made at the first meeting; a removed one is taken up again."""
        self.db.execute(
            "INSERT INTO workspaces(platform, tenant, name, zone, installed) VALUES (:platform, :tenant, :name, :zone, "
            ":now) ON CONFLICT (platform, tenant) DO UPDATE SET removed = NULL, "
            "name = CASE WHEN excluded.name = '' THEN name ELSE excluded.name END",
            whose(tenant, name=name, zone=zone, now=instant(now)),
        )
        found = self.workspace(tenant)
        assert found is not None
        return found

    def profile(self, tenant: Tenant, kind: ProfileKind, member: str) -> Profile | None:
        """The profile of a person or channel in this workspace, None before the first meeting."""
        rows = select(
            self.db,
            f"SELECT {PROFILE_COLUMNS} WHERE p.workspace = {WORKSPACE} AND p.kind = :kind AND p.member = :member",
            whose(tenant, kind=kind, member=member),
        )
        return profile_of(rows[0]) if rows else None

    def last_tenant(self, platform: str, member: str) -> Tenant | None:
        """The workspace in which a person was last met, on a platform whose users are the same in all workspaces."""
        rows = select(
            self.db,
            f"SELECT {PROFILE_COLUMNS} WHERE w.platform = :platform AND w.removed IS NULL AND p.kind = 'person' "
            "AND p.member = :member ORDER BY p.last_used DESC LIMIT 1",
            {"platform": platform, "member": member},
        )
        return profile_of(rows[0]).tenant if rows else None

    def profile_by_key(self, tenant: Tenant, key: int) -> Profile | None:
        """The profile with this key, if it is the tenant's own."""
        rows = select(
            self.db,
            f"SELECT {PROFILE_COLUMNS} WHERE p.workspace = {WORKSPACE} AND p.id = :key",
            whose(tenant, key=key),
        )
        return profile_of(rows[0]) if rows else None

    def profiles(self, tenant: Tenant) -> list[Profile]:
        """All profiles of the workspace, oldest first."""
        rows = select(
            self.db,
            f"SELECT {PROFILE_COLUMNS} WHERE p.workspace = {WORKSPACE} ORDER BY p.id",
            whose(tenant),
        )
        return [profile_of(row) for row in rows]

    def meet(self, tenant: Tenant, kind: ProfileKind, member: str, now: datetime, *, name: str = "") -> Profile:
        """The profile, made with its default interest at the first meeting."""
        self.meet_workspace(tenant, now)
        self.db.execute(
            "INSERT INTO profiles(workspace, kind, member, name, created, last_used) "
            f"VALUES ({WORKSPACE}, :kind, :member, :name, :now, :now) "
            "ON CONFLICT (workspace, kind, member) DO UPDATE SET last_used = excluded.last_used, "
            "name = CASE WHEN excluded.name = '' THEN name ELSE excluded.name END",
            whose(tenant, kind=kind, member=member, name=name, now=instant(now)),
        )
        found = self.profile(tenant, kind, member)
        assert found is not None
        if not self.interests(tenant, found.key):
            self.add_interest(tenant, found.key, DEFAULT_INTEREST, now, is_default=True)
        return found

    def change_profile(
        self,
        tenant: Tenant,
        key: int,
        *,
        zone: str | None = None,
        author_name: str | None = None,
        quiet: bool | None = None,
        welcomed: datetime | None = None,
    ) -> None:
        """Change what is given, leave the rest."""
        changes: Row = {
            "zone": zone,
            "author_name": author_name,
            "quiet": None if quiet is None else int(quiet),
            "welcomed": None if welcomed is None else instant(welcomed),
        }
        given = {name: value for name, value in changes.items() if value is not None}
        if given:
            settings = ", ".join(f"{name} = :{name}" for name in given)
            self.db.execute(
                f"UPDATE profiles SET {settings} WHERE workspace = {WORKSPACE} AND id = :key",
                whose(tenant, key=key, **given),
            )

    def count(self) -> int:
        """For the machine's admin, across tenants: how many people there are."""
        row = self.db.execute("SELECT count(*) FROM profiles WHERE kind = ?", [ProfileKind.PERSON]).fetchone()
        return int(row[0])

    def interests(self, tenant: Tenant, profile: int) -> list[Interest]:
        """The profile's interests, the default one first."""
        rows = select(
            self.db,
            f"SELECT * FROM interests WHERE workspace = {WORKSPACE} AND profile = :profile AND removed IS NULL "
            "ORDER BY is_default DESC, id",
            whose(tenant, profile=profile),
        )
        return [Interest(row["id"], row["profile"], row["name"], bool(row["is_default"])) for row in rows]

    def add_interest(
        self, tenant: Tenant, profile: int, name: str, now: datetime, *, is_default: bool = False
    ) -> Interest:
        """A new named interest. The caller has checked that the name is free."""
        workspace = self.meet_workspace(tenant, now).key
        row: Row = {"workspace": workspace, "profile": profile, "name": name, "is_default": int(is_default)}
        key = insert(self.db, "interests", {**row, "created": instant(now)})
        return Interest(key, profile, name, is_default)

    def rename_interest(self, tenant: Tenant, interest: Interest, name: str) -> None:
        """Give an interest another name; the caller has checked that it is free."""
        self.db.execute(
            f"UPDATE interests SET name = :name WHERE workspace = {WORKSPACE} AND id = :key",
            whose(tenant, name=name, key=interest.key),
        )

    def use_interest(self, tenant: Tenant, interest: Interest) -> None:
        """Make an interest the default one, into which answers go when nothing else is said."""
        self.db.execute(
            f"UPDATE interests SET is_default = (id = :key) WHERE workspace = {WORKSPACE} AND profile = :profile",
            whose(tenant, key=interest.key, profile=interest.profile),
        )

    def remove_interest(self, tenant: Tenant, interest: Interest, now: datetime) -> None:
        """Put an interest away; its events stay in the ledger and no longer count."""
        self.db.execute(
            f"UPDATE interests SET removed = :now, is_default = 0 WHERE workspace = {WORKSPACE} AND id = :key",
            whose(tenant, key=interest.key, now=instant(now)),
        )

    def remember_list(self, tenant: Tenant, profile: int, papers: Sequence[int]) -> None:
        """What the numbers on this profile's cards mean from now on."""
        self.db.execute(
            f"DELETE FROM last_lists WHERE workspace = {WORKSPACE} AND profile = :profile",
            whose(tenant, profile=profile),
        )
        for position, paper in enumerate(papers, start=1):
            self.db.execute(
                "INSERT INTO last_lists(workspace, profile, position, paper) "
                f"VALUES ({WORKSPACE}, :profile, :position, :paper)",
                whose(tenant, profile=profile, position=position, paper=paper),
            )

    def last_list(self, tenant: Tenant, profile: int) -> list[int]:
        """The keys of the papers on the last list, in order; empty when there was none."""
        rows = self.db.execute(
            f"SELECT paper FROM last_lists WHERE workspace = {WORKSPACE} AND profile = :profile ORDER BY position",
            whose(tenant, profile=profile),
        )
        return [int(row[0]) for row in rows]


def _workspace(row: Row) -> Workspace:
    return Workspace(
        key=row["id"],
        tenant=Tenant(row["platform"], row["tenant"]),
        name=row["name"],
        zone=row["zone"],
        installed=moment(row["installed"]),
        removed=optional_moment(row["removed"]),
    )


def profile_of(row: Row) -> Profile:
    """The profile in a row of PROFILE_COLUMNS."""
    return Profile(
        key=row["id"],
        tenant=Tenant(row["platform"], row["tenant"]),
        kind=ProfileKind(row["kind"]),
        member=row["member"],
        name=row["name"],
        zone=row["zone"],
        author_name=row["author_name"],
        quiet=bool(row["quiet"]),
        created=moment(row["created"]),
        last_used=moment(row["last_used"]),
        welcomed=optional_moment(row["welcomed"]),
    )
