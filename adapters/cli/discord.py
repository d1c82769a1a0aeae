"""`paperround discord`: what an admin does with Discord besides running the bot."""

import click


@click.group()
def discord() -> None:
    """Register the commands with Discord, or invite the bot."""


@discord.command()
def sync() -> None:
    """Tell Discord our slash commands now (the running bot does it by itself when they changed)."""
    import asyncio
    import random

    from adapters.cli.world import SystemClock, make_services
    from adapters.discord.app import DiscordPlatform
    from bot.commands import build_registry
    from bot.config import load_settings
    from bot.core import Core
    from bot.desk import Desk

    async def work() -> list[str]:
        settings, registry, core = load_settings(), build_registry(), Core()
        await core.open(settings.data_dir)
        try:
            desk = Desk(
                core,
                registry,
                lambda store: make_services(settings, registry, SystemClock(), store, random.Random()),
            )
            return await DiscordPlatform(desk, settings.discord).sync()
        finally:
            await core.close()

    roots = asyncio.run(work())
    click.echo(f"Discord knows {' and '.join(roots)} now. People may have to restart Discord to see a change.")


@discord.command()
def invite() -> None:
    """Show the links that add the bot to a server, or its commands to one person's account."""
    from adapters.discord.invite import person_link, server_link
    from bot.config import load_settings

    token = load_settings().discord.token.get_secret_value()
    click.echo(f"For a server (you need its permission Manage Server):\n  {server_link(token)}")
    click.echo(f"For your own account, in direct messages and any server:\n  {person_link(token)}")
