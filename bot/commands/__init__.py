"""The commands, one file a group. `build_registry` is the one list of them."""

import importlib

from bot.command import Registry

GROUPS = (
    "papers",
    "answers",
    "library",
    "wishes",
    "forget",
    "interests",
    "profile",
    "start",
    "importing",
    "digest",
    "sharing",
    "status",
    "data",
    "help",
    "channel",
    "sources",
    "admin",
)
"""The files, in the order in which help shows their commands."""


def build_registry() -> Registry:
    """All commands, in the order that help shows them."""
    registry = Registry()
    for name in GROUPS:
        registry.collect(importlib.import_module(f"bot.commands.{name}"))
    return registry
