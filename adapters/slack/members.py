"""What Slack tells of a person: name, zone, whether they are an admin, and whether they are of this organisation."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.installations import Installed
from bot.zones import zones
from db.models import Tenant

logger = logging.getLogger(__name__)

KEPT_SECONDS = 300.0
MOST = 10_000


@dataclass(frozen=True, slots=True)
class Member:
    """A person. Empty where Slack did not tell; `is_stranger` for people of other organisations."""

    name: str = ""
    zone: str = ""
    is_admin: bool = False
    is_stranger: bool = False


class Members:
    """Asks users.info, and remembers the answer for five minutes."""

    def __init__(self, admins: tuple[str, ...], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._admins = frozenset(admins)
        self._monotonic = monotonic
        self._known: dict[tuple[Tenant, str], tuple[float, Member]] = {}

    async def member(
        self, client: AsyncWebClient, installed: Installed, user: str, team: str = "", *, shared_channel: bool = False
    ) -> Member:
        """The person; `team` is what the request says is theirs. In doubt, one in a shared channel is a stranger."""
        key = (installed.tenant, user)
        until, known = self._known.pop(key, (0.0, Member()))
        if until > self._monotonic():
            self._known[key] = (until, known)
            return known
        try:
            answer = await client.users_info(user=user)
        except (SlackClientError, OSError, TimeoutError) as error:
            logger.warning("users.info of %s: %s", user, error)
            elsewhere = team not in (installed.team, installed.enterprise) if team else shared_channel
            return Member(is_admin=user in self._admins and not elsewhere, is_stranger=elsewhere)
        found = self._read(answer.get("user") or {}, installed, team)
        self._known[key] = (self._monotonic() + KEPT_SECONDS, found)
        while len(self._known) > MOST:
            self._known.pop(next(iter(self._known)))
        return found

    def _read(self, told: dict[str, object], installed: Installed, team: str) -> Member:
        profile = told.get("profile")
        shown = str(profile.get("display_name") or profile.get("real_name") or "") if isinstance(profile, dict) else ""
        zone = str(told.get("tz") or "")
        stranger = is_stranger(told, installed, team)
        return Member(
            name=shown or str(told.get("real_name") or told.get("name") or ""),
            zone=zone if zone in zones() else "",
            is_admin=not stranger
            and (bool(told.get("is_admin") or told.get("is_owner")) or str(told.get("id")) in self._admins),
            is_stranger=stranger,
        )


def is_stranger(told: dict[str, object], installed: Installed, team: str) -> bool:
    """Whether a person is of another organisation than the one that installed the app."""
    if told.get("is_stranger"):
        return True
    own = {installed.team, installed.enterprise} - {""}
    enterprise = told.get("enterprise_user")
    in_own_enterprise = isinstance(enterprise, dict) and enterprise.get("enterprise_id") in own
    theirs = str(told.get("team_id") or team)
    return bool(theirs) and theirs not in own and not in_own_enterprise
