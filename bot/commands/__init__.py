"""The commands, one file a group. `build_registry` is the one list of them."""

from bot.command import Registry


def build_registry() -> Registry:
    """All commands, in the order that help shows them."""
    from bot.commands import answers, help, interests, library, papers, profile, wishes

    registry = Registry()
    for module in (papers, answers, library, wishes, interests, profile, help):
        registry.collect(module)
    return registry
