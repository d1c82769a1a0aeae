"""Watches feed_child: feeds it the bytes, waits three seconds at most, kills it, reads what it wrote. One at a time."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from adapters.sources.feed_items import Item
from adapters.sources.feed_xml import FoundFeed, found_feed

WAIT_SECONDS = 3.0
CHILD = Path(__file__).with_name("feed_child.py")


class Unreadable(Exception):  # noqa: N818 - named for what was met
    """The child could not read the feed in its limits; the message is a reason without a subject."""


class FeedProcess:
    """Reads feeds that are no proper XML."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def parse(self, body: bytes, url: str, charset: str = "", wait: float = WAIT_SECONDS) -> FoundFeed:
        """The papers in a feed, waited for `wait` seconds at most. Raises Unreadable."""
        async with self._turn:
            output, code = await self._run(body, url, charset, wait)
        if code != 0:
            raise Unreadable("it takes more time or memory to read than a feed may")
        try:
            answer = json.loads(output)
            items = [_item(one) for one in answer["items"]]
        except (ValueError, KeyError, TypeError) as error:
            raise Unreadable("reading it gave nothing that makes sense") from error
        if not items and not answer["version"]:
            reason = f" ({answer['reason']})" if answer["reason"] else ""
            raise Unreadable(f"it is neither RSS nor Atom{reason}")
        return found_feed(answer["title"], items, url, cut=bool(answer["cut"]))

    async def _run(self, body: bytes, url: str, charset: str, wait: float) -> tuple[bytes, int]:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", str(CHILD), url, charset,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            output, _ = await asyncio.wait_for(process.communicate(body), wait)
        except TimeoutError as error:
            raise Unreadable(f"reading it takes longer than {WAIT_SECONDS:g} seconds") from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return output, process.returncode or 0


def _item(one: dict[str, Any]) -> Item:
    return Item(
        guid=one["guid"],
        link=one["link"],
        title=one["title"],
        summaries=tuple(one["summaries"]),
        authors=tuple(one["authors"]),
        date=one["date"],
        categories=tuple(one["categories"]),
        identifiers=tuple(one["identifiers"]),
    )
