"""Web API clients: which retry what. The one that posts retries nothing, as Slack has no idempotency key."""

from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

TIMEOUT_SECONDS = 15
USER_AGENT = "paperround"


def posting_client(api_url: str, token: str = "") -> AsyncWebClient:
    """A client that tries once. slack_sdk's default would post again over a dropped connection."""
    return AsyncWebClient(
        token=token or None,
        base_url=api_url,
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[],
        user_agent_prefix=USER_AGENT,
    )


def reading_client(api_url: str, token: str = "") -> AsyncWebClient:
    """A client for calls that may be repeated: it waits when it was too fast."""
    client = posting_client(api_url, token)
    client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=2))
    return client


def code_of(error: SlackApiError) -> str:
    """Slack's code of an error: `channel_not_found`."""
    data = getattr(error.response, "data", None)
    return str(data.get("error") or "") if isinstance(data, dict) else ""
