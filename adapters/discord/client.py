"""The client of Discord's library: no privileged intent, nobody mentioned, what people do handed to Answers."""

import logging
from typing import Any

import discord
from discord import app_commands

from adapters.discord.answers import Answers
from adapters.discord.commands import Names, Translator, add_commands, commands_hash
from adapters.discord.items import DYNAMIC_ITEMS
from adapters.discord.one_try import trace
from adapters.discord.reactions import Reactions
from adapters.discord.visitors import PLATFORM
from bot import tenancy
from bot.desk import Desk
from bot.settings_discord import DiscordSettings
from db.models import Tenant
from db.store import Store

logger = logging.getLogger(__name__)

RATE_LIMIT_SECONDS = 30.0
"""A longer wait is not slept through: the outbox takes the post back."""
SYNCED = "discord commands"
"""The fact that holds the fingerprint of the commands that Discord was told."""


class PaperroundClient(discord.AutoShardedClient):
    """Connects, registers what is new, and hands on what people do."""

    def __init__(
        self,
        desk: Desk,
        settings: DiscordSettings,
        *,
        names: Names | None = None,
        always_sync: bool = False,
        **options: Any,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_reactions = intents.dm_reactions = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=RATE_LIMIT_SECONDS,
            http_trace=trace(),
            **options,
        )
        self.desk = desk
        self.answers = Answers(desk, settings)
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self._reactions = Reactions(desk, self)
        self._names = names or {}
        self._always_sync = always_sync
        add_commands(self.tree, desk.registry, self.answers)

    async def setup_hook(self) -> None:
        """Register components, and the commands where Discord knows other ones."""
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.tree.set_translator(Translator(self._names))
        await self._sync()

    async def _sync(self) -> None:
        """Tell Discord our commands, if they are not those it was told last."""
        fact = f"{SYNCED} {self.application_id}"
        wanted = await commands_hash(self.tree)
        if not self._always_sync and await self.desk.note(lambda store, _: store.fact(fact)) == wanted:
            return
        await self.tree.sync()
        await self.desk.note(lambda store, _: store.set_fact(fact, wanted))
        logger.info("told Discord the commands")

    async def pressed(self, interaction: discord.Interaction[Any], press: str, home: str) -> None:
        """A button or a menu's entry."""
        await self.answers.press(interaction, press, home)

    async def ticked(self, interaction: discord.Interaction[Any]) -> None:
        """A checklist's menu."""
        await self.answers.tick(interaction)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A form that was sent in; commands and components come by the tree and by their items."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.answers.filled(interaction)

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """A reaction: a vote, where keepers let it count."""
        await self._reactions.added(payload)

    async def on_raw_reaction_remove(self, payload: discord.RawReactionActionEvent) -> None:
        """A reaction taken back."""
        await self._reactions.removed(payload)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let into a server: noted, and nothing is posted."""
        tenant = Tenant(PLATFORM, str(guild.id))
        await self.desk.note(lambda store, now: tenancy.installed(store, tenant, guild.name, now))
        logger.info("joined server %s", guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Put out of a server: nothing is sent there any more."""
        tenant = Tenant(PLATFORM, str(guild.id))
        await self.desk.note(lambda store, now: tenancy.uninstalled(store, tenant, now))
        logger.info("left server %s", guild.id)

    async def on_guild_channel_update(self, before: Any, after: discord.abc.GuildChannel) -> None:
        """A channel's rights may have changed: what could not be posted there is tried again."""
        if before.overwrites == after.overwrites:
            return
        tenant, channel = Tenant(PLATFORM, str(after.guild.id)), str(after.id)

        def work(store: Store, now: Any) -> None:
            tenancy.invited(store, tenant, channel, now)

        await self.desk.note(work)
