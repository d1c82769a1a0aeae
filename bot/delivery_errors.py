"""What a platform's error code means for a post: tables from code to fault for Slack and Discord, and the exceptions.

Knows no SDK. Codes are those of Slack's chat.postMessage and conversations.open (slack-api-ref, August 2026) and of
Discord's API documentation (August 2026); their classes are a judgement.
"""

from enum import StrEnum


class Fault(StrEnum):
    """What a failed try proves, and so what is done next."""

    WAIT = "wait"
    """Surely not posted: too fast. Again after `retry_after`; no attempt is counted."""
    NOT_POSTED = "not posted"
    """Surely not posted, for a passing reason. Again after a pause."""
    AMBIGUOUS = "ambiguous"
    """It may have been posted: look it up before trying again."""
    TARGET_GONE = "target gone"
    """This channel or person cannot be posted to: pause the subscription, tell its owner."""
    INSTALLATION_GONE = "installation gone"
    """Nothing can be posted with this token: pause the workspace, stop all calls."""
    POISON = "poison"
    """This very content is refused: once more as plain text, then dead."""
    DELIVERED = "delivered"
    """An error that says it was posted before."""


class SendFailed(Exception):  # noqa: N818 - named for what happened
    """A try to post, or to look a post up, failed. `code` is the platform's own, `retry_after` in seconds."""

    def __init__(self, fault: Fault, code: str, retry_after: float = 0.0) -> None:
        super().__init__(f"{fault.value}: {code}")
        self.fault = fault
        self.code = code
        self.retry_after = retry_after


class CannotLookUp(Exception):  # noqa: N818
    """Whether a post was made cannot be known, for want of a right; `code` says which. It is left to the admin."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


SLACK: dict[str, Fault] = {
    **dict.fromkeys(("ratelimited", "rate_limited", "message_limit_exceeded"), Fault.WAIT),
    **dict.fromkeys(
        ("service_unavailable", "request_timeout", "team_added_to_org", "org_login_required"), Fault.NOT_POSTED
    ),
    **dict.fromkeys(("internal_error", "fatal_error"), Fault.AMBIGUOUS),
    **dict.fromkeys(
        (
            "channel_not_found",
            "is_archived",
            "not_in_channel",
            "restricted_action",
            "no_permission",
            "access_denied",
            "ekm_access_denied",
            "messages_tab_disabled",
            "cannot_reply_to_message",
            "user_not_found",
            "user_disabled",
            "user_not_visible",
            "method_not_supported_for_channel_type",
            "team_not_found",
        ),
        Fault.TARGET_GONE,
    ),
    **dict.fromkeys(
        (
            "invalid_auth",
            "not_authed",
            "account_inactive",
            "token_revoked",
            "token_expired",
            "missing_scope",
            "not_allowed_token_type",
            "app_access_restricted",
            "accesslimited",
            "enterprise_is_restricted",
            "two_factor_setup_required",
            "team_access_not_granted",
        ),
        Fault.INSTALLATION_GONE,
    ),
    **dict.fromkeys(
        (
            "invalid_blocks",
            "invalid_blocks_format",
            "msg_blocks_too_long",
            "msg_too_long",
            "no_text",
            "metadata_too_large",
            "attachment_payload_limit_exceeded",
            "markdown_text_conflict",
            "metadata_must_be_sent_from_app",
            "as_user_not_supported",
            "invalid_array_arg",
            "invalid_charset",
            "invalid_form_data",
            "invalid_post_type",
            "missing_post_type",
            "method_deprecated",
            "deprecated_endpoint",
        ),
        Fault.POISON,
    ),
}

SLACK_PREFIXES: dict[str, Fault] = {
    "restricted_action_": Fault.TARGET_GONE,
    "invalid_metadata_": Fault.POISON,
    "too_many_": Fault.POISON,
    "invalid_arg": Fault.POISON,
    "slack_connect_": Fault.POISON,
}
"""Families of codes that differ in their ending alone."""

DISCORD: dict[int, Fault] = {
    **dict.fromkeys((20016, 20028, 20029, 40003, 40062, 110000, 130000), Fault.WAIT),
    **dict.fromkeys(
        (10003, 10004, 10013, 50001, 50013, 50007, 50278, 50008, 50009, 50024, 50083, 40058, 160005), Fault.TARGET_GONE
    ),
    **dict.fromkeys((40001, 50014), Fault.INSTALLATION_GONE),
    **dict.fromkeys((50035, 50006, 40005, 200000, 240000), Fault.POISON),
    10008: Fault.DELIVERED,
}

DISCORD_STATUSES: dict[int, Fault] = {
    401: Fault.INSTALLATION_GONE,
    403: Fault.TARGET_GONE,
    429: Fault.WAIT,
    **dict.fromkeys((500, 502, 503, 504, 524), Fault.AMBIGUOUS),
}
"""What the HTTP status alone says, for a code that is not in the table. 10,000 answers of 403 ban an address."""

DISCORD_CLOSES: dict[int, Fault] = dict.fromkeys((4004, 4013, 4014), Fault.INSTALLATION_GONE)
"""Gateway close codes after which no reconnect helps: a wrong token or intents that are not granted."""


def slack_failure(code: str, *, status: int = 200, retry_after: float = 0.0) -> SendFailed:
    """The failure that an answer of Slack's Web API means; an unknown code is ambiguous."""
    if status == 429:
        return SendFailed(Fault.WAIT, code or "http_429", retry_after)
    fault = SLACK.get(code)
    if fault is None:
        fault = next((f for prefix, f in SLACK_PREFIXES.items() if code.startswith(prefix)), Fault.AMBIGUOUS)
    return SendFailed(fault, code or f"http_{status}", retry_after)


def discord_failure(status: int, code: int = 0, *, retry_after: float = 0.0) -> SendFailed:
    """The failure that an answer of Discord's API means: by code, else by status; an unknown one is ambiguous."""
    fault = DISCORD.get(code) or DISCORD_STATUSES.get(status, Fault.AMBIGUOUS)
    return SendFailed(fault, str(code) if code else f"http_{status}", retry_after)
