"""What people may name as a source, in any spelling, and the one name it goes by. Pure: nothing is fetched.

`seeds`, `arxiv:cs.LG`, `openreview:NeurIPS.cc/2025/Conference`, `feed:https://…`.
"""

import re
from collections.abc import Collection
from urllib.parse import parse_qs, urlsplit

from bot.arxiv_categories import category
from bot.errors import SourceError

SEEDS = "seeds"
WEB_PORTS = frozenset({80, 443})
MAX_URL = 2_000

_VENUE = re.compile(r"[\w.-]+(?:/[\w.-]+)+")
_ARXIV_FEED = re.compile(r"(?:rss|export)\.arxiv\.org/(?:rss|atom)/(?P<category>[\w.-]+)")
_HELP = (
    "Name a category of arXiv (`cs.LG`), the address of a feed (`https://…`), a venue of OpenReview "
    "(`openreview:NeurIPS.cc/2025/Conference`), or `seeds`."
)


def canonical_name(given: str) -> str:
    """The name of the source that was meant. Raises SourceError saying what can be named."""
    text = given.strip().strip("<>").split("|")[0].strip()
    if text.lower() in (SEEDS, "seed"):
        return SEEDS
    kind, colon, rest = text.partition(":")
    if colon and kind.lower() == "openreview":
        return _venue(rest)
    if colon and kind.lower() == "feed":
        return _feed(rest.strip())
    if colon and kind.lower() in ("http", "https"):
        return _feed(text)
    if not text or " " in text or text.startswith("/"):
        raise SourceError(f"“{text[:60]}” is no source. {_HELP}")
    return f"arxiv:{category(text)}"


def kind_of(name: str) -> str:
    """What a source's papers are filed under: `seed`, `arxiv`, `openreview`, `feed`."""
    return "seed" if name == SEEDS else name.partition(":")[0]


def check_address(url: str, ports: Collection[int] = WEB_PORTS) -> None:
    """Raise SourceError with a sentence when an address may not be fetched, whatever its name resolves to."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise SourceError(f"“{url[:100]}” is no address of a web page.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or len(url) > MAX_URL:
        raise SourceError(f"“{url[:100]}” is no address of a web page. It has to begin with https:// or http://.")
    if parts.username is not None or parts.password is not None:
        raise SourceError("An address with a user name or password in it is not fetched.")
    if (port or (443 if parts.scheme == "https" else 80)) not in ports:
        raise SourceError(f"Port {port} of {parts.hostname} is not fetched; feeds are read on ports 80 and 443.")


def _feed(url: str) -> str:
    check_address(url)
    parts = urlsplit(url)
    place = f"{parts.netloc.lower()}{parts.path}"
    if found := _ARXIV_FEED.match(place):
        return f"arxiv:{category(found['category'])}"
    if place.startswith("openreview.net/group"):
        return _venue(parse_qs(parts.query).get("id", [""])[0])
    return f"feed:{parts._replace(scheme=parts.scheme.lower(), netloc=parts.netloc.lower(), fragment='').geturl()}"


def _venue(given: str) -> str:
    if not _VENUE.fullmatch(given.strip()):
        raise SourceError(f"“{given[:60]}” is no venue of OpenReview, as `openreview:NeurIPS.cc/2025/Conference` is.")
    return f"openreview:{given.strip()}"
