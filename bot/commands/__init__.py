"""The commands, one file a group. `build_registry` is the one list of them."""

from bot.command import Registry


def build_registry() -> Registry:
    """All commands, in the order that help shows them."""
    from bot.commands import answers, data, interests, library, papers, profile, wishes
    from bot.commands import help as help_commands

    registry = Registry()
    for module in (papers, answers, library, wishes, interests, profile, data, help_commands):
        registry.collect(module)
    return registry
