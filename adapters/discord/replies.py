"""Acknowledging an interaction and following up: late and double answers, private and shared ones, many messages."""

import logging
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.render import Rendered, render_all
from adapters.discord.visitors import data_of, is_away, is_private
from bot.message import Message, say
from bot.texts import discord as texts
from db.models import Tenant

logger = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
LATE = frozenset({10062, 10015, 50027})
"""Unknown interaction, unknown webhook, invalid webhook token: three seconds or fifteen minutes are over."""
ACKNOWLEDGED = 40060


async def acknowledge(interaction: Interaction, *, thinking: bool = True) -> bool:
    """Tell Discord at once that an answer, seen by the person alone, will follow. False when it is too late for one."""
    if interaction.response.is_done():
        return True
    try:
        await interaction.response.defer(ephemeral=True, thinking=thinking)
    except discord.HTTPException as error:
        if error.code == ACKNOWLEDGED:
            return True
        logger.warning("interaction %s could not be acknowledged: %s", interaction.id, error)
        return False
    except (aiohttp.ClientError, OSError) as error:
        logger.warning("interaction %s could not be acknowledged: %s", interaction.id, error)
        return False
    return True


async def follow_up(interaction: Interaction, message: Message, tenant: Tenant) -> None:
    """Send the answer, in as many messages as it needs; for others to see only where it is shared.

    What follows an acknowledgement first takes its place, seen by one person alone: a shared answer needs a word there.
    """
    home = tenant.id if is_private(interaction) else ""
    rendered = render_all(message, home=home)
    if is_away(interaction) and len(rendered) > limits.FOLLOW_UPS_AWAY:
        rest = render_all(say(texts.TOO_MUCH_TO_SHOW), home=home)
        rendered = [*rendered[: limits.FOLLOW_UPS_AWAY - 1], *rest]
    shared = message.shared and not is_private(interaction)
    try:
        if shared:
            for one in render_all(say(texts.SHOWN_TO_ALL)):
                await _send(interaction, one, ephemeral=True)
        for one in rendered:
            await _send(interaction, one, ephemeral=not shared)
    except discord.HTTPException as error:
        if error.code not in LATE:
            raise
        logger.warning("interaction %s: the answer came too late (%s)", interaction.id, error.code)


async def _send(interaction: Interaction, one: Rendered, *, ephemeral: bool) -> None:
    one.view.stop()
    files = one.attachments()
    if files:
        await interaction.followup.send(view=one.view, files=files, ephemeral=ephemeral)
    else:
        await interaction.followup.send(view=one.view, ephemeral=ephemeral)


async def send_direct(user: discord.User | discord.Member, message: Message, tenant: Tenant) -> bool:
    """Send a direct message; False where the person takes none."""
    try:
        for one in render_all(message, home=tenant.id):
            one.view.stop()
            await user.send(view=one.view)
    except discord.HTTPException as error:
        logger.info("no direct message to %s: %s", user.id, error)
        return False
    return True


async def show_pressed(interaction: Interaction, others: Sequence[str]) -> None:
    """Let a pressed button of a private message look pressed, and those presses that it overrules look unpressed."""
    message, pressed = interaction.message, data_of(interaction).get("custom_id")
    if message is None:
        return
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    row = next((item.parent for item in view.walk_children() if _id(item) == pressed), None)
    if not isinstance(row, ui.ActionRow):
        return
    for item in row.children:
        if isinstance(item, ui.Button) and _id(item) == pressed:
            item.style = discord.ButtonStyle.success
        elif isinstance(item, ui.Button) and (_id(item) or "").partition("?")[0] in others:
            item.style = discord.ButtonStyle.secondary
    await show_again(interaction, view)


async def show_again(interaction: Interaction, view: ui.LayoutView) -> None:
    """Put a layout in the place of the one whose button or menu was used, after an acknowledgement without a message.

    Not by discord.py's own edit, which sends a field (`tts`) that Discord does not know there.
    """
    route = discord.http.Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        webhook_id=interaction.application_id,
        webhook_token=interaction.token,
    )
    components = view.to_components()  # type: ignore[no-untyped-call]
    await interaction.client.http.request(route, json={"components": components})


def _id(item: ui.Item[Any]) -> str | None:
    return getattr(item, "custom_id", None)
