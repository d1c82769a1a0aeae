"""The app's manifest, written from the registry: commands, the scopes they need, events, the shortcut, the home tab."""

from typing import Any

from adapters.slack import limits
from bot.command import ADMIN_ROOT, ROOT, Registry

SCOPES = {
    "commands": "the slash commands and the message shortcut",
    "chat:write": "to post digests and answers",
    "im:write": "to open the direct messages in which digests come",
    "im:history": "to read what people write to the bot in direct messages, and to look its own posts up there",
    "app_mentions:read": "to answer @paperround in threads, where Slack has no slash commands",
    "users:read": "a person's name and time zone, and whether they are an admin",
    "channels:read": "to notice when somebody leaves a public channel, so that their votes stop counting",
    "groups:read": "the same in private channels that the bot was invited to",
    "files:read": "to read a library that somebody sends for import",
    "files:write": "to hand an export over as a file",
}
"""The least that everything works with, and why each is asked."""
HISTORY_SCOPES = {
    "channels:history": "to look the bot's own posts up in public channels after a failure",
    "groups:history": "the same in private channels that the bot was invited to",
}
"""Without them a post whose fate is unknown is not repeated but left to the admin (`digest list --unsure`)."""
REACTION_SCOPES = {"reactions:read": "to count 👍 on the bot's posts, where a keeper switched that on"}
EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "file_shared",
    "member_joined_channel",
    "member_left_channel",
    "message.im",
    "tokens_revoked",
)
REACTION_EVENTS = ("reaction_added", "reaction_removed")
MORE_LIKE = "more_like_this"
NAME = "Paperround"
DESCRIPTION = "Brings each person and channel the few new research papers that matter to them, and learns from answers."
LONG_DESCRIPTION = (
    "Paperround screens the new papers of arXiv, OpenReview and feeds every day, and posts the few that matter to "
    "you or your channel, each with one sentence on what it contributes and why it was chosen. It learns from every "
    "answer. It runs on a machine of your own and keeps what it learns there; no language model and no other service "
    "is involved."
)
COLOUR = "#3d5a80"
DESCRIPTIONS = {
    ROOT: "Papers that matter to you: digest, search, library, profile",
    ADMIN_ROOT: "This channel's digest, sources and health",
}


def scopes(*, with_history: bool = False, with_reactions: bool = False) -> list[str]:
    """The bot's scopes, sorted."""
    return sorted({**SCOPES, **(HISTORY_SCOPES if with_history else {}), **(REACTION_SCOPES if with_reactions else {})})


def manifest(
    registry: Registry,
    *,
    with_history: bool = False,
    with_reactions: bool = False,
    public_url: str = "",
    many: bool = False,
) -> dict[str, Any]:
    """The manifest. With a `public_url` Slack calls us there, without one Socket Mode is used; `many` is for OAuth."""
    base = public_url.rstrip("/")
    address = f"{base}/slack/events" if base else ""
    redirect = {"redirect_urls": [f"{base}/slack/oauth_redirect"]} if base and many else {}
    events = [*EVENTS, *(REACTION_EVENTS if with_reactions else ())]
    wanted = scopes(with_history=with_history, with_reactions=with_reactions)
    return {
        "_metadata": {"major_version": 1, "minor_version": 1},
        "display_information": {
            "name": NAME,
            "description": DESCRIPTION,
            "long_description": LONG_DESCRIPTION,
            "background_color": COLOUR,
        },
        "features": _features(registry, address),
        "oauth_config": {**redirect, "scopes": {"bot": wanted}},
        "settings": _settings(events, address, many=many),
    }


def _features(registry: Registry, address: str) -> dict[str, Any]:
    shortcut = {
        "name": "More like this",
        "type": "message",
        "callback_id": MORE_LIKE,
        "description": "Finds papers like the one that a message links to",
    }
    return {
        "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True, "messages_tab_read_only_enabled": False},
        "bot_user": {"display_name": NAME.lower(), "always_online": True},
        "shortcuts": [shortcut],
        "slash_commands": [_slash(registry, root, address) for root in (ROOT, ADMIN_ROOT)],
    }


def _settings(events: list[str], address: str, *, many: bool) -> dict[str, Any]:
    request = {"request_url": address} if address else {}
    options = {"message_menu_options_url": address} if address else {}
    return {
        "event_subscriptions": {**request, "bot_events": sorted(events)},
        "interactivity": {"is_enabled": True, **request, **options},
        "org_deploy_enabled": many,
        "socket_mode_enabled": not address,
        "token_rotation_enabled": many,
    }


def _slash(registry: Registry, root: str, address: str) -> dict[str, Any]:
    names = list(dict.fromkeys(command.name.partition(" ")[0] for command in registry.visible(root)))
    hint = " | ".join(names)
    return {
        "command": f"/{root}"[: limits.COMMAND_NAME],
        "description": DESCRIPTIONS[root],
        "usage_hint": hint if len(hint) <= limits.USAGE_HINT else "help",
        "should_escape": True,
        **({"url": address} if address else {}),
    }


def approval_request(*, with_history: bool = False, with_reactions: bool = False) -> str:
    """A letter to whoever approves apps in a workspace: what it is, what it asks, and what it does not."""
    asked = {**SCOPES, **(HISTORY_SCOPES if with_history else {}), **(REACTION_SCOPES if with_reactions else {})}
    lines = [
        f"Please approve the app {NAME} for our workspace.",
        "",
        LONG_DESCRIPTION,
        "",
        "It asks for these scopes:",
        *(f"- {scope}: {reason}" for scope, reason in asked.items()),
        "",
        "It does not read channels"
        + (", beyond looking its own posts up." if with_history else ": it has no channel history scope.")
        + " It posts nothing unasked but one greeting to each person who opens it."
        + " By default it links to Slack by Socket Mode, so no address of ours is opened to the internet.",
    ]
    return "\n".join(lines)
