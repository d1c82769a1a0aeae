"""The outbox's port: each post once, found again by its token, every error of its class."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.slack import sender
from bot.delivery_errors import SLACK, CannotLookUp, Fault, SendFailed
from bot.message import Message, say
from bot.ports import Outgoing
from db.models import Tenant
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.conftest import Bot
from tests.adapters.slack.fake_slack import ANN, CHANNEL, TEAM, Failure
from tests.adapters.slack.test_render import digest, paper

TENANT = Tenant("slack", TEAM)


def outgoing(message: Message | None = None, **changes: object) -> Outgoing:
    base = Outgoing(
        token="tokentokentoken1", tenant=TENANT, target=CHANNEL, direct=False, thread="",
        message=message or digest(paper(1)), plain=False, since=datetime.now(UTC) - timedelta(seconds=5),
    )  # fmt: skip
    return replace(base, **changes)  # type: ignore[arg-type]


async def test_a_post_bears_its_token_and_names_its_place(bot: Bot) -> None:
    reference = await bot.platform.send(outgoing())
    message = bot.slack.messages[CHANNEL][-1]
    assert reference == f"{CHANNEL}:{message['ts']}"
    assert message["metadata"] == {"event_type": "paperround_post", "event_payload": {"token": "tokentokentoken1"}}
    assert (message["parse"], message["link_names"]) == ("none", False)


async def test_a_person_is_posted_to_directly_and_a_later_part_in_a_channel_goes_into_the_thread(bot: Bot) -> None:
    first = await bot.platform.send(outgoing(target=ANN, direct=True))
    assert first.startswith(f"D{ANN}:")
    await bot.platform.send(outgoing(target=ANN, direct=True, thread=first))
    assert "thread_ts" not in bot.slack.messages[f"D{ANN}"][-1]
    main = await bot.platform.send(outgoing())
    await bot.platform.send(outgoing(thread=main, token="tokentokentoken2"))
    assert bot.slack.messages[CHANNEL][-1]["thread_ts"] == main.partition(":")[2]
    assert await bot.platform.find(outgoing(thread=main, token="tokentokentoken2")) is not None
    assert len(bot.slack.called("conversations.open")) == 1


async def test_a_connection_dropped_after_the_post_is_in_doubt_and_the_look_up_finds_it(bot: Bot) -> None:
    bot.slack.failures["chat.postMessage"].append(Failure(drop=True, after=True))
    with pytest.raises(SendFailed) as failed:
        await bot.platform.send(outgoing())
    assert failed.value.fault is Fault.AMBIGUOUS
    assert len(bot.slack.messages[CHANNEL]) == 1, "nothing posts again by itself"
    assert await bot.platform.find(outgoing()) == f"{CHANNEL}:{bot.slack.messages[CHANNEL][0]['ts']}"


async def test_the_look_up_reads_every_page_and_says_when_there_is_nothing(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "PAGE", 3)
    await bot.platform.send(outgoing())
    for _ in range(10):
        await bot.platform.send(outgoing(say("x"), token="anothertoken1234"))
    assert await bot.platform.find(outgoing()) is not None
    assert await bot.platform.find(outgoing(token="nevernevernever1")) is None
    monkeypatch.setattr(sender, "MAX_PAGES", 2)
    with pytest.raises(CannotLookUp, match="history_too_long"):
        await bot.platform.find(outgoing())


async def test_without_the_right_to_look_it_cannot_be_known(bot: Bot) -> None:
    bot.slack.failures["conversations.history"].append(Failure("missing_scope"))
    with pytest.raises(CannotLookUp, match="missing_scope"):
        await bot.platform.find(outgoing())


async def test_every_code_has_its_class(bot: Bot) -> None:
    found = {}
    for code in SLACK:
        bot.slack.failures["chat.postMessage"].append(Failure(code))
        with pytest.raises(SendFailed) as failed:
            await bot.platform.send(outgoing())
        found[failed.value.code] = failed.value.fault
    assert found == SLACK


async def test_too_fast_waits_as_long_as_slack_says(bot: Bot) -> None:
    bot.slack.failures["chat.postMessage"].append(Failure("ratelimited", 429, {"Retry-After": "17"}))
    with pytest.raises(SendFailed) as failed:
        await bot.platform.send(outgoing())
    assert (failed.value.fault, failed.value.retry_after) == (Fault.WAIT, 17.0)
    assert len(bot.slack.called("chat.postMessage")) == 1


@pytest.mark.parametrize(
    ("method", "failure", "fault"),
    [
        ("chat.postMessage", Failure("", 503), Fault.AMBIGUOUS),
        ("chat.postMessage", Failure("something_new"), Fault.AMBIGUOUS),
        ("chat.postMessage", Failure("invalid_metadata_format"), Fault.POISON),
        ("chat.postMessage", Failure("restricted_action_read_only_channel"), Fault.TARGET_GONE),
        ("conversations.open", Failure("user_disabled"), Fault.TARGET_GONE),
        ("conversations.open", Failure("", 503), Fault.NOT_POSTED),
        ("conversations.open", Failure(drop=True), Fault.NOT_POSTED),
    ],
)
async def test_what_fails_before_the_post_is_never_in_doubt(
    bot: Bot, method: str, failure: Failure, fault: Fault
) -> None:
    bot.slack.failures[method].append(failure)
    with pytest.raises(SendFailed) as failed:
        await bot.platform.send(outgoing(target=ANN, direct=True))
    assert failed.value.fault is fault


async def test_a_slack_that_cannot_be_reached_has_surely_posted_nothing(bot: Bot) -> None:
    bot.platform._sender._api_url = "http://127.0.0.1:9/api/"
    with pytest.raises(SendFailed) as failed:
        await bot.platform.send(outgoing())
    assert failed.value.fault is Fault.NOT_POSTED


async def test_a_workspace_that_is_gone_is_not_posted_to(bot: Bot) -> None:
    with pytest.raises(SendFailed) as failed:
        await bot.platform.send(outgoing(tenant=Tenant("slack", "T404")))
    assert failed.value.fault is Fault.INSTALLATION_GONE


async def test_a_refused_form_goes_as_plain_text(bot: Bot) -> None:
    await bot.platform.send(outgoing(plain=True))
    sent = bot.slack.messages[CHANNEL][-1]
    assert "blocks" not in sent
    assert "https://arxiv.org/abs/2611.00001" in sent["text"]


async def test_a_big_digest_is_split_into_posts_that_each_fit(bot: Bot) -> None:
    posts = bot.platform.split(digest(*(paper(i) for i in range(1, 21))))
    for post in posts:
        await bot.platform.send(outgoing(post))
    assert len(bot.slack.messages[CHANNEL]) == len(posts)
    assert words(bot.slack.messages[CHANNEL]).count("A title") >= 20
