"""Discord for tests: the API's document, messages of every size, and a server in the process with people in it."""

import random
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from pydantic import SecretStr

from adapters.discord.app import DiscordPlatform
from adapters.discord.client import PaperroundClient
from adapters.sources.files import read_library
from bot.commands import build_registry
from bot.config import Settings
from bot.context import Services
from bot.core import Core
from bot.desk import Desk
from bot.message import Action, Buttons, Card, Message, Paragraph, Tone, bold, paper_key, press, text
from bot.recommendations import Recommendations
from bot.settings_discord import DiscordSettings
from db.models import Text
from db.store import DATABASE_NAME, Store
from tests.adapters.discord.openapi import DiscordApi
from tests.conftest import FakeClock


@pytest.fixture(scope="session")
def api() -> DiscordApi:
    return DiscordApi()


@pytest.fixture
async def core(tmp_path: Path, seeded_file: Path) -> AsyncIterator[Core]:
    folder = tmp_path / "discord"
    folder.mkdir()
    shutil.copy(seeded_file, folder / DATABASE_NAME)
    opened = Core()
    await opened.open(folder)
    yield opened
    await opened.close()


@pytest.fixture
def desk(core: Core, clock: FakeClock, tmp_path: Path) -> Desk:
    registry = build_registry()

    def make_services(store: Store) -> Services:
        settings = Settings(data_dir=tmp_path / "discord")
        return Services(
            store, registry, Recommendations(store, settings.data_dir), settings, clock, random.Random(0), read_library
        )

    return Desk(core, registry, make_services)


@pytest.fixture
def platform(desk: Desk) -> DiscordPlatform:
    return DiscordPlatform(desk, DiscordSettings(token=SecretStr("MTIz.abc.def")), shard_count=1)


@dataclass
class Server:
    """A server with a channel, its owner, an admin and a member; every call of the bot is checked."""

    env: simcord.Env
    platform: DiscordPlatform
    guild: Any
    channel: Any
    admin: Any
    ann: Any

    @property
    def client(self) -> PaperroundClient:
        assert isinstance(self.env.bot, PaperroundClient)
        return self.env.bot

    async def restart(self) -> None:
        client = self.platform.make_client()
        await self.env.restart_bot(client)
        connect(self.platform, client)

    def calls(self, method: str, path: str) -> list[Any]:
        return [call for call in self.env.http_requests if call.method == method and path in call.path]


def connect(platform: DiscordPlatform, client: PaperroundClient) -> None:
    """Let the platform post through a client that simcord has connected."""
    platform._client = client


@pytest.fixture
async def server(platform: DiscordPlatform, api: DiscordApi) -> AsyncIterator[Server]:
    client = platform.make_client()
    env = simcord.Env(client)
    await env.start()
    try:
        connect(platform, client)
        guild = env.create_guild()
        channel = guild.create_text_channel("papers")
        boss = guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
        admin = guild.add_member(env.create_user("bob"), roles=[boss])
        ann = guild.add_member(env.create_user("ann"))
        yield Server(env, platform, guild, channel, admin, ann)
    finally:
        await env.shutdown()
    assert faults_of(env, api) == []


def faults_of(env: simcord.Env, api: DiscordApi) -> list[str]:
    """What was wrong with the bot's calls."""
    return [
        fault
        for call in env.http_requests
        for fault in api.errors(call.method, call.path, call.json, dict(call.params or {}))
    ]


def words_of(message: Any) -> str:
    """Everything that can be read in a message."""
    found = [message.content or ""]
    for component in walk(message):
        for name in ("content", "label", "placeholder"):
            value = component.get(name)
            found += [value] if isinstance(value, str) else []
    return "\n".join(part for part in found if part)


def walk(message: Any) -> list[dict[str, Any]]:
    from tests.adapters.discord.openapi import walked

    components = message.components
    return walked([c if isinstance(c, dict) else c.to_dict() for c in components])


def buttons_of(message: Any) -> dict[str, str]:
    """The ids of a message's buttons by their labels; of several alike the first."""
    found: dict[str, str] = {}
    for component in walk(message):
        if component["type"] == 2 and component.get("custom_id"):
            found.setdefault(component["label"], component["custom_id"])
    return found


def make_card(number: int, title: Text | str = "A paper", **changes: object) -> Card:
    key = paper_key(number)
    values: dict[str, object] = {
        "number": number,
        "paper": number,
        "title": text(title),
        "url": f"https://arxiv.org/abs/2501.{number:05}",
        "authors": "Ann Li, Bo Xu, Cem Öz and 3 more",
        "origin": "arXiv · 30 Nov 2026 · cs.CL cs.LG",
        "summary": text("We show that a shorter sentence says more than a longer one, on twelve data sets."),
        "why": text("sentences, data sets"),
        "actions": (
            Action("👍 relevant", press("like", paper=key)),
            Action("👎 not for me", press("dislike", paper=key)),
            Action("🔖 save", press("save", paper=key)),
        ),
        "menu": (Action("Why in full", press("why", paper=key)),),
        **changes,
    }
    return Card(**values)  # type: ignore[arg-type]


def make_digest(count: int = 5, card: Callable[[int], Card] = make_card) -> Message:
    footer = (Action("Pause", press("digest pause", which=1)), Action("Change time", press("digest show", which=1)))
    more = Action("3 more were close: show", press("digest more", which=1))
    return Message(
        text(bold("Mon 30 Nov · 5 papers of 214 new ones")),
        (
            Paragraph(text("Screened since Fri 27 Nov, 09:00: arXiv, OpenReview.")),
            *(card(number) for number in range(1, count + 1)),
            Buttons((more, *footer)),
        ),
        tone=Tone.DIGEST,
    )
