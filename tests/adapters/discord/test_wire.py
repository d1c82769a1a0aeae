"""Over the wire: staying up through what Discord does, and posting once whatever happens."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
import yarl
from pydantic import SecretStr

from adapters.cli.world import SystemClock
from adapters.discord.app import DiscordPlatform
from adapters.discord.posting import mark_of
from bot import delivery_errors
from bot.core import Core
from bot.delivery import Deliverer
from bot.delivery_errors import CannotLookUp, SendFailed
from bot.delivery_errors import Fault as Meaning
from bot.desk import Desk
from bot.errors import SettingsError
from bot.message import Message
from bot.message_json import to_json
from bot.outcomes import Limits
from bot.ports import Outgoing
from bot.settings_discord import DiscordSettings
from db.digests import Draft
from db.models import Tenant
from db.store import Store
from tests.adapters.discord.conftest import make_card, make_digest
from tests.adapters.discord.fake_discord import (
    ANN,
    DIRECT,
    FORUM,
    GUILD,
    TEXT,
    FakeDiscord,
    Fault,
    guild,
)
from tests.adapters.discord.openapi import DiscordApi, walked

POSTS = r"POST /channels/\d+/messages$"


class Quick:
    """The module asyncio, with sleeps cut short."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.02))


@pytest.fixture
async def fake(api: DiscordApi, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    server = FakeDiscord(api)
    await server.start()
    monkeypatch.setattr(discord.http.Route, "BASE", server.http)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.socket_url))
    for module in (discord.shard, discord.http, discord.client):
        monkeypatch.setattr(module, "asyncio", Quick())
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.01)
    yield server
    await server.stop()
    assert server.wrong == []


@pytest.fixture
def wired(desk: Desk) -> DiscordPlatform:
    return DiscordPlatform(desk, DiscordSettings(token=SecretStr("MTIz.abc.def")), guild_ready_timeout=0.02)


@asynccontextmanager
async def running(platform: DiscordPlatform, fake: FakeDiscord) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(platform.run())
    try:
        async with asyncio.timeout(5):
            while not (platform._client and platform._client.is_ready()) and not task.done():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield task
    finally:
        await platform.stop()
        await asyncio.wait_for(asyncio.gather(task, return_exceptions=True), 5)


def outgoing(message: Message | None = None, **changes: Any) -> Outgoing:
    values: dict[str, Any] = {
        "token": "abcdefgh12345678",
        "tenant": Tenant("discord", GUILD),
        "target": TEXT,
        "direct": False,
        "thread": "",
        "message": message or make_digest(2),
        "plain": False,
        "since": datetime.now(UTC),
        **changes,
    }
    return Outgoing(**values)


async def followed_up(fake: FakeDiscord, token: str) -> list[Any]:
    async with asyncio.timeout(3):
        while token not in fake.follow_ups:  # noqa: ASYNC110 - the fake tells nobody
            await asyncio.sleep(0.01)
    return fake.follow_ups[token]


async def test_it_connects_with_no_privileged_intent_and_tells_its_commands(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        wanted = discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True).value
        assert [identify["intents"] for identify in fake.identifies] == [wanted]
        assert [command["name"] for command in fake.commands] == ["papers", "papers-admin", "More like this"]
        assert fake.made("POST", "messages") == []


