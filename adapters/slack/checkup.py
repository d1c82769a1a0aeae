"""The doctor's look at Slack: the tokens' shape, and online whether they work, with which scopes."""

import re

import aiohttp
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from adapters.slack.client import code_of, reading_client
from adapters.slack.manifest import scopes
from adapters.slack.render import payload
from bot.checkup import FINE, WARNING, WRONG, Finding
from bot.message import say
from bot.settings_slack import SlackSettings

SHAPES = {
    "bot_token": (re.compile(r"xox[be][.-]\S{10,}"), "xoxb-…, under OAuth & Permissions"),
    "app_token": (re.compile(r"xapp-\S{10,}"), "xapp-…, under Basic Information, App-Level Tokens"),
    "signing_secret": (re.compile(r"[0-9a-f]{32}"), "32 hex digits, under Basic Information"),
}
REFUSED = frozenset({"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"})


def shape(settings: SlackSettings) -> list[Finding]:
    """Whether what is needed is there, and looks like what it should be."""
    findings = [
        Finding("slack", WRONG, f"slack.{name} is missing; put it into tokens.toml or the environment")
        for name in settings.missing()
    ]
    for name, (form, hint) in SHAPES.items():
        value: SecretStr = getattr(settings, name)
        if value.get_secret_value() and not form.fullmatch(value.get_secret_value()):
            findings.append(Finding("slack", WRONG, f"slack.{name} does not look like one ({hint})"))
    return findings or [Finding("slack", FINE, f"tokens look right, {settings.mode} mode")]


async def online(settings: SlackSettings) -> list[Finding]:
    """Whether Slack takes the bot's token and a message of ours, and which scopes are missing."""
    client = reading_client(settings.api_url, settings.bot_token.get_secret_value())
    try:
        answer = await client.auth_test()
    except SlackApiError as error:
        code = code_of(error)
        what = "is no longer valid; install the app again and copy the new token" if code in REFUSED else "was refused"
        return [Finding("slack", WRONG, f"the bot token {what} ({code})")]
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return [Finding("slack", WRONG, f"Slack cannot be reached ({error or 'no answer'})")]
    findings = [Finding("slack", FINE, f"connected to {answer.get('team', 'a workspace')}")]
    granted = {scope.strip() for scope in str(answer.headers.get("x-oauth-scopes", "")).split(",")} - {""}
    wanted = scopes(with_history=settings.with_history, with_reactions=settings.with_reactions)
    lacking = sorted(set(wanted) - granted)
    if granted and lacking:
        words = f"the app lacks the scopes {', '.join(lacking)}; update its manifest (paperround slack manifest)"
        findings.append(Finding("slack", WRONG, words))
    try:
        await client.api_call("blocks.validate", json={"blocks": payload(say("A message."))["blocks"]})
    except SlackApiError as error:
        if code_of(error) not in ("unknown_method", "missing_scope"):
            findings.append(Finding("slack", WARNING, f"Slack finds fault with our blocks ({code_of(error)})"))
    return findings
