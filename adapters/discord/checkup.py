"""The doctor's look at Discord: the token's shape, and online whether it works and the commands are registered."""

import aiohttp
import discord

from adapters.discord.invite import application_id
from bot.checkup import FINE, WARNING, WRONG, Finding
from bot.command import ADMIN_ROOT, ROOT
from bot.errors import SettingsError
from bot.settings_discord import DiscordSettings


def shape(settings: DiscordSettings) -> list[Finding]:
    """Whether the token looks like one."""
    try:
        application = application_id(settings.token.get_secret_value())
    except SettingsError as error:
        return [Finding("discord", WRONG, str(error))]
    return [Finding("discord", FINE, f"the token looks right, application {application}")]


async def online(settings: DiscordSettings) -> list[Finding]:
    """Whether Discord takes the token, and knows our commands."""
    client = discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30)
    try:
        async with client:
            await client.login(settings.token.get_secret_value())
            known = {command["name"] for command in await client.http.get_global_commands(client.application_id or 0)}
            name = client.user.name if client.user else "the bot"
    except discord.LoginFailure:
        return [Finding("discord", WRONG, "Discord refuses the token; make a new one in the developer portal")]
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        return [Finding("discord", WRONG, f"Discord cannot be reached ({error})")]
    findings = [Finding("discord", FINE, f"connected as {name}")]
    if not {ROOT, ADMIN_ROOT} <= known:
        words = "the slash commands are not registered yet; the running bot does it, or paperround discord sync"
        findings.append(Finding("discord", WARNING, words))
    return findings
