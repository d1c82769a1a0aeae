"""The bot on a local Slack, by Socket Mode or by http: what people do, and what comes back."""

import asyncio
import itertools
import random
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from adapters.slack.app import SlackPlatform
from adapters.sources.files import read_library
from bot.commands import build_registry
from bot.config import Settings
from bot.context import Services
from bot.core import Core
from bot.desk import Desk
from bot.recommendations import Recommendations
from bot.settings_slack import SlackSettings
from db.store import DATABASE_NAME, Store
from tests.adapters.slack import fake_slack as fake
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.fake_slack import ANN, APP, BOT, CHANNEL, TEAM, FakeSlack
from tests.conftest import FakeClock

Json = dict[str, Any]


@dataclass
class Bot:
    """A running bot, and the hands of the people who use it."""

    slack: FakeSlack
    platform: SlackPlatform
    core: Core
    desk: Desk
    clock: FakeClock
    mode: str
    task: asyncio.Task[None] | None = None
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def start(self) -> None:
        self.task = asyncio.create_task(self.platform.run())
        async with asyncio.timeout(10):
            while not (self.slack.sockets if self.mode == "socket" else self.platform.port):
                if self.task.done():
                    self.task.result()
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        await self.platform.stop()
        if self.task is not None:
            await asyncio.wait_for(self.task, 10)

    async def deliver(self, kind: str, payload: Json) -> Json | None:
        """Bring something to the bot and wait for its acknowledgement and the work after it."""
        answer = await self.acknowledged(kind, payload)
        await self.settled()
        return answer

    async def acknowledged(self, kind: str, payload: Json) -> Json | None:
        """The same without waiting for the work."""
        if self.mode == "socket":
            return (await self.slack.envelope(kind, payload))[1]
        status, body = await self.slack.post(f"http://127.0.0.1:{self.platform.port}/slack/events", kind, payload)
        assert status == 200, body
        return fake.json.loads(body) if body.startswith("{") else None

    async def settled(self) -> None:
        async with asyncio.timeout(10):
            while self.platform._work._tasks:  # noqa: ASYNC110 - waits for what is not its own
                await asyncio.sleep(0.005)

    async def store(self, work: Callable[[Store], Any]) -> Any:
        return await self.core(work)

    # --- what people do
    async def slash(self, text: str = "", person: str = ANN, channel: str = CHANNEL, root: str = "papers") -> str:
        """Type a command; what the person is shown."""
        before = len(self.slack.responses)
        await self.deliver("slash_commands", self.slash_payload(text, person, channel, root))
        return words([r.get("blocks") for r in self.slack.responses[before:]])

    def slash_payload(self, text: str, person: str = ANN, channel: str = CHANNEL, root: str = "papers") -> Json:
        name = "directmessage" if channel.startswith("D") else "lab"
        return {
            "team_id": TEAM, "team_domain": "lab", "channel_id": channel, "channel_name": name, "user_id": person,
            "user_name": person.lower(), "command": f"/{root}", "text": text, "api_app_id": APP,
            "is_enterprise_install": "false", "response_url": self.slack.response_url(), "trigger_id": self.trigger(),
        }  # fmt: skip

    def trigger(self) -> str:
        return f"{next(self.numbers)}.trigger"

    def click_payload(
        self, element: Json, block_id: str = "b", *, person: str = ANN, channel: str = CHANNEL,
        message: Json | None = None, view: Json | None = None, team: str = TEAM, state: Json | None = None,
    ) -> Json:  # fmt: skip
        action = {**element, "block_id": block_id, "action_ts": str(next(self.numbers))}
        payload: Json = {
            "type": "block_actions", "user": {"id": person, "team_id": team}, "api_app_id": APP,
            "team": {"id": TEAM}, "enterprise": None, "is_enterprise_install": False,
            "trigger_id": self.trigger(), "state": {"values": state or {}}, "actions": [action],
        }  # fmt: skip
        if view is not None:
            return {**payload, "view": view, "container": {"type": "view", "view_id": view["id"]}}
        container = {"type": "message", "channel_id": channel, "is_ephemeral": message is None}
        if message is not None:
            payload["message"] = message
            container["message_ts"] = message["ts"]
        return {
            **payload, "container": container, "channel": {"id": channel, "name": "lab"},
            "response_url": self.slack.response_url(),
        }  # fmt: skip

    async def click(self, element: Json, block_id: str = "b", **how: Any) -> list[Json]:
        """Press something; what was said through the response_url."""
        before = len(self.slack.responses)
        await self.deliver("interactive", self.click_payload(element, block_id, **how))
        return self.slack.responses[before:]

    async def submit(self, view: Json, values: Json, person: str = ANN) -> Json | None:
        state = {"values": {block: {"value": value} for block, value in values.items()}}
        shown = {**view, "id": f"V{next(self.numbers)}", "state": state}
        payload = {
            "type": "view_submission", "user": {"id": person, "team_id": TEAM}, "team": {"id": TEAM}, "view": shown,
            "trigger_id": self.trigger(), "api_app_id": APP, "enterprise": None, "is_enterprise_install": False,
        }  # fmt: skip
        return await self.deliver("interactive", payload)

    async def event(self, event: Json, event_id: str = "", **changes: Any) -> None:
        await self.deliver("events_api", self.event_payload(event, event_id, **changes))

    def event_payload(self, event: Json, event_id: str = "", **changes: Any) -> Json:
        return {
            "type": "event_callback", "team_id": TEAM, "api_app_id": APP, "event": event,
            "event_id": event_id or f"Ev{next(self.numbers)}", "event_time": 1,
            "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_enterprise_install": False}],
            "is_ext_shared_channel": False, **changes,
        }  # fmt: skip

    async def say(self, text: str, person: str = ANN, **changes: Any) -> list[Json]:
        """Type a line into our direct messages; what came there."""
        channel = f"D{person}"
        before = len(self.slack.messages[channel])
        event = {"type": "message", "channel_type": "im", "channel": channel, "user": person, "text": text}
        await self.event({**event, "ts": f"{next(self.numbers)}.0", "team": TEAM, **changes})
        return self.slack.messages[channel][before:]


