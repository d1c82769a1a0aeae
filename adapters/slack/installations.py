"""Where the app is installed and with which token: one workspace by its token, or many by OAuth in a SQLite file.

The tenant is the installing enterprise where a whole organisation installed the app, else the team.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from slack_sdk.errors import SlackApiError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.sqlite3 import SQLite3InstallationStore
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from db.models import Tenant

logger = logging.getLogger(__name__)

PLATFORM = "slack"
ROTATE_MINUTES = 120
"""A token that ends within so many minutes is exchanged for a new one."""
INSTALLATIONS_NAME = "slack_installations.db"


@dataclass(frozen=True, slots=True)
class Installed:
    """One installation: whose it is and how to speak for it."""

    tenant: Tenant
    team: str
    enterprise: str
    token: str = field(repr=False)
    bot_user: str
    bot_id: str
    name: str = ""


class Installations(Protocol):
    """Finds installations."""

    async def find(self, enterprise: str, team: str, *, whole_enterprise: bool) -> Installed | None:
        """The installation that a request of Slack's is for; None where the app is not installed."""

    async def of_tenant(self, tenant: Tenant) -> Installed | None:
        """A tenant's installation, None where it has gone."""


class OneWorkspace:
    """The installation of a single token; whose it is, is asked once. Raises SlackApiError when it is invalid."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._installed: Installed | None = None
        self._asking = asyncio.Lock()

    async def find(self, enterprise: str, team: str, *, whole_enterprise: bool) -> Installed | None:
        """The one installation, if the request is for it."""
        installed = await self.own()
        if whole_enterprise or installed.tenant.id == installed.enterprise:
            return installed if installed.tenant.id == enterprise else None
        return installed if team == installed.team else None

    async def of_tenant(self, tenant: Tenant) -> Installed | None:
        """The one installation, if it is the tenant's."""
        installed = await self.own()
        return installed if installed.tenant == tenant else None

    async def own(self) -> Installed:
        """The one installation."""
        async with self._asking:
            if self._installed is None:
                answer = await self._client.auth_test()
                enterprise, team = answer.get("enterprise_id") or "", answer.get("team_id") or ""
                whole = bool(answer.get("is_enterprise_install")) and enterprise
                self._installed = Installed(
                    tenant=Tenant(PLATFORM, enterprise if whole else team),
                    team=team,
                    enterprise=enterprise,
                    token=self._client.token or "",
                    bot_user=answer.get("user_id") or "",
                    bot_id=answer.get("bot_id") or "",
                    name=answer.get("team") or "",
                )
        return self._installed


class InstallationFile(SQLite3InstallationStore):
    """slack_sdk's store, in which a team's installation is found by its team alone, in an enterprise or not."""

    async def async_save(self, installation: Installation) -> None:
        """Keep an installation."""
        if not installation.is_enterprise_install:
            installation.enterprise_id = None
        self.save(installation)

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        """The bot of a team, or of a whole enterprise."""
        whole = bool(is_enterprise_install)
        return self.find_bot(
            enterprise_id=enterprise_id if whole else None,
            team_id=None if whole else team_id,
            is_enterprise_install=whole,
        )

    def remove(self, tenant: Tenant) -> None:
        """Forget an installation with all its tokens."""
        whole = tenant.id.startswith("E")
        enterprise, team = (tenant.id, None) if whole else (None, tenant.id)
        self.delete_bot(enterprise_id=enterprise, team_id=team)
        self.delete_installation(enterprise_id=enterprise, team_id=team)


class ManyWorkspaces:
    """Installations by OAuth. Tokens that rotate are renewed here, one at a time: a refresh token works once."""

    def __init__(self, store: InstallationFile, client: AsyncWebClient, client_id: str, client_secret: str) -> None:
        self.store = store
        self._rotator = AsyncTokenRotator(client=client, client_id=client_id, client_secret=client_secret)
        self._rotating = asyncio.Lock()

    async def find(self, enterprise: str, team: str, *, whole_enterprise: bool) -> Installed | None:
        """The installation of the team, or of its enterprise."""
        bot = await self._fresh_bot(enterprise, team, whole_enterprise)
        return None if bot is None else _installed(bot, whole_enterprise=whole_enterprise)

    async def of_tenant(self, tenant: Tenant) -> Installed | None:
        """By the tenant's id: those of enterprises begin with E."""
        return await self.find(tenant.id, tenant.id, whole_enterprise=tenant.id.startswith("E"))

    async def _fresh_bot(self, enterprise: str, team: str, whole: bool) -> Bot | None:
        bot = await self.store.async_find_bot(enterprise_id=enterprise, team_id=team, is_enterprise_install=whole)
        if bot is None or not bot.bot_refresh_token:
            return bot
        async with self._rotating:
            bot = await self.store.async_find_bot(enterprise_id=enterprise, team_id=team, is_enterprise_install=whole)
            if bot is None:
                return None
            try:
                renewed = await self._rotator.perform_bot_token_rotation(
                    bot=bot, minutes_before_expiration=ROTATE_MINUTES
                )
            except (SlackTokenRotationError, SlackApiError) as error:
                logger.error("the token of %s could not be renewed: %s", team or enterprise, error)
                return bot
            if renewed is not None:
                self.store.save_bot(renewed)
            return renewed or bot


def _installed(bot: Bot, *, whole_enterprise: bool) -> Installed:
    enterprise, team = bot.enterprise_id or "", bot.team_id or ""
    return Installed(
        tenant=Tenant(PLATFORM, enterprise if whole_enterprise else team),
        team=team,
        enterprise=enterprise,
        token=bot.bot_token or "",
        bot_user=bot.bot_user_id or "",
        bot_id=bot.bot_id or "",
        name=bot.team_name or bot.enterprise_name or "",
    )


def open_installations(folder: Path, client_id: str) -> InstallationFile:
    """The installation store in the data folder, readable by its owner alone."""
    path = folder / INSTALLATIONS_NAME
    path.touch(mode=0o600)
    return InstallationFile(database=str(path), client_id=client_id)
