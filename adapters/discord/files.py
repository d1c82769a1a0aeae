"""Files that people attach to a command or a form: what Discord tells of one, and its bytes."""

import logging
from dataclasses import dataclass
from typing import Any

import discord

from bot.context import Upload
from bot.settings_discord import MEBIBYTE, DiscordSettings
from bot.texts import discord as texts

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attached:
    """A file as it was announced; `size` in bytes."""

    name: str
    size: int
    url: str


class Refused(Exception):  # noqa: N818 - named for what happened
    """A file that is not taken; the sentence says why."""


async def read(client: discord.Client, file: Attached, settings: DiscordSettings) -> Upload:
    """The file's content. Raises Refused for one that is too large or cannot be read."""
    most = settings.largest_import_mebibytes * MEBIBYTE
    if file.size > most:
        raise Refused(texts.too_large(file.size, most))
    try:
        return Upload(file.name, await client.http.get_from_cdn(file.url))
    except discord.HTTPException as error:
        logger.warning("the file %s could not be read: %s", file.name, error)
        raise Refused(texts.FILE_UNREADABLE) from error


def attached(told: dict[str, Any]) -> Attached:
    """A file out of what Discord tells of it."""
    return Attached(str(told["filename"]), int(told["size"]), str(told["url"]))
