"""Socket Mode with a watchdog: a link that died in silence is replaced by a new handler, and closing is bounded.

A handler is never used again once it was closed (hermes-agent #96069), and one link at a time is made (node #1654).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.client import code_of
from bot.errors import SettingsError

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 5.0
CONNECT_SECONDS = 30.0
LOST_SECONDS = 15.0
"""A link that is down for so long, though its handler tries again by itself, gets a new handler."""
LOOK_SECONDS = 2.0
HOPELESS = frozenset({"invalid_auth", "not_authed", "account_inactive", "token_revoked", "not_allowed_token_type"})
"""Codes after which no new link helps: the token is wrong."""


class Sockets:
    """Keeps one link to Slack alive until it is told to stop."""

    def __init__(
        self,
        app: AsyncApp,
        app_token: str,
        client: AsyncWebClient,
        *,
        ping_seconds: float,
        check_seconds: float,
        probe: Callable[[], Awaitable[object]],
    ) -> None:
        self._app = app
        self._app_token = app_token
        self._client = client
        self._probe = probe
        self._ping = ping_seconds
        self._check = check_seconds
        self._stop = asyncio.Event()
        self.connected = False
        """Whether there was a live link at the last look."""
        self.handlers = 0
        """How many handlers there were."""

    def stop(self) -> None:
        """Let `run` return soon."""
        self._stop.set()

    async def run(self) -> None:
        """Serve until `stop`. Raises SettingsError where the app's token is wrong, so that the supervisor says so."""
        self._stop.clear()
        while not self._stop.is_set():
            handler = AsyncSocketModeHandler(
                self._app, self._app_token, web_client=self._client, ping_interval=self._ping
            )
            self.handlers += 1
            try:
                await self._serve(handler)
            finally:
                self.connected = False
                await _close(handler)

    async def _serve(self, handler: AsyncSocketModeHandler) -> None:
        """One handler's life: returns when it is to be replaced, or at the end."""
        handler.client.wss_uri = await self._address()
        if self._stop.is_set():
            return
        try:
            await asyncio.wait_for(handler.client.connect(), CONNECT_SECONDS)  # type: ignore[no-untyped-call]
        except TimeoutError:
            logger.warning("no link to Slack within %.0f s; trying afresh", CONNECT_SECONDS)
            return
        lost_since = 0.0
        checked = time.monotonic()
        while not self._stop.is_set():
            await self._rest(min(LOOK_SECONDS, self._ping))
            now = time.monotonic()
            self.connected = await handler.client.is_connected()
            lost_since = 0.0 if self.connected else lost_since or now
            if lost_since and now - lost_since > max(LOST_SECONDS, self._ping * 4):
                logger.warning("the link to Slack was down for %.0f s; making a new one", now - lost_since)
                return
            if now - checked >= self._check:
                checked = now
                await self._ask_slack()

    async def _address(self) -> str | None:
        """Where to link to. Asked here, as the handler would try a wrong token for ever, in silence."""
        while not self._stop.is_set():
            try:
                answer = await self._client.apps_connections_open(app_token=self._app_token)
            except SlackApiError as error:
                if code_of(error) in HOPELESS:
                    raise SettingsError(
                        f"Slack refuses the app's token ({code_of(error)}). Make a new one with connections:write and "
                        "put it into app_token."
                    ) from error
                logger.warning("Slack gives no link: %s", code_of(error))
            except (SlackClientError, aiohttp.ClientError, OSError) as error:
                logger.warning("Slack cannot be reached: %s", type(error).__name__)
            else:
                return str(answer["url"])
            await self._rest(self._ping)
        return None

    async def _ask_slack(self) -> None:
        """A call wakes a link that stopped delivering though it looks alive (bolt-python #1529)."""
        try:
            await asyncio.wait_for(self._probe(), CONNECT_SECONDS)
        except (SlackClientError, aiohttp.ClientError, OSError) as error:
            logger.warning("the watchdog's call: %s", error)

    async def _rest(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return


async def _close(handler: AsyncSocketModeHandler) -> None:
    """Close a handler, giving up after CLOSE_SECONDS: it was seen to hang."""
    try:
        await asyncio.wait_for(handler.client.close(), CLOSE_SECONDS)  # type: ignore[no-untyped-call]
    except TimeoutError:
        logger.warning("a link to Slack did not close within %.0f s and is left behind", CLOSE_SECONDS)
    except Exception:
        logger.exception("a link to Slack could not be closed")
