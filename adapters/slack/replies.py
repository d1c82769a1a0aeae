"""How an answer gets back to who asked: by response_url while it lasts, else as an ephemeral post, else directly.

What others may read goes out openly only when the message says so, or in a direct message.
"""

import logging
from collections.abc import Coroutine
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack.client import TIMEOUT_SECONDS, code_of
from adapters.slack.files import upload
from adapters.slack.render import payload
from adapters.slack.split import split
from adapters.slack.visit import Visit
from bot.message import Message

logger = logging.getLogger(__name__)

Payload = dict[str, Any]
UNFIT = frozenset({"user_not_in_channel", "channel_not_found", "not_in_channel", "no_permission", "is_archived"})
"""Codes that say that a place does not take the post; then only the person's direct messages are left."""


async def answer(visit: Visit, message: Message, *, replace: bool = False) -> None:
    """Bring the message to who asked, in as many posts as it takes, its files last.

    `replace` puts it where the pressed message was, which only they see. Raises SlackApiError where no way works.
    """
    for number, post in enumerate(split(message)):
        sent = payload(post)
        if message.shared and not visit.is_direct:
            await _openly(visit, sent)
        else:
            await _privately(visit, sent, replace=replace and number == 0)
    for file in message.files:
        await upload(visit, file)


async def direct(visit: Visit, message: Message) -> None:
    """A message into the person's direct messages, wherever they spoke."""
    for post in split(message):
        await visit.client.chat_postMessage(channel=visit.user, **payload(post))


async def _openly(visit: Visit, sent: Payload) -> None:
    if await _by_response_url(visit, {**sent, "response_type": "in_channel", "replace_original": False}):
        return
    await visit.client.chat_postMessage(channel=visit.channel, **sent, **_thread(visit))


async def _privately(visit: Visit, sent: Payload, *, replace: bool) -> None:
    if visit.typed and visit.is_direct:
        if not await _tried(
            visit.client.chat_postMessage(channel=visit.channel or visit.user, **sent, **_thread(visit))
        ):
            await visit.client.chat_postMessage(channel=visit.user, **sent)
        return
    if await _by_response_url(visit, {**sent, "response_type": "ephemeral", "replace_original": replace}):
        return
    if visit.channel:
        alone = {key: value for key, value in sent.items() if not key.startswith("unfurl_")}
        place = {"channel": visit.channel, "user": visit.user, **_thread(visit)}
        if await _tried(visit.client.chat_postEphemeral(**place, **alone)):
            return
    await visit.client.chat_postMessage(channel=visit.user, **sent)


async def _tried(call: Coroutine[Any, Any, object]) -> bool:
    """Whether it was posted; False where that place does not take it. Raises SlackApiError for anything else."""
    try:
        await call
    except SlackApiError as error:
        if code_of(error) not in UNFIT:
            raise
        return False
    return True


async def update_original(visit: Visit, blocks: list[Payload], text: str) -> bool:
    """Redraw the message whose button was pressed; False when its response_url is used up."""
    sent = {"text": text, "blocks": blocks, "replace_original": True, "unfurl_links": False, "unfurl_media": False}
    return await _by_response_url(visit, sent)


async def _by_response_url(visit: Visit, sent: Payload) -> bool:
    """Whether it was taken; another way is tried where it was not."""
    if not visit.response.take():
        return False
    client = AsyncWebhookClient(visit.response.url, timeout=TIMEOUT_SECONDS, retry_handlers=[])
    try:
        answered = await client.send_dict(sent)
    except (OSError, aiohttp.ClientError) as error:
        logger.warning("the response_url of %s did not answer: %s", visit.installed.tenant, type(error).__name__)
        return False
    if answered.status_code != 200:
        logger.info("the response_url of %s: %s %s", visit.installed.tenant, answered.status_code, answered.body[:80])
    return answered.status_code == 200


def _thread(visit: Visit) -> Payload:
    return {"thread_ts": visit.thread} if visit.thread else {}
