"""From a request of Slack's to a Visit: who, where, by which installation, and how an answer gets back.

Pure reading of payloads; asks nobody.
"""

import hashlib
import html
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.installations import Installed
from bot.context import Place

Body = dict[str, Any]
MENTION = re.compile(r"<(?:@([UW][A-Z0-9]+)|#([CG][A-Z0-9]+)|(https?://[^|>\s]+)|mailto:([^|>\s]+))(?:\|([^>]*))?>")
INSTALLED = "paperround_installed"
"""Where authorisation leaves the Installed in Bolt's context."""


@dataclass(slots=True)
class ResponseUrl:
    """The address that takes five answers within half an hour; counts them."""

    url: str
    born: float = field(default_factory=time.monotonic)
    used: int = 0

    def take(self) -> bool:
        """Whether it may be used once more, which then counts."""
        old = time.monotonic() - self.born > limits.RESPONSE_SECONDS
        if not self.url or old or self.used >= limits.RESPONSE_USES:
            return False
        self.used += 1
        return True


@dataclass(frozen=True, slots=True)
class Visit:
    """One request. `thread` is the thread it was made in; `typed` marks what came as an event; `said` is its own ts.

    `team` is the person's own team as the request names it. `trigger` opens a modal within three seconds.
    """

    installed: Installed
    client: AsyncWebClient
    user: str
    team: str = ""
    channel: str = ""
    channel_name: str = ""
    thread: str = ""
    trigger: str = ""
    typed: bool = False
    said: str = ""
    shared_channel: bool = False
    response: ResponseUrl = field(default_factory=lambda: ResponseUrl(""))

    @property
    def is_direct(self) -> bool:
        """Whether nobody else reads there: a direct message, the home tab, a modal."""
        return not self.channel or self.channel.startswith("D")

    @property
    def place(self) -> Place:
        """Where the bot's commands think it is."""
        if self.is_direct:
            return Place()
        return Place(self.channel, self.channel_name, is_direct=False, thread=self.thread)


def visit_of(body: Body, context: AsyncBoltContext) -> Visit:
    """The visit of a slash command, a button, a menu, a modal or a shortcut."""
    user = body.get("user") or {}
    channel = body.get("channel") or {}
    container = body.get("container") or {}
    message = body.get("message") or {}
    named = body.get("channel_name") or (channel.get("name") if isinstance(channel, dict) else "")
    identity = body.get("channel_id") or (channel.get("id") if isinstance(channel, dict) else channel)
    return Visit(
        installed=context[INSTALLED],
        client=client_of(context),
        user=body.get("user_id") or user.get("id") or "",
        team=user.get("team_id") or body.get("team_id") or "",
        channel=identity or container.get("channel_id") or "",
        channel_name="" if named in ("directmessage", "privategroup") else named or "",
        thread=container.get("thread_ts") or message.get("thread_ts") or "",
        trigger=body.get("trigger_id") or "",
        response=ResponseUrl(body.get("response_url") or ""),
    )


def visit_of_event(body: Body, context: AsyncBoltContext) -> Visit:
    """The visit of something said: a mention, a direct message, a reaction, a look at the home tab."""
    event = body["event"]
    item = event.get("item") or {}
    user = event.get("user") or event.get("user_id") or ""
    channel = event.get("channel") or event.get("channel_id") or item.get("channel") or ""
    return Visit(
        installed=context[INSTALLED],
        client=client_of(context),
        user=user if isinstance(user, str) else user.get("id", ""),
        team=event.get("user_team") or event.get("source_team") or event.get("team") or "",
        channel=channel if isinstance(channel, str) else channel.get("id", ""),
        thread=event.get("thread_ts") or "",
        typed=True,
        said=event.get("ts") or "",
        shared_channel=bool(body.get("is_ext_shared_channel")),
    )


def client_of(context: AsyncBoltContext) -> AsyncWebClient:
    """The client of this request, with the installation's token."""
    client = context.client
    assert client is not None
    return client


def typed_line(words: str, bot_user: str = "") -> tuple[str, Place | None]:
    """What a person typed, with Slack's escapes undone, and the channel that it names, if any.

    `<@U1|ann>` becomes `@U1`, a link its address; the bot's own mention at the start is dropped.
    """
    named: list[Place] = []

    def plain(match: re.Match[str]) -> str:
        user, channel, address, mail, label = match.groups()
        if channel:
            named.append(Place(channel, label or "", is_direct=False))
            return f"#{label or channel}"
        return f"@{user}" if user else address or mail

    line = html.unescape(MENTION.sub(plain, words)).strip()
    if bot_user:
        line = re.sub(rf"^@{re.escape(bot_user)}[\s:,]*", "", line)
    return line.strip(), named[0] if named else None


def fingerprint(body: Body) -> str:
    """The same for the same request sent again, and for no other: Slack puts a fresh trigger into each."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()


def said_by_a_bot(event: Body, installed: Installed) -> bool:
    """Whether an event tells of what we or another bot said, or of a change to a message."""
    subtype = event.get("subtype")
    return bool(
        event.get("bot_id")
        or event.get("bot_profile")
        or (subtype and subtype != "file_share")
        or event.get("hidden")
        or event.get("user") in (installed.bot_user, "USLACKBOT", None)
    )
