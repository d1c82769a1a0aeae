"""The commands, one file a group. `build_registry` is the one list of them."""

from bot.command import Registry


def build_registry() -> Registry:
    """All commands, in the order that help shows them."""
    from bot.commands import admin, answers, channel, data, digest, interests, library, papers, profile, status, wishes
    from bot.commands import help as help_commands

    registry = Registry()
    people = (papers, answers, library, wishes, interests, profile, digest, status, data, help_commands)
    for module in (*people, channel, admin):
        registry.collect(module)
    return registry
