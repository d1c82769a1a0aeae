"""Signed http, its health, and being installed in many workspaces."""

import asyncio
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from adapters.slack.installations import INSTALLATIONS_NAME
from bot.delivery_errors import SendFailed
from db.models import Tenant
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.conftest import Bot, Json, make_bot
from tests.adapters.slack.fake_slack import ANN, FakeSlack
from tests.adapters.slack.test_delivery import outgoing

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
"""slack_sdk's, at the exchange of a code."""


@pytest.fixture
def mode() -> str:
    return "http"


def address(bot: Bot, path: str = "/slack/events") -> str:
    return f"http://127.0.0.1:{bot.platform.port}{path}"


@pytest.mark.parametrize(
    "how",
    [
        {"secret": "another"},
        {"at": time.time() - 301},
        {"headers": {"X-Slack-Signature": "v0=ü"}},
        {"headers": {"X-Slack-Request-Timestamp": "soon"}},
        {"headers": {"X-Slack-Signature": ""}},
    ],
    ids=["wrong secret", "301 seconds old", "no hex", "no number", "unsigned"],
)
async def test_a_request_that_is_not_surely_slacks_is_refused(
    bot: Bot, how: Json, caplog: pytest.LogCaptureFixture
) -> None:
    payload = bot.slash_payload("follow something private")
    status, _ = await bot.slack.post(address(bot), "slash_commands", payload, **how)
    assert status == 401
    assert bot.slack.responses == []
    assert "private" not in caplog.text


async def test_a_signed_request_replayed_is_acknowledged_and_not_done_again(bot: Bot) -> None:
    payload = bot.slash_payload("help")
    for _ in range(2):
        assert (await bot.slack.post(address(bot), "slash_commands", payload))[0] == 200
        await bot.settled()
    assert len(bot.slack.responses) == 1


async def test_slacks_check_of_the_address_is_answered(bot: Bot) -> None:
    status, body = await bot.slack.post(address(bot), "events_api", {"type": "url_verification", "challenge": "abc"})
    assert (status, "abc" in body) == (200, True)


async def test_health_is_told(bot: Bot) -> None:
    async with bot.slack.http.get(address(bot, "/health")) as answered:
        assert (answered.status, await answered.json()) == (200, {"ok": True})


async def test_a_body_that_is_too_large_is_refused(bot: Bot) -> None:
    assert (await bot.slack.post(address(bot), "slash_commands", {"text": "x" * 1_020_000}))[0] == 413


def granted(team: str | None = "T7", enterprise: str | None = None, **changes: object) -> Json:
    found: Json = {
        "app_id": "A1", "access_token": "xoxb-granted", "bot_user_id": "UBOT", "scope": "commands", "token_type": "bot",
        "team": {"id": team, "name": "Other lab"} if team else None,
        "enterprise": {"id": enterprise, "name": "Org"} if enterprise else None,
        "is_enterprise_install": team is None, "authed_user": {"id": "U70"},
    }  # fmt: skip
    return found | changes


@pytest.fixture
async def many(slack: FakeSlack, folder: Path) -> AsyncIterator[Bot]:
    slack.users[ANN]["team_id"] = "T7"
    found = await make_bot(
        slack, folder, "http", bot_token="", client_id="1.2", client_secret="s", public_url="https://bot.example"
    )
    await found.start()
    yield found
    await found.stop()
    await found.core.close()


async def install(bot: Bot, code: str, answer: Json) -> int:
    """What a browser does: the install page, its cookie, and back from Slack with a code."""
    bot.slack.oauth[code] = answer
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        async with browser.get(address(bot, "/slack/install")) as page:
            state = (await page.text()).partition("state=")[2].partition("&")[0]
            cookie = page.headers["Set-Cookie"].partition(";")[0]
        back = address(bot, f"/slack/oauth_redirect?code={code}&state={state}")
        async with browser.get(back, headers={"Cookie": cookie}, allow_redirects=False) as done:
            return done.status


def of_team(bot: Bot, text: str, team: str, **changes: str) -> Json:
    return {**bot.slash_payload(text), "team_id": team, **changes}


