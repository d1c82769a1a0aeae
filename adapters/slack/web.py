"""The http server: Slack's signed requests, installing by OAuth, and whether we are well. Meant for behind a proxy."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

logger = logging.getLogger(__name__)

EVENTS_PATH, HEALTH_PATH = "/slack/events", "/health"
INSTALL_PATH, REDIRECT_PATH = "/slack/install", "/slack/oauth_redirect"
MAX_BODY = 1_000_000
CLOSE_SECONDS = 5.0
TIMESTAMP = re.compile(r"\d{1,12}")
SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


class Web:
    """Serves until it is told to stop. `healthy` says whether the rest of us is well."""

    def __init__(
        self,
        app: AsyncApp,
        host: str,
        port: int,
        *,
        takes_events: bool,
        flow: AsyncOAuthFlow | None,
        healthy: Callable[[], Awaitable[bool]],
    ) -> None:
        self._app = app
        self._host, self._asked_port = host, port
        self._takes_events = takes_events
        self._flow = flow
        self._healthy = healthy
        self._stop = asyncio.Event()
        self.port = 0
        """Where it listens, once it does."""

    def stop(self) -> None:
        """Let `run` return soon."""
        self._stop.set()

    async def run(self) -> None:
        """Serve until `stop`. Raises OSError where the port is taken."""
        self._stop.clear()
        server = web.Application(client_max_size=MAX_BODY)
        server.router.add_get(HEALTH_PATH, self._health)
        if self._takes_events:
            server.router.add_post(EVENTS_PATH, self._events)
        if self._flow is not None:
            server.router.add_get(INSTALL_PATH, self._install)
            server.router.add_get(REDIRECT_PATH, self._redirect)
        runner = web.AppRunner(server, access_log=None, shutdown_timeout=CLOSE_SECONDS)
        await runner.setup()
        try:
            site = web.TCPSite(runner, self._host, self._asked_port)
            await site.start()
            self.port = int(runner.addresses[0][1])
            logger.info("listening on %s:%s", self._host, self.port)
            await self._stop.wait()
        finally:
            self.port = 0
            await runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        well = await self._healthy()
        return web.json_response({"ok": well}, status=200 if well else 503)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        # Bolt answers 500 to headers that are no numbers; the signature itself is Bolt's to check.
        stamped = request.headers.get("X-Slack-Request-Timestamp", "")
        signed = request.headers.get("X-Slack-Signature", "")
        if not TIMESTAMP.fullmatch(stamped) or not SIGNATURE.fullmatch(signed):
            return web.json_response({"error": "invalid request"}, status=401)
        try:
            asked = await to_bolt_request(request)
        except (UnicodeDecodeError, ValueError):
            return web.json_response({"error": "unreadable"}, status=400)
        return await to_aiohttp_response(await self._app.async_dispatch(asked))

    async def _install(self, request: web.Request) -> web.StreamResponse:
        assert self._flow is not None
        return await to_aiohttp_response(await self._flow.handle_installation(await to_bolt_request(request)))

    async def _redirect(self, request: web.Request) -> web.StreamResponse:
        assert self._flow is not None
        return await to_aiohttp_response(await self._flow.handle_callback(await to_bolt_request(request)))
