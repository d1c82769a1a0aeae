"""Outages, dead links, refreshes, work in flight at the end, and acknowledgements under load."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from bot.errors import SettingsError
from bot.message import say
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.conftest import Bot, make_bot
from tests.adapters.slack.fake_slack import ANN, Failure, FakeSlack


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"ping_seconds": 0.2, "check_seconds": 0.3}


async def gone_and_back(bot: Bot, opened: int) -> None:
    async with asyncio.timeout(15):
        while bot.slack.opened <= opened or not bot.slack.sockets:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_refresh_that_slack_asks_for_loses_nothing(bot: Bot) -> None:
    opened = bot.slack.opened
    await bot.slack.sockets[-1].send_json({"type": "disconnect", "reason": "refresh_requested"})
    await gone_and_back(bot, opened)
    assert "What you can say" in await bot.slash("help")


async def test_a_closed_link_is_made_again(bot: Bot) -> None:
    opened = bot.slack.opened
    await bot.slack.sockets[-1].close()
    await gone_and_back(bot, opened)
    assert "What you can say" in await bot.slash("help")


async def test_a_link_that_died_in_silence_is_noticed(bot: Bot) -> None:
    """Half open: the other side is there and never answers a ping."""
    opened = bot.slack.opened
    bot.slack.deaf = True
    await bot.slack.sockets[-1].close()
    await gone_and_back(bot, opened)
    opened = bot.slack.opened
    await gone_and_back(bot, opened)
    bot.slack.deaf = False
    await gone_and_back(bot, bot.slack.opened)
    assert "What you can say" in await bot.slash("help")


async def test_an_outage_ends_in_a_new_handler_and_everything_works_again(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.sockets.LOST_SECONDS", 0.3)
    sockets = bot.platform.sockets
    assert sockets is not None
    bot.slack.down = True
    await bot.slack.sockets[-1].close()
    async with asyncio.timeout(10):
        while sockets.handlers < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert not sockets.connected
    bot.slack.down = False
    await gone_and_back(bot, bot.slack.opened)
    assert "What you can say" in await bot.slash("help")


async def test_two_links_at_once_do_nothing_twice(bot: Bot) -> None:
    event = {"type": "message", "channel_type": "im", "channel": f"D{ANN}", "user": ANN, "text": "help", "ts": "8.0"}
    payload = bot.event_payload(event, event_id="EvTWICE")
    await asyncio.gather(*(bot.slack.envelope("events_api", payload) for _ in range(2)))
    await bot.settled()
    assert len(bot.slack.messages[f"D{ANN}"]) == 2, "the greeting and one answer"


async def test_the_watchdog_asks_slack_now_and_then(bot: Bot) -> None:
    before = len(bot.slack.called("auth.test"))
    async with asyncio.timeout(5):
        while len(bot.slack.called("auth.test")) == before:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_wrong_token_is_said_at_once(slack: FakeSlack, folder: Path) -> None:
    for changes in ({"bot_token": "xoxb-bad"}, {"app_token": "xapp-bad"}):
        bot = await make_bot(slack, folder, "socket", **changes)
        with pytest.raises(SettingsError, match="refuses"):
            await asyncio.wait_for(bot.platform.run(), 5)
        await bot.core.close()


async def test_a_missing_token_is_named(slack: FakeSlack, folder: Path) -> None:
    with pytest.raises(SettingsError, match=r"slack\.signing_secret"):
        await make_bot(slack, folder, "http", signing_secret="")


async def test_an_error_after_the_acknowledgement_keeps_it_and_is_told(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(bot.desk, "line", broken)
    assert "went wrong on my side" in await bot.slash("today")
    assert "ZeroDivisionError" in caplog.text


async def test_an_answer_that_finds_no_way_is_logged_and_stops_nothing(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    payload = bot.slash_payload("help")
    bot.slack.response_uses[payload["response_url"].rpartition("/")[2]] = 5
    bot.slack.failures["chat.postEphemeral"] += [Failure("internal_error")] * 2
    await bot.deliver("slash_commands", payload)
    assert "could not be told" in caplog.text
    assert "What you can say" in await bot.slash("help")


async def test_work_in_flight_finishes_before_the_end(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: Any) -> Any:
        await asyncio.sleep(0.3)
        return say("done in time")

    monkeypatch.setattr(bot.desk, "line", slow)
    await bot.slack.envelope("slash_commands", bot.slash_payload("today"))
    began = time.monotonic()
    await bot.stop()
    assert time.monotonic() - began < 5
    assert "done in time" in words(bot.slack.responses)
    await bot.start()
    assert "done in time" in await bot.slash("today")


async def test_a_flood_gets_a_word_and_does_not_fill_the_memory(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.slack.work.MOST", 2)
    release = asyncio.Event()

    async def slow(*_: Any) -> Any:
        await release.wait()
        return say("done")

    monkeypatch.setattr(bot.desk, "line", slow)
    for _ in range(6):
        await bot.acknowledged("slash_commands", bot.slash_payload("today"))
    release.set()
    await bot.settled()
    said = words([r["blocks"] for r in bot.slack.responses])
    assert said.count("done") == 2
    assert "try again in a minute" in said
