"""Puts the Slack side together: Bolt's app, who may ask, the way in (Socket Mode or http), and the Platform port.

What is registered is in listeners and events, what is done in surface, what is posted in sender.
"""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_sdk.errors import SlackApiError

from adapters.slack.client import code_of, reading_client
from adapters.slack.installations import (
    PLATFORM,
    Installations,
    ManyWorkspaces,
    OneWorkspace,
    open_installations,
)
from adapters.slack.listeners import register
from adapters.slack.members import Members
from adapters.slack.oauth import make_flow, register_removal
from adapters.slack.sender import Sender
from adapters.slack.sockets import HOPELESS, Sockets
from adapters.slack.split import split
from adapters.slack.surface import Surface
from adapters.slack.visit import INSTALLED
from adapters.slack.web import Web
from adapters.slack.work import Work
from bot import tenancy
from bot.desk import Desk
from bot.errors import SettingsError
from bot.message import Message
from bot.ports import Outgoing
from bot.settings_slack import SlackSettings
from bot.texts.slack import NOT_INSTALLED

logger = logging.getLogger(__name__)

DRAIN_SECONDS = 5.0
"""Work in flight may take so long to finish at the end."""
CLOSE_SECONDS = 0.5
"""So long the ways in may take to close before the work in flight is waited for."""
QUIET_LOGGERS = {"slack_bolt.AsyncRequestVerification": logging.WARNING}
"""Bolt logs the whole body of a badly signed request at INFO; a body may hold what people typed."""


class SlackPlatform:
    """Slack, as bot.ports.Platform."""

    name = PLATFORM

    def __init__(self, settings: SlackSettings, desk: Desk, data_dir: Path) -> None:
        missing = settings.missing()
        if missing:
            raise SettingsError(f"Slack needs {', '.join(f'slack.{name}' for name in missing)}; see docs/slack.md.")
        self._settings = settings
        self._desk = desk
        self._client = reading_client(settings.api_url, settings.bot_token.get_secret_value())
        self._flow: AsyncOAuthFlow | None = None
        self._installations = self._make_installations(data_dir)
        self._work = Work()
        self._ways: list[Sockets | Web] = []
        self._running: list[asyncio.Task[None]] = []
        self._surface = Surface(desk, Members(settings.admins))
        self._sender = Sender(self._installations, settings.api_url)
        self.app = self._make_app()

    async def run(self) -> None:
        """Serve until `stop`. Raises SettingsError where a token is wrong, OSError where the port is taken."""
        await self._prove_token()
        self._work.open()
        self._ways = self._make_ways()
        self._running = tasks = [asyncio.create_task(way.run()) for way in self._ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._end(tasks)
        for task in tasks:
            if not task.cancelled():
                task.result()

    async def stop(self) -> None:
        """Take nothing more, let work in flight finish, and let `run` return."""
        for way in self._ways:
            way.stop()
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSE_SECONDS)
        await self._work.drain(DRAIN_SECONDS)
        await self._surface.homes.close()

    async def send(self, outgoing: Outgoing) -> str:
        """Post it; returns `channel:ts`. Raises SendFailed."""
        return await self._sender.send(outgoing)

    async def find(self, outgoing: Outgoing) -> str | None:
        """The post's reference if it is in the history. Raises CannotLookUp or SendFailed."""
        return await self._sender.find(outgoing)

    def split(self, message: Message) -> Sequence[Message]:
        """The message as posts that each fit Slack."""
        return split(message)

    @property
    def port(self) -> int:
        """Where the http server listens; 0 while it does not."""
        return next((way.port for way in self._ways if isinstance(way, Web)), 0)

    @property
    def sockets(self) -> Sockets | None:
        """The Socket Mode link, where that is the way in."""
        return next((way for way in self._ways if isinstance(way, Sockets)), None)

    async def _end(self, tasks: list[asyncio.Task[None]]) -> None:
        for way in self._ways:
            way.stop()
        await asyncio.wait(tasks, timeout=DRAIN_SECONDS * 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _prove_token(self) -> None:
        """A wrong token is said at once; an outage is not a wrong token."""
        if not isinstance(self._installations, OneWorkspace):
            return
        try:
            installed = await self._installations.own()
        except SlackApiError as error:
            if code_of(error) in HOPELESS:
                raise SettingsError(
                    f"Slack refuses the bot's token ({code_of(error)}). Install the app again and copy the new one."
                ) from error
            raise
        await self._desk.note(lambda store, now: tenancy.installed(store, installed.tenant, installed.name, now))
        logger.info("Slack: %s as %s", installed.name or installed.tenant, installed.bot_user)

    def _make_installations(self, data_dir: Path) -> Installations:
        settings = self._settings
        if not settings.many:
            return OneWorkspace(self._client)
        store = open_installations(data_dir, settings.client_id)
        self._flow = make_flow(settings, store, self._client, self._desk, data_dir)
        return ManyWorkspaces(store, self._client, settings.client_id, settings.client_secret.get_secret_value())

    def _make_app(self) -> AsyncApp:
        for name, level in QUIET_LOGGERS.items():
            logging.getLogger(name).setLevel(level)
        app = AsyncApp(
            name="paperround",
            client=reading_client(self._settings.api_url),
            signing_secret=self._settings.signing_secret.get_secret_value(),
            authorize=Authorization(self._installations),  # type: ignore[arg-type] # None is foreseen
            user_facing_authorize_error_message=NOT_INSTALLED,
        )
        register_removal(app, self._installations, self._desk, self._work)
        register(app, self._surface, self._work)
        return app

    def _make_ways(self) -> list[Sockets | Web]:
        settings = self._settings
        sockets = settings.mode == "socket"
        ways: list[Sockets | Web] = []
        if sockets:
            ways.append(
                Sockets(
                    self.app,
                    settings.app_token.get_secret_value(),
                    reading_client(settings.api_url),
                    ping_seconds=settings.ping_seconds,
                    check_seconds=settings.check_seconds,
                    probe=self._client.api_test if settings.many else self._client.auth_test,
                )
            )
        if not sockets or self._flow is not None:
            server = Web(
                self.app,
                settings.listen_host,
                settings.listen_port,
                takes_events=not sockets,
                flow=self._flow,
                healthy=self._healthy,
            )
            ways.append(server)
        return ways

    async def _healthy(self) -> bool:
        sockets = self.sockets
        if sockets is not None:
            return sockets.connected
        await self._desk.note(lambda store, now: None)
        return True


class Authorization(AsyncAuthorize):
    """Finds the installation of a request, without a call to Slack; where there is none, NOT_INSTALLED is answered."""

    def __init__(self, installations: Installations) -> None:
        self._installations = installations

    async def __call__(
        self,
        *,
        context: AsyncBoltContext,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None,
        actor_enterprise_id: str | None = None,
        actor_team_id: str | None = None,
        actor_user_id: str | None = None,
    ) -> AuthorizeResult | None:
        """What Bolt and its middleware go by, None where the app is not installed."""
        installed = await self._installations.find(
            enterprise_id or "", team_id or "", whole_enterprise=bool(context.is_enterprise_install)
        )
        if installed is None:
            return None
        context[INSTALLED] = installed
        return AuthorizeResult(
            enterprise_id=installed.enterprise,
            team_id=installed.team,
            bot_token=installed.token,
            bot_user_id=installed.bot_user,
            bot_id=installed.bot_id,
        )
