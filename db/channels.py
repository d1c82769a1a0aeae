"""Who has a say in a channel: its keepers, its members, and the votes that count. Every function takes the tenant.

What leaves here for ranking carries no member: a vote is a paper, an answer and a weight.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlite_utils import Database

from db.digests import ChannelSettings, Vote
from db.models import Answer, Tenant
from db.rows import WORKSPACE, Row, instant, moment, optional_instant, optional_moment, select, whose

KNOWN_FOR = timedelta(days=7)
HALF_LIFE = timedelta(days=90)
YES = frozenset({Answer.LIKE, Answer.SAVE, Answer.MORE})


class Channels:
    """Keepers, members and votes of channels' profiles."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def keepers(self, tenant: Tenant, channel: int) -> dict[str, str]:
        """The members who may change the channel's digest, with their names, in the order they came."""
        rows = self.db.execute(
            f"SELECT member, name FROM keepers WHERE workspace = {WORKSPACE} AND channel = :channel "
            "ORDER BY added, member",
            whose(tenant, channel=channel),
        )
        return {str(member): str(name) for member, name in rows}

    def add_keeper(self, tenant: Tenant, channel: int, member: str, name: str, now: datetime) -> None:
        """Let a member change the channel's digest."""
        self.db.execute(
            f"INSERT INTO keepers(workspace, channel, member, name, added) VALUES ({WORKSPACE}, :channel, :member, "
            ":name, :now) ON CONFLICT (channel, member) DO UPDATE SET name = excluded.name",
            whose(tenant, channel=channel, member=member, name=name, now=instant(now)),
        )

    def remove_keeper(self, tenant: Tenant, channel: int, member: str) -> bool:
        """Take that right back; False when the member had none."""
        return bool(
            self.db.execute(
                f"DELETE FROM keepers WHERE workspace = {WORKSPACE} AND channel = :channel AND member = :member",
                whose(tenant, channel=channel, member=member),
            ).rowcount
        )

    def met(self, tenant: Tenant, channel: int, member: str, now: datetime, *, trusted: bool | None = None) -> None:
        """A member was seen in the channel. Who comes back after leaving is new again. `trusted` tells of a role."""
        self.db.execute(
            f"INSERT INTO members(workspace, channel, member, known, trusted) VALUES ({WORKSPACE}, :channel, :member, "
            ":now, coalesce(:trusted, 0)) ON CONFLICT (channel, member) DO UPDATE SET "
            "known = CASE WHEN left_at IS NULL THEN known ELSE excluded.known END, left_at = NULL, "
            "trusted = coalesce(:trusted, trusted)",
            whose(tenant, channel=channel, member=member, now=instant(now), trusted=trusted),
        )

    def left(self, tenant: Tenant, channel: int, member: str, now: datetime) -> None:
        """A member left the channel: the votes stop counting."""
        self.db.execute(
            f"UPDATE members SET left_at = :now WHERE workspace = {WORKSPACE} AND channel = :channel "
            "AND member = :member AND left_at IS NULL",
            whose(tenant, channel=channel, member=member, now=instant(now)),
        )

    def count_act(self, tenant: Tenant, channel: int, act: int) -> None:
        """Let the events of one act, given on a channel's post, count for the channel; an undo takes them back."""
        self.db.execute(
            "INSERT OR IGNORE INTO votes(workspace, channel, feedback) "
            f"SELECT workspace, :channel, id FROM feedback WHERE workspace = {WORKSPACE} AND act = :act",
            whose(tenant, channel=channel, act=act),
        )

    def settings(self, tenant: Tenant, channel: int) -> ChannelSettings:
        """What the channel's keepers switched."""
        rows = select(
            self.db,
            f"SELECT * FROM channel_settings WHERE workspace = {WORKSPACE} AND channel = :channel",
            whose(tenant, channel=channel),
        )
        if not rows:
            return ChannelSettings()
        row = rows[0]
        return ChannelSettings(optional_moment(row["votes_since"]), row["trusted_role"], bool(row["reactions"]))

    def change_settings(self, tenant: Tenant, channel: int, settings: ChannelSettings) -> None:
        """Switch them."""
        self.db.execute(
            "INSERT OR REPLACE INTO channel_settings(workspace, channel, votes_since, trusted_role, reactions) "
            f"VALUES ({WORKSPACE}, :channel, :since, :role, :reactions)",
            whose(
                tenant,
                channel=channel,
                since=optional_instant(settings.votes_since),
                role=settings.trusted_role,
                reactions=int(settings.reactions),
            ),
        )

    def votes(self, tenant: Tenant, channel: int, now: datetime) -> list[Vote]:
        """What counts now: each member's last answer to each work, oldest first, all members alike.

        A vote counts from a member known for KNOWN_FOR or trusted who has not left, if it was given after the channel's
        last reset; its weight, in hundredths, halves every HALF_LIFE.
        """
        return [
            Vote(row["work"], Answer(row["answer"]), round(0.5 ** ((now - moment(row["created"])) / HALF_LIFE), 2))
            for row in self._counting(tenant, channel, now)
        ]

    def supporters(self, tenant: Tenant, channel: int, papers: Collection[int], now: datetime) -> int:
        """How many members said yes to at least one of these works; never who."""
        rows = self._counting(tenant, channel, now)
        return len({row["profile"] for row in rows if row["work"] in papers and Answer(row["answer"]) in YES})

    def _counting(self, tenant: Tenant, channel: int, now: datetime) -> list[Row]:
        """The events that count, the last one of each member and work."""
        since = self.settings(tenant, channel).votes_since
        rows = select(
            self.db,
            "SELECT f.id, f.profile, f.answer, f.created, coalesce(q.merged_into, q.id) AS work FROM votes v "
            "JOIN active_feedback f ON f.id = v.feedback JOIN papers q ON q.id = f.paper "
            "JOIN profiles p ON p.id = f.profile "
            "JOIN members m ON m.channel = v.channel AND m.member = p.member AND m.left_at IS NULL "
            f"WHERE v.workspace = {WORKSPACE} AND v.channel = :channel AND f.created > :since "
            "AND (m.trusted OR m.known <= :known) ORDER BY f.id",
            whose(tenant, channel=channel, since=optional_instant(since) or "", known=instant(now - KNOWN_FOR)),
        )
        last = {(row["profile"], row["work"]): row for row in rows}
        return sorted(last.values(), key=lambda row: int(row["id"]))