def buttons(payload: Json) -> list[tuple[str, Json]]:
    """Every button, menu and select of a message or view, with its block's id."""
    return [
        (block.get("block_id", "b"), element)
        for block in payload.get("blocks", [])
        if block["type"] == "actions"
        for element in block["elements"]
    ]


def button(payload: Json, label: str) -> tuple[Json, str]:
    """The first button of this label: the element and its block's id, as `click` takes them."""
    for block_id, element in buttons(payload):
        if element.get("text", {}).get("text", "").startswith(label):
            return element, block_id
    raise AssertionError(f"no button is called {label}: {words(payload)}")


async def make_bot(slack: FakeSlack, folder: Path, mode: str, **changes: Any) -> Bot:
    clock, registry, core = FakeClock(), build_registry(), Core()
    await core.open(folder)
    settings = SlackSettings(**{
        "mode": mode, "bot_token": fake.BOT_TOKEN, "app_token": fake.APP_TOKEN, "signing_secret": fake.SECRET,
        "api_url": slack.api, "listen_port": 0, "ping_seconds": 2.0, "check_seconds": 30.0, **changes,
    })  # fmt: skip

    def services(store: Store) -> Services:
        recommendations = Recommendations(store, folder)
        return Services(
            store, registry, recommendations, Settings(data_dir=folder), clock, random.Random(0), read_library
        )

    desk = Desk(core, registry, services)
    return Bot(slack, SlackPlatform(settings, desk, folder), core, desk, clock, mode)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    found = await FakeSlack().start()
    yield found
    await found.stop()
    assert found.faults == []


@pytest.fixture
def mode() -> str:
    return "socket"


@pytest.fixture
def folder(tmp_path: Path, seeded_file: Path) -> Path:
    found = tmp_path / "bot"
    found.mkdir()
    shutil.copy(seeded_file, found / DATABASE_NAME)
    return found


@pytest.fixture
def settings() -> dict[str, Any]:
    """What a file of tests sets otherwise."""
    return {}


@pytest.fixture
async def bot(slack: FakeSlack, folder: Path, mode: str, settings: dict[str, Any]) -> AsyncIterator[Bot]:
    found = await make_bot(slack, folder, mode, **settings)
    await found.start()
    yield found
    await found.stop()
    await found.core.close()
