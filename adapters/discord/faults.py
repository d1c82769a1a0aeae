"""discord.py's exceptions as what they mean for a post (bot.delivery_errors)."""

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from adapters.discord.one_try import Repeated
from bot.delivery_errors import Fault, SendFailed, discord_failure

BANNED_FOR_SECONDS = 60.0
"""How long to wait after a 429 that does not say."""


@contextmanager
def translated(*, posting: bool) -> Iterator[None]:
    """Raise SendFailed for what fails within. What is not `posting` leaves no doubt that nothing was posted."""
    try:
        yield
    except discord.RateLimited as error:
        raise SendFailed(Fault.WAIT, "http_429", error.retry_after) from error
    except discord.HTTPException as error:
        raise _surely(_failure(error), posting=posting) from error
    except Repeated as error:
        raise _surely(discord_failure(error.status or 500), posting=posting) from error
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        fault = Fault.AMBIGUOUS if posting else Fault.NOT_POSTED
        raise SendFailed(fault, type(error).__name__) from error


def _failure(error: discord.HTTPException) -> SendFailed:
    wait = 0.0
    if error.status == 429:
        told = error.response.headers.get("Retry-After", "")
        wait = float(told) if told.replace(".", "", 1).isdigit() else BANNED_FOR_SECONDS
    return discord_failure(error.status, error.code, retry_after=wait)


def _surely(failure: SendFailed, *, posting: bool) -> SendFailed:
    if posting or failure.fault is not Fault.AMBIGUOUS:
        return failure
    return SendFailed(Fault.NOT_POSTED, failure.code, failure.retry_after)
