"""From nothing to the first digest, as an admin gets there: the real process, Slack played by a local server."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.adapters.cli.test_command_line import run
from tests.adapters.slack import fake_slack as fake
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.fake_slack import FakeSlack
from tests.conftest import ROOT

PATIENCE = 60.0


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    found = await FakeSlack().start()
    yield found
    await found.stop()


def environment(folder: Path, slack: FakeSlack) -> dict[str, str]:
    return {
        **os.environ,
        "PAPERROUND_DATA_DIR": str(folder),
        "PAPERROUND_SLACK__API_URL": slack.api,
        "PAPERROUND_SLACK__BOT_TOKEN": fake.BOT_TOKEN,
        "PAPERROUND_SLACK__APP_TOKEN": fake.APP_TOKEN,
        "PAPERROUND_OPERATION__LOG_FORMAT": "json",
        "PYTHONUTF8": "1",
    }


async def until(true: object) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # type: ignore[operator]  # noqa: ASYNC110 - waits for another process
            await asyncio.sleep(0.1)


async def test_an_admin_gets_from_nothing_to_a_digest_in_slack(tmp_path: Path, slack: FakeSlack) -> None:
    folder = tmp_path / "data"
    assert (await asyncio.to_thread(run, folder, "init", "--contact", "ann@example.org")).returncode == 0
    assert (await asyncio.to_thread(run, folder, "sources", "fetch", "seeds")).returncode == 0
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "adapters.cli", "run",
        cwd=ROOT, env=environment(folder, slack), stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(PATIENCE):
            await slack.linked()
        await say(slack, "follow diffusion models")
        await until(lambda: any("Following" in words([m]) for m in direct(slack)))
        await say(slack, "digest set at 9:00 days daily zone UTC")
        await until(lambda: any("comes next" in words([m]) or "09:00" in words([m]) for m in direct(slack)))
        sent = await asyncio.to_thread(run, folder, "digest", "send", f"slack:{fake.TEAM}/{fake.ANN}")
        assert sent.returncode == 0, sent.stderr
        await until(lambda: digests(slack))
        assert len(digests(slack)) == 1
    finally:
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(15):
            _, log = await process.communicate()
    assert process.returncode == 0, log.decode()
    assert "Traceback" not in log.decode()
    assert fake.BOT_TOKEN not in log.decode()
    assert '"message": "stopped"' in log.decode()


def direct(slack: FakeSlack) -> list[dict[str, object]]:
    return [m for messages in slack.messages.values() for m in messages]


def digests(slack: FakeSlack) -> list[dict[str, object]]:
    """What the outbox posted: previews, which are answers, have no metadata to be looked up by."""
    posted = slack.called("chat.postMessage")
    return [post for post in posted if "papers of 95 new ones" in str(post) and post.get("metadata")]


async def say(slack: FakeSlack, line: str) -> None:
    """Type a line into the bot's direct messages, as Slack tells of it."""
    say.count += 1  # type: ignore[attr-defined]
    number = say.count  # type: ignore[attr-defined]
    event = {
        "type": "message", "channel_type": "im", "channel": f"D{fake.ANN}", "user": fake.ANN, "text": line,
        "ts": f"{number}.0", "team": fake.TEAM,
    }  # fmt: skip
    payload = {
        "type": "event_callback", "team_id": fake.TEAM, "api_app_id": fake.APP, "event": event,
        "event_id": f"Ev{number}", "event_time": 1,
        "authorizations": [{"team_id": fake.TEAM, "user_id": fake.BOT, "is_enterprise_install": False}],
        "is_ext_shared_channel": False,
    }  # fmt: skip
    with contextlib.suppress(TimeoutError):
        await slack.envelope("events_api", payload)


say.count = 0  # type: ignore[attr-defined]