async def test_a_slash_command_is_acknowledged_at_once_and_followed_up(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        token, acknowledged = await fake.slash("papers", "help")
        assert acknowledged == {"type": 5, "data": {"flags": 64}}
        await followed_up(fake, token)
        assert fake.follow_ups[token][0]["flags"] == (1 << 15) | 64
        assert fake.follow_ups[token][0]["allowed_mentions"] == {"parse": []}


async def test_a_refused_token_is_one_clear_line(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    fake.token_is_good = False
    with pytest.raises(SettingsError, match="refuses the bot's token"):
        await wired.run()


async def test_without_a_token_the_line_says_where_it_goes(desk: Desk) -> None:
    with pytest.raises(SettingsError, match=r"tokens\.toml"):
        await DiscordPlatform(desk, DiscordSettings()).run()


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_close_that_no_reconnect_helps_is_one_clear_line(
    wired: DiscordPlatform, fake: FakeDiscord, code: int
) -> None:
    async with running(wired, fake) as task:
        await fake.drop(code)
        with pytest.raises(SettingsError):
            await asyncio.wait_for(asyncio.shield(task), 5)


async def test_a_first_connect_that_fails_is_tried_again(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    fake.refuse_gateway = 2
    async with running(wired, fake):
        await asyncio.wait_for(fake.online.wait(), 5)
        assert fake.connects == 3


async def test_it_can_be_run_again_after_a_failure_with_a_new_client(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    fake.faults += [Fault(r"GET /users/@me$", 503)]
    with pytest.raises(discord.HTTPException):
        await wired.run()
    async with running(wired, fake):
        await asyncio.wait_for(fake.online.wait(), 5)


async def test_connecting_that_takes_too_long_is_begun_anew(desk: Desk, fake: FakeDiscord) -> None:
    fake.refuse_gateway = 10_000
    hasty = DiscordPlatform(desk, DiscordSettings(token=SecretStr("MTIz.abc.def"), connect_timeout_seconds=0.2))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(hasty.run(), 5)


@pytest.mark.parametrize("how", ["drop", "reconnect", "invalid, can resume", "invalid"])
async def test_a_lost_connection_comes_back(wired: DiscordPlatform, fake: FakeDiscord, how: str) -> None:
    async with running(wired, fake):
        await asyncio.wait_for(fake.online.wait(), 5)
        match how:
            case "drop":
                await fake.drop(1001)
            case "reconnect":
                await fake.operate(7)
            case "invalid, can resume":
                await fake.operate(9, data=True)
            case _:
                await fake.operate(9, data=False)
        await asyncio.wait_for(fake.online.wait(), 8)
        expected = (0, 2) if how == "invalid" else (1, 1)
        assert (fake.resumes, len(fake.identifies)) == expected
        token, _ = await fake.slash("papers", "help")
        await followed_up(fake, token)


async def test_it_shards_when_discord_asks_for_it(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    fake.shards = 2
    async with running(wired, fake):
        async with asyncio.timeout(8):
            while len(fake.identifies) < 2:  # noqa: ASYNC110 - the fake tells nobody
                await asyncio.sleep(0.01)
        assert sorted(identify["shard"] for identify in fake.identifies) == [[0, 2], [1, 2]]


async def test_on_joining_a_server_nothing_is_posted_and_on_leaving_its_digests_rest(
    wired: DiscordPlatform, fake: FakeDiscord, core: Core
) -> None:
    other = Tenant("discord", "800000000000000009")
    async with running(wired, fake):
        await fake.tell("GUILD_CREATE", {**guild(), "id": other.id})
        await until(core, lambda store: store.people.workspace(other) is not None)
        assert fake.made("POST", "messages") == []
        await fake.tell("GUILD_DELETE", {"id": other.id})
        await until(core, lambda store: store.subscriptions.workspace_pause(other) is not None)


async def until(core: Core, holds: Any) -> None:
    async with asyncio.timeout(3):
        while not await core(holds):  # noqa: ASYNC110 - asked of another thread
            await asyncio.sleep(0.01)


async def test_away_from_its_server_only_a_few_follow_ups_are_sent_and_none_is_public(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        token, _ = await fake.slash("papers", "today", authorizing_integration_owners={"1": ANN})
        await followed_up(fake, token)
        assert all(body["flags"] & 64 for body in fake.follow_ups[token])


async def test_a_channel_post_is_silent_has_its_nonce_and_mentions_nobody(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        reference = await wired.send(outgoing())
        (call,) = fake.made("POST", r"/messages$")
        assert call.body["flags"] == (1 << 15) | (1 << 12)
        assert (call.body["nonce"], call.body["enforce_nonce"]) == ("abcdefgh12345678", True)
        assert call.body["allowed_mentions"] == {"parse": []}
        assert reference == f"{TEXT}/{[*fake.messages][-1]}"
        assert await wired.send(outgoing()) == reference
        assert len(fake.messages) == 1


async def test_a_direct_message_notifies_and_its_buttons_know_their_server(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        await wired.send(outgoing(target=ANN, direct=True))
        (call,) = fake.made("POST", rf"/channels/{DIRECT}/messages$")
        assert call.body["flags"] == 1 << 15
        ids = [part["custom_id"] for part in walked(call.body["components"]) if part.get("custom_id")]
        assert ids
        assert all("#" in custom_id for custom_id in ids)


async def test_later_parts_go_into_the_thread_of_the_first(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        main = await wired.send(outgoing())
        parts = [outgoing(Message(parts=(make_card(n),)), token=f"part{n}", thread=main) for n in (1, 2)]
        places = [(await wired.send(part)).partition("/")[0] for part in parts]
        thread = main.rpartition("/")[2]
        assert places == [thread, thread]
        assert fake.threads[thread]["name"] == "Mon 30 Nov · 5 papers of 214 new ones"
        assert [*fake.threads] == [thread]


async def test_where_no_thread_may_be_begun_the_parts_stand_in_the_channel(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        main = await wired.send(outgoing())
        fake.faults += [Fault("/threads$", 403, {"code": 50013, "message": "Missing Permissions"})]
        part = await wired.send(outgoing(token="part1", thread=main))
        assert part.startswith(f"{TEXT}/")


async def test_in_a_forum_every_digest_is_a_post_and_its_parts_stand_in_it(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        main = await wired.send(outgoing(target=FORUM))
        (call,) = fake.made("POST", rf"/channels/{FORUM}/threads$")
        assert call.body["name"] == "Mon 30 Nov · 5 papers of 214 new ones"
        assert call.body["applied_tags"] == ["5"]
        thread = main.partition("/")[0]
        part = await wired.send(outgoing(target=FORUM, token="part1", thread=main))
        assert part.partition("/")[0] == thread


async def test_an_archived_thread_is_unarchived_once(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        main = await wired.send(outgoing())
        thread = (await wired.send(outgoing(token="part1", thread=main))).partition("/")[0]
        fake.archived.add(thread)
        assert (await wired.send(outgoing(token="part2", thread=main))).startswith(thread)
        assert [call.body["archived"] for call in fake.made("PATCH", "/channels/")] == [False]
        fake.faults += [Fault(POSTS, 400, {"code": 50083, "message": "archived"}) for _ in range(2)]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing(token="part3", thread=main))
        assert failed.value.fault is Meaning.TARGET_GONE


async def test_every_error_code_means_what_the_table_says(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    found, codes = {}, [code for code in delivery_errors.DISCORD if code != 50083]
    async with running(wired, fake):
        for code in codes:
            fake.faults += [Fault(POSTS, 403 if code == 50013 else 400, {"code": code, "message": "x"})]
            with pytest.raises(SendFailed) as failed:
                await wired.send(outgoing(target=ANN, direct=True))
            assert failed.value.code == str(code)
            found[code] = failed.value.fault
    assert found == {code: delivery_errors.DISCORD[code] for code in codes}


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_server_error_may_have_posted_and_is_not_tried_twice(
    wired: DiscordPlatform, fake: FakeDiscord, status: int
) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(POSTS, status, after=True)]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing())
        assert failed.value.fault is Meaning.AMBIGUOUS
        assert len(fake.made("POST", r"/messages$")) == 1
        assert await wired.find(outgoing()) == f"{TEXT}/{next(iter(fake.messages))}"


async def test_a_dropped_answer_may_have_posted(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(POSTS, 200, drop=True, after=True)]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing())
        assert failed.value.fault is Meaning.AMBIGUOUS
        assert await wired.find(outgoing()) is not None


async def test_a_doubtful_post_in_a_forum_is_found_and_not_made_twice(
    wired: DiscordPlatform, fake: FakeDiscord
) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(r"POST /channels/\d+/threads$", 502, after=True)]
        with pytest.raises(SendFailed):
            await wired.send(outgoing(target=FORUM))
        (thread,) = fake.threads
        assert await wired.find(outgoing(target=FORUM)) == f"{thread}/{thread}"
        assert await wired.find(outgoing(target=FORUM, token="another")) is None


async def test_a_post_that_was_not_made_is_not_found(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        await wired.send(outgoing(token="another"))
        assert await wired.find(outgoing()) is None


async def test_where_the_history_may_not_be_read_an_old_doubt_stays(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    denied = {"code": 50001, "message": "Missing Access"}
    async with running(wired, fake):
        fake.faults += [Fault(r"GET /channels/\d+/messages$", 403, denied) for _ in range(2)]
        assert await wired.find(outgoing()) is None
        with pytest.raises(CannotLookUp):
            await wired.find(outgoing(since=datetime.now(UTC) - timedelta(hours=1)))


async def test_a_short_rate_limit_ends_as_one_that_says_when(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(POSTS, 429, {"retry_after": 0.05, "global": False, "message": "slow"})]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing())
        assert failed.value.fault is Meaning.WAIT
        assert len(fake.made("POST", r"/messages$")) == 1


async def test_a_long_rate_limit_goes_back_to_the_outbox_at_once(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(POSTS, 429, {"retry_after": 90.0, "global": False, "message": "slow"})]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing())
        assert (failed.value.fault, failed.value.retry_after) == (Meaning.WAIT, 90.0)


async def test_a_ban_by_address_waits_as_long_as_it_says(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(POSTS, 429, {}, {"Via": "", "Retry-After": "120"})]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing())
        assert (failed.value.fault, failed.value.retry_after) == (Meaning.WAIT, 120.0)


async def test_a_global_rate_limit_holds_nothing_back_for_ever_though_the_caller_stops_waiting(
    wired: DiscordPlatform, fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http, "asyncio", asyncio)
    async with running(wired, fake):
        fake.faults += [Fault(POSTS, 429, {"retry_after": 0.3, "global": True, "message": "slow"})]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await wired.send(outgoing())
        async with asyncio.timeout(3):
            assert await wired.send(outgoing(token="next"))


async def test_a_refused_layout_goes_as_plain_text(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        reference = await wired.send(outgoing(plain=True))
        (call,) = fake.made("POST", r"/messages$")
        assert not call.body["components"]
        assert "A paper https://arxiv.org/abs/2501.00001" in call.body["content"]
        assert await wired.find(outgoing(plain=True)) == reference


async def test_before_it_is_connected_nothing_is_posted(wired: DiscordPlatform) -> None:
    with pytest.raises(SendFailed) as failed:
        await wired.send(outgoing())
    assert failed.value.fault is Meaning.WAIT, "an outage is waited for; no try is counted"


async def test_preparing_that_fails_leaves_no_doubt(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        fake.faults += [Fault(r"POST /users/@me/channels", 503)]
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing(target=ANN, direct=True))
        assert failed.value.fault is Meaning.NOT_POSTED


async def test_a_deleted_channel_is_known_by_its_code(wired: DiscordPlatform, fake: FakeDiscord) -> None:
    async with running(wired, fake):
        with pytest.raises(SendFailed) as failed:
            await wired.send(outgoing(target="810000000000000099"))
        assert (failed.value.fault, failed.value.code) == (Meaning.TARGET_GONE, "10003")


def test_the_mark_of_a_post_is_a_positive_31_bit_number() -> None:
    for token in ("", "a", "abcdefgh12345678"):
        assert 0 < mark_of(token) < 2**31


async def test_stopping_ends_the_run_in_order(
    wired: DiscordPlatform, fake: FakeDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with running(wired, fake) as task:
            await wired.stop()
            await asyncio.wait_for(task, 3)
        await wired.stop()
    assert caplog.records == []


async def test_the_outbox_posts_everything_once_through_faults_of_every_kind(
    wired: DiscordPlatform, fake: FakeDiscord, core: Core
) -> None:
    clock, tenant, count = SystemClock(), Tenant("discord", GUILD), 12
    limits = Limits(
        timeout=timedelta(seconds=2), lease=timedelta(seconds=2.5), first_pause=timedelta(milliseconds=20),
        longest_pause=timedelta(milliseconds=80), gap=timedelta(0),
    )  # fmt: skip

    def fill(store: Store) -> None:
        now = clock.now()
        with store.transaction():
            store.people.meet_workspace(tenant, now)
            for number in range(count):
                target, direct = [(TEXT, False), (ANN, True), (FORUM, False)][number % 3]
                draft = Draft(target, direct, to_json(make_digest(1 + number % 3)))
                store.outbox.add(tenant, draft, f"token{number}", now, now + timedelta(hours=1))

    await core(fill)
    chance = random.Random(7)
    slow = {"retry_after": 0.02, "global": False, "message": "slow"}
    made = r"POST /channels/\d+/(messages|threads)$"
    kinds = [
        Fault(made, 500), Fault(made, 502, after=True), Fault(made, 503, after=True), Fault(made, 504),
        Fault(made, 429, slow), Fault(made, 200, drop=True), Fault(made, 200, drop=True, after=True),
    ]  # fmt: skip
    fake.faults += [replace(chance.choice(kinds)) for _ in range(20)]
    async with running(wired, fake):
        deliverer = Deliverer(core, {"discord": wired}, clock, chance, limits)
        worker = asyncio.create_task(deliverer.run())
        async with asyncio.timeout(40):
            while await core(lambda store: store.outbox.open()):
                deliverer.wake()
                await asyncio.sleep(0.05)
        await deliverer.drain(1)
        await worker
    states = await core(lambda store: [delivery.state for delivery in store.outbox.listed()])
    assert states == ["sent"] * count
    posted = [message["components"][0]["id"] for message in fake.messages.values()]
    assert sorted(posted) == sorted(mark_of(f"token{number}") for number in range(count))
    assert fake.faults == []
