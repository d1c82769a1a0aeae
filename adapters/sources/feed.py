"""Any RSS or Atom feed as a source: fetched with the guard, read safely, its entries as papers.

Entries from before the feed was added are no news: they count as seen on their own date.
"""

import asyncio
import re
import time
from datetime import datetime, timedelta
from urllib.parse import urljoin

from adapters.sources.encodings import UnknownEncoding
from adapters.sources.feed_process import WAIT_SECONDS, FeedProcess, Unreadable
from adapters.sources.feed_xml import FoundFeed, NotAFeed, parse_feed
from adapters.sources.fetcher import Answer, Ask, Fetcher
from adapters.sources.past import as_past
from adapters.sources.xml_reader import BadXml, TooMuchXml
from bot.errors import SourceError
from bot.ports import Batch, State
from bot.settings_sources import SourceSettings

_PAGE = re.compile(rb"\A\s*(?:<!--.{0,500}?-->\s*)*<(?:!doctype\s+html|html|head|body)", re.IGNORECASE | re.DOTALL)
_OFFERED = re.compile(
    rb"<link\b(?=[^>]{0,300}type=[\"']application/(?:rss|atom)\+xml)[^>]{0,300}?href=[\"']([^\"'>]{1,500})[\"']",
    re.IGNORECASE,
)
SHORTEST_WAIT_SECONDS = 0.5


class Feed:
    """A feed at an address that somebody gave."""

    kind = "feed"

    def __init__(self, url: str, fetcher: Fetcher, settings: SourceSettings, process: FeedProcess) -> None:
        self.url = url.removeprefix("feed:").strip()
        self.name = f"feed:{self.url}"
        self._fetcher = fetcher
        self._settings = settings
        self._process = process

    async def fetch(self, state: State, now: datetime) -> Batch:
        """The feed's entries, or nothing when it has not changed. Raises SourceError, SourceBusy."""
        due = now + timedelta(minutes=self._settings.feed_interval_minutes)
        answer = await self._fetcher.get(Ask(self.url, from_people=True, validators=state))
        if answer.unchanged:
            return Batch(state=state, due=due)
        found = await read_feed(answer, self._process)
        known = bool(state.get("known"))
        return Batch(
            records=found.records if known else tuple(as_past(record, now) for record in found.records),
            problems=found.problems,
            day=now.date(),
            complete=not found.cut,
            title=found.title,
            state={**answer.validators, "known": "yes"},
            due=due,
        )


async def read_feed(answer: Answer, process: FeedProcess) -> FoundFeed:
    """The feed in an answer. Raises SourceError naming the address and the reason."""
    if _PAGE.match(answer.body[:2_000]):
        offered = [urljoin(answer.url, found.decode("utf-8", "replace")) for found in _OFFERED.findall(answer.body)]
        hint = f" The page names a feed: {offered[0]}" if offered else ""
        raise SourceError(f"{answer.url} is a web page and no feed.{hint}")
    if answer.body.lstrip()[:1] in (b"{", b"["):
        raise SourceError(f"{answer.url} is JSON; only RSS and Atom are read.")
    if not answer.body.strip():
        raise SourceError(f"{answer.url} is empty.")
    started = time.monotonic()
    try:
        try:
            return await asyncio.to_thread(parse_feed, answer.body, answer.url, answer.charset)
        except TooMuchXml:
            raise
        except BadXml:
            left = WAIT_SECONDS - (time.monotonic() - started)
            return await process.parse(answer.body, answer.url, answer.charset, max(left, SHORTEST_WAIT_SECONDS))
    except (NotAFeed, UnknownEncoding, Unreadable, TooMuchXml) as error:
        raise SourceError(f"{answer.url} cannot be read as a feed: {error}.") from error
