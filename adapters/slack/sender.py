"""Posts of the outbox: made once each, with a token in their metadata, and looked up by it in the history.

Retries nothing: the outbox does. Failures are the classes of bot.delivery_errors.
"""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.client import code_of, posting_client
from adapters.slack.installations import Installations
from adapters.slack.render import payload, plain_payload
from bot.delivery_errors import CannotLookUp, Fault, SendFailed, slack_failure
from bot.ports import Outgoing
from db.models import Tenant

EVENT_TYPE = "paperround_post"
KEY = "token"
PAGE = 200
MAX_PAGES = 25
"""A look-up reads so many pages at most; a busier channel's post stays in doubt."""
CLOCKS_SECONDS = 120
"""Slack's clock and ours may differ by so much."""
NO_RIGHT = frozenset({"missing_scope", "not_in_channel", "channel_not_found", "not_allowed_token_type"})
"""Codes of a look-up after which it cannot be known, which says nothing of the post."""


class Sender:
    """Sends and finds posts, with the token of whose they are."""

    def __init__(self, installations: Installations, api_url: str) -> None:
        self._installations = installations
        self._api_url = api_url
        self._direct: dict[tuple[Tenant, str], str] = {}

    async def send(self, outgoing: Outgoing) -> str:
        """Post it; returns `channel:ts`. Raises SendFailed."""
        drawn = plain_payload(outgoing.message) if outgoing.plain else payload(outgoing.message)
        try:
            client = await self._client(outgoing.tenant)
            channel = await self._channel(client, outgoing)
        except SendFailed:
            raise
        except (SlackClientError, aiohttp.ClientError, OSError) as error:
            raise _before(error) from error
        try:
            answer = await client.chat_postMessage(
                channel=channel,
                metadata={"event_type": EVENT_TYPE, "event_payload": {KEY: outgoing.token}},
                link_names=False,
                parse="none",
                **drawn,
                **_thread(outgoing),
            )
        except (SlackClientError, aiohttp.ClientError, OSError) as error:
            raise _failure(error) from error
        return f"{answer.get('channel') or channel}:{answer['ts']}"

    async def find(self, outgoing: Outgoing) -> str | None:
        """The post's reference if it is in the history, None if it surely is not. Raises CannotLookUp or SendFailed."""
        try:
            client = await self._client(outgoing.tenant)
            channel = await self._channel(client, outgoing)
            async for message in _history(client, channel, outgoing):
                metadata = message.get("metadata") or {}
                if metadata.get("event_type") == EVENT_TYPE:
                    told = metadata.get("event_payload") or {}
                    told = json.loads(told) if isinstance(told, str) else told
                    if told.get(KEY) == outgoing.token:
                        return f"{channel}:{message['ts']}"
        except SlackApiError as error:
            if code_of(error) in NO_RIGHT:
                raise CannotLookUp(code_of(error)) from error
            raise _failure(error) from error
        except (SlackClientError, aiohttp.ClientError, OSError) as error:
            raise _failure(error) from error
        return None

    async def _client(self, tenant: Tenant) -> AsyncWebClient:
        installed = await self._installations.of_tenant(tenant)
        if installed is None:
            raise SendFailed(Fault.INSTALLATION_GONE, "not_installed")
        return posting_client(self._api_url, installed.token)

    async def _channel(self, client: AsyncWebClient, outgoing: Outgoing) -> str:
        """The channel's id; for a person, that of their direct messages with us, which is asked once."""
        if not outgoing.direct:
            return outgoing.target
        key = (outgoing.tenant, outgoing.target)
        if key not in self._direct:
            opened = await client.conversations_open(users=outgoing.target)
            self._direct[key] = str((opened.get("channel") or {})["id"])
        return self._direct[key]


def _thread(outgoing: Outgoing) -> dict[str, Any]:
    """Under the post it belongs to, in a channel; in direct messages one follows the other."""
    if outgoing.direct or not outgoing.thread:
        return {}
    return {"thread_ts": outgoing.thread.rpartition(":")[2]}


async def _history(client: AsyncWebClient, channel: str, outgoing: Outgoing) -> AsyncIterator[dict[str, Any]]:
    """What was posted since the first try, oldest pages included. Raises CannotLookUp where there is too much of it."""
    oldest = f"{outgoing.since.timestamp() - CLOCKS_SECONDS:.6f}"
    thread = _thread(outgoing).get("thread_ts")
    cursor = None
    for _ in range(MAX_PAGES):
        asked: dict[str, Any] = {
            "channel": channel,
            "oldest": oldest,
            "limit": PAGE,
            "include_all_metadata": True,
            "cursor": cursor,
        }
        page = await (
            client.conversations_replies(ts=thread, **asked) if thread else client.conversations_history(**asked)
        )
        for message in page.get("messages") or []:
            yield message
        cursor = (page.get("response_metadata") or {}).get("next_cursor")
        if not cursor:
            return
    raise CannotLookUp("history_too_long")


def _failure(error: Exception) -> SendFailed:
    """What a failed call says of the post."""
    if isinstance(error, SlackApiError):
        response = error.response
        status = int(getattr(response, "status_code", 200) or 200)
        wait = (getattr(response, "headers", None) or {}).get("Retry-After", "0")
        return slack_failure(code_of(error), status=status, retry_after=float(wait) if wait.isdigit() else 0.0)
    if isinstance(error, aiohttp.ClientConnectorError):
        return SendFailed(Fault.NOT_POSTED, "no_connection")
    return SendFailed(Fault.AMBIGUOUS, "timeout" if isinstance(error, TimeoutError) else type(error).__name__)


def _before(error: Exception) -> SendFailed:
    """The same for what went wrong before anything was posted: never in doubt."""
    failure = _failure(error)
    if failure.fault is Fault.AMBIGUOUS:
        return SendFailed(Fault.NOT_POSTED, failure.code, failure.retry_after)
    return failure