async def test_a_workspace_is_installed_by_a_browser_and_served_with_its_own_token(many: Bot) -> None:
    assert await install(many, "code1", granted()) == 200
    await many.deliver("slash_commands", of_team(many, "help", "T7"))
    assert "What you can say" in words(many.slack.responses[-1])
    assert many.slack.called("users.info")[-1]["_token"] == "xoxb-granted"
    assert (await many.store(lambda store: store.people.workspace(Tenant("slack", "T7")))).name == "Other lab"
    await many.platform.send(outgoing(tenant=Tenant("slack", "T7")))
    assert many.slack.called("chat.postMessage")[-1]["_token"] == "xoxb-granted"


async def test_what_is_kept_of_installations_is_for_its_owner_alone(many: Bot, folder: Path) -> None:
    await install(many, "code1", granted())
    assert stat.S_IMODE(folder.joinpath(INSTALLATIONS_NAME).stat().st_mode) == 0o600


async def test_a_code_without_the_browsers_own_state_installs_nothing(many: Bot) -> None:
    many.slack.oauth["code1"] = granted()
    async with many.slack.http.get(address(many, "/slack/oauth_redirect?code=code1&state=guessed")) as answered:
        assert answered.status == 400
    assert many.slack.called("oauth.v2.access") == []


async def test_a_whole_enterprise_is_one_tenant(many: Bot) -> None:
    assert await install(many, "code1", granted(None, "E1")) == 200
    many.slack.users[ANN] |= {"team_id": "T71", "enterprise_user": {"enterprise_id": "E1"}}
    payload = of_team(many, "help", "T71", enterprise_id="E1", is_enterprise_install="true")
    await many.deliver("slash_commands", payload)
    assert "What you can say" in words(many.slack.responses[-1])
    assert await many.store(lambda store: store.people.workspace(Tenant("slack", "E1"))) is not None
    assert await many.store(lambda store: store.people.workspace(Tenant("slack", "T71"))) is None


async def test_a_workspace_of_an_enterprise_that_installed_by_itself_is_found_by_its_team(many: Bot) -> None:
    await install(many, "code1", granted("T7", "E1"))
    await many.platform.send(outgoing(tenant=Tenant("slack", "T7")))
    await many.deliver("slash_commands", of_team(many, "help", "T7", enterprise_id="E1"))
    assert "What you can say" in words(many.slack.responses[-1])


async def test_a_token_that_ends_soon_is_renewed_once(many: Bot) -> None:
    await install(many, "code1", granted(refresh_token="r1", expires_in=60))
    renewed = granted(access_token="xoxb-renewed", refresh_token="r2", expires_in=43_200)
    many.slack.oauth["r1"] = renewed
    await asyncio.gather(*(many.platform.send(outgoing(tenant=Tenant("slack", "T7"))) for _ in range(3)))
    assert {params["_token"] for params in many.slack.called("chat.postMessage")} == {"xoxb-renewed"}
    assert len([p for p in many.slack.called("oauth.v2.access") if p.get("refresh_token")]) == 1


async def test_removing_the_app_forgets_its_tokens_and_installing_it_again_takes_it_up(many: Bot) -> None:
    tenant = Tenant("slack", "T7")
    await install(many, "code1", granted())
    gone = {**many.event_payload({"type": "app_uninstalled"}), "team_id": "T7", "authorizations": []}
    await many.deliver("events_api", gone)
    with pytest.raises(SendFailed, match="not_installed"):
        await many.platform.send(outgoing(tenant=tenant))
    assert await many.store(lambda store: store.subscriptions.workspace_pause(tenant)) is not None
    await install(many, "code2", granted())
    assert await many.store(lambda store: store.subscriptions.workspace_pause(tenant)) is None


async def test_settings_of_the_environment_that_bolt_would_take_up_by_itself_change_nothing(
    slack: FakeSlack, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "9.9")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "other")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-bad")
    bot = await make_bot(slack, folder, "http")
    await bot.start()
    assert "What you can say" in await bot.slash("help")
    await bot.stop()
    await bot.core.close()
