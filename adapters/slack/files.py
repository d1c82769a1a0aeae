"""Files out (an export, a picture) and in (a library to import). Downloads go to Slack's own hosts alone."""

import asyncio
import logging
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError, SlackRequestError

from adapters.slack.client import TIMEOUT_SECONDS, code_of
from adapters.slack.visit import Visit
from bot.context import Upload
from bot.errors import UserError
from bot.message import File
from bot.texts import slack as texts

logger = logging.getLogger(__name__)

MAX_BYTES = 5_000_000
CHUNK = 64 * 1024
LOOKS, PAUSE_SECONDS = 6, 0.5
"""A file's sharing ends after the call did; it is looked for so often, with pauses that double."""
HOSTS = ("slack.com", "slack-files.com", "slack-edge.com")
SHOWN = ("shares", "ims", "channels", "groups")


async def upload(visit: Visit, file: File) -> None:
    """Put a file into the person's direct messages with us. Raises UserError where Slack does not show it there."""
    try:
        channel = visit.channel if visit.channel.startswith("D") and visit.typed else await open_direct(visit)
        image = file.media_type.startswith("image/")
        done = await visit.client.files_upload_v2(
            channel=channel,
            filename=file.name,
            content=file.content,
            title=file.name,
            alt_txt=file.description if image else None,
            thread_ts=visit.thread or None if visit.typed else None,
        )
        shown = await _is_shown(visit, str((done.get("files") or [{}])[0].get("id") or ""))
    except (SlackApiError, SlackRequestError) as error:
        code = code_of(error) if isinstance(error, SlackApiError) else "upload_failed"
        raise UserError(texts.upload_failed(file.name, code)) from error
    if not shown:
        raise UserError(texts.upload_failed(file.name, "not_shared"))


async def open_direct(visit: Visit) -> str:
    """The id of the direct messages with the person. Raises SlackApiError."""
    opened = await visit.client.conversations_open(users=visit.user)
    return str((opened.get("channel") or {})["id"])


async def _is_shown(visit: Visit, identity: str) -> bool:
    pause = PAUSE_SECONDS
    for look in range(LOOKS):
        told = (await visit.client.files_info(file=identity)).get("file") or {}
        if any(told.get(name) for name in SHOWN):
            return True
        if look < LOOKS - 1:
            await asyncio.sleep(pause)
            pause *= 2
    return False


async def download(visit: Visit, told: dict[str, Any]) -> Upload:
    """The file that Slack tells of (`files.info`'s form). Raises UserError where it is too large or not Slack's."""
    name = str(told.get("name") or told.get("title") or "file")
    url = str(told.get("url_private_download") or told.get("url_private") or "")
    if not _is_slacks(url, visit.client.base_url):
        raise UserError(texts.not_slacks_file(name))
    if int(told.get("size") or 0) > MAX_BYTES:
        raise UserError(texts.too_large(name, MAX_BYTES))
    headers = {"Authorization": f"Bearer {visit.installed.token}"}
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
    content = bytearray()
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(url, headers=headers, allow_redirects=False) as answered,
        ):
            if answered.status != 200 or answered.content_type == "text/html":
                raise UserError(texts.no_download(name, answered.status))
            async for chunk in answered.content.iter_chunked(CHUNK):
                content += chunk
                if len(content) > MAX_BYTES:
                    raise UserError(texts.too_large(name, MAX_BYTES))
    except (aiohttp.ClientError, TimeoutError) as error:
        raise UserError(texts.no_download(name, 0)) from error
    return Upload(name, bytes(content))


def _is_slacks(url: str, api_url: str) -> bool:
    """The token goes to Slack's hosts, or to the one that the Web API was pointed to, and to nobody else."""
    asked, api = urlsplit(url), urlsplit(api_url)
    if (asked.scheme, asked.netloc) == (api.scheme, api.netloc):
        return True
    host = asked.hostname or ""
    return asked.scheme == "https" and any(host == own or host.endswith("." + own) for own in HOSTS)
