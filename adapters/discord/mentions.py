"""Which papers a message is about: those of our own cards, by their buttons, or those it links to."""

import re
from collections.abc import Iterator
from typing import Any

import discord

from adapters.discord.ids import BUTTON_IDS
from bot.message import read_press
from bot.paper_names import read_paper_name

LINK = re.compile(r"https?://[^\s<>)\]]+|\b(?:arxiv:)?\d{4}\.\d{4,5}(?:v\d+)?\b", re.IGNORECASE)
MOST = 20


def papers_in(message: discord.Message) -> list[str]:
    """The papers as commands take them, in order, each once."""
    found = cards_in(message)
    if not found:
        words = [word.rstrip(".,;:)]") for word in LINK.findall(words_of(message))]
        found = [word for word in words if read_paper_name(word)]
    return list(dict.fromkeys(found))[:MOST]


def cards_in(message: discord.Message) -> list[str]:
    """The keys of the papers on our cards, in their order; only our own messages have such buttons."""
    found = []
    for component in all_components(message):
        pressed = BUTTON_IDS.fullmatch(getattr(component, "custom_id", None) or "")
        name, given = read_press(pressed["press"]) if pressed else ("", {})
        if name == "like" and "paper" in given:
            found.append(given["paper"])
    return list(dict.fromkeys(found))


def all_components(message: discord.Message) -> Iterator[Any]:
    """Every component of a message, nested ones after what they are in."""
    waiting: list[Any] = list(message.components)[::-1]
    while waiting:
        component = waiting.pop()
        yield component
        waiting += list(getattr(component, "children", ()))[::-1]


def words_of(message: discord.Message) -> str:
    """What can be read in a message: its text, its embeds, and the texts of its layout."""
    embeds = [part for embed in message.embeds for part in (embed.url, embed.title, embed.description) if part]
    displays = [part.content for part in all_components(message) if isinstance(part, discord.TextDisplay)]
    return "\n".join([message.content, *embeds, *displays])
