"""Who speaks, from where and with what right, as Discord tells it in an interaction."""

from collections.abc import Mapping
from typing import Any, cast

import discord

from bot.context import Place, Upload
from bot.desk import Desk, Visitor
from db.models import Tenant

PLATFORM = "discord"
Interaction = discord.Interaction[Any]


def data_of(interaction: Interaction) -> Mapping[str, Any]:
    """What Discord sent with the interaction."""
    return cast(Mapping[str, Any], interaction.data or {})


def is_away(interaction: Interaction) -> bool:
    """Whether the app was brought here by its user alone: nothing may be posted, and few follow-ups are allowed."""
    by_user_alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.guild_id is not None and by_user_alone


def is_private(interaction: Interaction) -> bool:
    """Whether it is a matter of the person alone: in a direct message, and where only the person brought the app."""
    return interaction.guild_id is None or is_away(interaction)


async def visitor_of(interaction: Interaction, desk: Desk, *, home: str = "", upload: Upload | None = None) -> Visitor:
    """The visitor. In private `home` names the server whose profile is meant; without it the last one used is."""
    member = str(interaction.user.id)
    if not is_private(interaction):
        tenant = Tenant(PLATFORM, str(interaction.guild_id))
    elif home:
        tenant = Tenant(PLATFORM, home)
    else:
        tenant = await desk.home(PLATFORM, member) or Tenant(PLATFORM, member)
    return Visitor(
        tenant=tenant,
        member=member,
        name=interaction.user.display_name,
        place=place_of(interaction),
        is_admin=not is_private(interaction) and interaction.permissions.manage_guild,
        upload=upload,
        roles=roles_of(interaction.user),
    )


def roles_of(user: discord.User | discord.Member) -> frozenset[str]:
    """The names and ids of a member's roles, also in the forms in which a keeper may have typed them."""
    roles = user.roles if isinstance(user, discord.Member) else []
    return frozenset(form for role in roles for form in (role.name, f"@{role.name}", str(role.id), role.mention))


def place_of(interaction: Interaction) -> Place:
    """The channel, or the thread and the channel it is in; nothing in private."""
    channel = interaction.channel
    if is_private(interaction) or channel is None:
        return Place()
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        name = parent.name if parent else channel.name
        return Place(str(channel.parent_id), name, is_direct=False, thread=str(channel.id))
    return Place(str(channel.id), getattr(channel, "name", "") or "", is_direct=False)
