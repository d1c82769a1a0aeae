"""Buttons and menus as Discord's client gives them back: found by the form of their id, so that they outlive restarts.

They hold nothing: what to do stands in the id. The client they arrive at must offer `pressed`, `picked` and `ticked`.
"""

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from adapters.discord import ids
from adapters.discord.ids import read_home


class Presses(Protocol):
    """What a client does with components."""

    async def pressed(self, interaction: discord.Interaction[Any], press: str, home: str) -> None:
        """Answer a press; `home` is the server it belongs to where the id names one."""

    async def ticked(self, interaction: discord.Interaction[Any]) -> None:
        """Keep what is ticked in a checklist."""


class PressButton(ui.DynamicItem[ui.Button[Any]], template=ids.BUTTON_IDS):
    """A button that sends a press."""

    def __init__(self, button: ui.Button[Any], press: str = "", home: str = "") -> None:
        super().__init__(button)
        self.press = press
        self.home = home

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, whoever sent it and when."""
        assert isinstance(item, ui.Button)
        return cls(item, match["press"], read_home(match["rest"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press over."""
        await cast(Presses, interaction.client).pressed(interaction, self.press, self.home)


class PickMenu(ui.DynamicItem[ui.Select[Any]], template=ids.PICK_IDS):
    """A menu whose entries are presses."""

    def __init__(self, select: ui.Select[Any], home: str = "") -> None:
        super().__init__(select)
        self.home = home

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        assert isinstance(item, ui.Select)
        return cls(item, read_home(match["rest"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the chosen press over."""
        await cast(Presses, interaction.client).pressed(interaction, self.item.values[0], self.home)


class TickMenu(ui.DynamicItem[ui.Select[Any]], template=ids.TICK_IDS):
    """A checklist's menu: what is chosen in it is ticked."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the change over."""
        await cast(Presses, interaction.client).ticked(interaction)


DYNAMIC_ITEMS: tuple[type[ui.DynamicItem[Any]], ...] = (PressButton, PickMenu, TickMenu)
