"""The links by which the app is added to a server or to a person's own account. Asks nobody: the id is in the token."""

import base64
import binascii

import discord

from bot.errors import SettingsError
from bot.texts import discord as texts

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    attach_files=True,
)
"""See, write, begin threads, and read back what was posted, so that a digest in doubt is found and not sent twice."""


def server_link(token: str) -> str:
    """Adds the bot to a server. Raises SettingsError for what is no token."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application_id(token), permissions=PERMISSIONS, scopes=scopes)


def person_link(token: str) -> str:
    """Adds the commands to one's own account, in direct messages and any server. Raises SettingsError."""
    link = discord.utils.oauth_url(application_id(token), scopes=("applications.commands",))
    return f"{link}&integration_type=1"


def application_id(token: str) -> int:
    """The id in the first part of a token. Raises SettingsError where there is none."""
    if not token:
        raise SettingsError(texts.NOT_SET_UP)
    first = token.partition(".")[0]
    try:
        return int(base64.b64decode(first + "=" * (-len(first) % 4)))
    except (binascii.Error, ValueError) as error:
        raise SettingsError(texts.NOT_ONE) from error
