"""Discord as a platform (bot.ports.Platform): a new client for every run, posts from the outbox, an orderly end."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import aiohttp
import discord

from adapters.discord import posting
from adapters.discord.client import PaperroundClient
from adapters.discord.split import split
from adapters.discord.visitors import PLATFORM
from bot.delivery_errors import DISCORD_CLOSES, Fault, SendFailed
from bot.desk import Desk
from bot.errors import SettingsError
from bot.message import Message
from bot.ports import Outgoing
from bot.settings_discord import DiscordSettings
from bot.texts import discord as texts

logger = logging.getLogger(__name__)

T = TypeVar("T")

SLASH = discord.AppCommandType.chat_input
BAD_TOKEN_CLOSE = 4004
DRAIN_SECONDS = 5.0
"""How long answers that are on their way are waited for when the bot stops."""

OFFLINE_SECONDS = 30.0
"""While the gateway is away posts wait, and no try is counted: an outage must not cost a morning's digests."""


class DiscordPlatform:
    """The bot on Discord. `client_options` go to discord.py's client."""

    name = PLATFORM

    def __init__(self, desk: Desk, settings: DiscordSettings, **client_options: Any) -> None:
        self._desk = desk
        self._settings = settings
        self._options = client_options
        self._client: PaperroundClient | None = None
        self._calls: set[asyncio.Task[Any]] = set()

    def make_client(self) -> PaperroundClient:
        """A client that is not connected yet."""
        return PaperroundClient(self._desk, self._settings, **self._options)

    async def sync(self) -> list[str]:
        """Tell Discord our commands, whatever it was told before; returns their roots. Raises SettingsError."""
        client = PaperroundClient(self._desk, self._settings, always_sync=True, **self._options)
        try:
            async with client:
                await client.login(self._token())
                return [f"/{command.name}" for command in client.tree.get_commands(type=SLASH)]
        except discord.LoginFailure as error:
            raise SettingsError(texts.REFUSED) from error
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise SettingsError(texts.NO_ANSWER.format(reason=error)) from error

    def _token(self) -> str:
        token = self._settings.token.get_secret_value()
        if not token:
            raise SettingsError(texts.NOT_SET_UP)
        return token

    async def run(self) -> None:
        """Serve until stopped, or until the connection is lost for good. Raises SettingsError for a refused token.

        Each run has a client of its own: one that failed to connect cannot be used again (discord.py #10520).
        """
        token = self._token()
        self._client = client = self.make_client()
        try:
            async with client:
                await self._serve(client, token)
        except discord.LoginFailure as error:
            raise SettingsError(texts.REFUSED) from error
        except discord.PrivilegedIntentsRequired as error:
            raise SettingsError(texts.REFUSED_INTENTS.format(code=4014)) from error
        except discord.ConnectionClosed as error:
            if error.code == BAD_TOKEN_CLOSE:
                raise SettingsError(texts.REFUSED) from error
            if error.code in DISCORD_CLOSES:
                raise SettingsError(texts.REFUSED_INTENTS.format(code=error.code)) from error
            raise
        finally:
            self._client = None

    async def _serve(self, client: PaperroundClient, token: str) -> None:
        """Log in, connect and stay; give up when it takes too long to be ready, so that a fresh client tries."""
        serving = asyncio.create_task(client.start(token))
        waiting = asyncio.create_task(self._ready(client))
        try:
            await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
            if not serving.done():
                await waiting
            await serving
        finally:
            for task in (serving, waiting):
                task.cancel()
            await asyncio.gather(serving, waiting, return_exceptions=True)

    async def _ready(self, client: PaperroundClient) -> None:
        async with asyncio.timeout(self._settings.connect_timeout_seconds):
            await client.wait_until_ready()
        logger.info("connected to Discord, in %s servers", len(client.guilds))

    async def stop(self) -> None:
        """Take no more, let answers and posts on their way end, and close the connection."""
        client = self._client
        if client is None:
            return
        await client.answers.drain(DRAIN_SECONDS)
        await client.close()
        for call in self._calls:
            call.cancel()

    async def send(self, outgoing: Outgoing) -> str:
        """Make the post in one try, with its token as the nonce; returns `CHANNEL/MESSAGE`. Raises SendFailed."""
        return await self._call(posting.post(self._connected(), outgoing, silent=self._settings.silent_channel_posts))

    async def find(self, outgoing: Outgoing) -> str | None:
        """The reference of a post that was made, None where a repeat is harmless. Raises CannotLookUp, SendFailed."""
        return await self._call(posting.find(self._connected(), outgoing))

    def split(self, message: Message) -> Sequence[Message]:
        """The message as posts that each fit."""
        return split(message)

    def _connected(self) -> PaperroundClient:
        if self._client is None or not self._client.is_ready():
            raise SendFailed(Fault.WAIT, texts.OFFLINE, retry_after=OFFLINE_SECONDS)
        return self._client

    async def _call(self, work: Coroutine[Any, Any, T]) -> T:
        """Await the work, which goes on if the caller stops waiting.

        discord.py holds all its requests back while one sleeps through a global rate limit; cut short, that one would
        hold them back for ever.
        """
        task = asyncio.create_task(work)
        self._calls.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._calls.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.debug("a call ended with %r", task.exception())
