"""One entry of a feed, from whatever its format calls things, to a record. Pure.

A feed is anybody's: HTML in titles and authors, relative links, missing and impossible dates, ids that change.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urljoin, urlsplit, urlunsplit

from adapters.sources.arxiv_text import instant
from adapters.sources.html_text import to_text, without_label
from adapters.sources.names import split_names, turned
from bot.paper_names import read_paper_name
from bot.ports import Problem, Record
from db.models import SourceId

MAX_GUID = 2_000
MAX_CATEGORIES = 20

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"'<>?#&]+")
_RETRACTED = re.compile(r"\A\s*\[?(?:withdrawn|retracted)(?:\s+article)?\]?\s*[:.]", re.IGNORECASE)
_MAIL = re.compile(r"\A\s*[\w.+-]+@[\w.-]+\s*\((?P<name>[^()]+)\)\s*\Z")
_TRACKING = re.compile(r"(?:\A|(?<=&))(?:utm_\w+|rss|af|mc_cid|mc_eid|fbclid|gclid)=[^&]*&?")


@dataclass(frozen=True, slots=True)
class Item:
    """An entry's own words. `summaries` are all texts it has; `html` tells whether they are HTML (None: judge)."""

    guid: str = ""
    link: str = ""
    title: str = ""
    summaries: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    date: str = ""
    categories: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    html: bool | None = None


def record_of(item: Item, feed_url: str, venue: str, number: int) -> Record | Problem:
    """The paper that an entry tells of. A Problem when it has no words, or nothing to know it by."""
    title = " ".join(to_text(item.title, is_html=item.html).split())
    abstract = max((without_label(to_text(text, is_html=item.html)) for text in item.summaries), key=len, default="")
    if not title and not abstract:
        return Problem(f"entry {number}", "it has neither a title nor a summary")
    link = _link(item.link, feed_url) or _link(item.guid, "")
    return Record(
        ids=_ids(item, link, feed_url, title),
        title=title,
        abstract="" if abstract == title else abstract,
        authors=_authors(item.authors),
        categories=tuple(to_text(category) for category in item.categories[:MAX_CATEGORIES]),
        url=link,
        submitted=_date(item.date),
        withdrawn=True if _RETRACTED.match(title) else None,
        venue=venue,
        place=f"entry {number}" + (f" “{title[:60]}”" if title else ""),
    )


def guid_hash(value: str) -> str:
    """The 12 hex digits by which a feed's entry is known."""
    return hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()[:12]


def same_link(url: str) -> str:
    """A link without what differs between copies of it: scheme, `www.`, tracking, a final slash."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    query = _TRACKING.sub("", parts.query).rstrip("&")
    host = parts.netloc.lower().removeprefix("www.")
    return urlunsplit(("", host, parts.path.rstrip("/"), query, "")).removeprefix("//")


def _ids(item: Item, link: str, feed_url: str, title: str) -> tuple[SourceId, ...]:
    """Ids best first: an archive's or a DOI where the entry has one, its guid, its link."""
    found: list[SourceId] = []
    for text in (link, item.guid, *item.identifiers):
        name = read_paper_name(text) if text else None
        if name is None and (doi := _DOI.search(text)):
            name = SourceId("doi", doi[0].rstrip(".,;)").lower())
        if name is not None and name.kind in ("arxiv", "openreview", "doi"):
            found.append(name)
    order = {"arxiv": 0, "openreview": 1, "doi": 2}
    found.sort(key=lambda name: order[name.kind])
    guid = item.guid.strip()[:MAX_GUID] or link or title
    found.append(SourceId("feed", guid_hash(guid if len(guid) > 10 else f"{feed_url} {guid}")))
    if link:
        found.append(SourceId("url", same_link(link)))
    return tuple(dict.fromkeys(found))


def _link(link: str, base: str) -> str:
    try:
        joined = urljoin(base, link.strip()) if link.strip() else ""
    except ValueError:
        return ""
    return joined if joined.startswith(("https://", "http://")) else ""


def _authors(given: Sequence[str]) -> tuple[str, ...]:
    """Single names. Several elements are a name each; one element is a line of them."""
    texts = [" ".join(to_text(author).split()) for author in given]
    texts = [found["name"] if (found := _MAIL.match(text)) else text for text in texts if text]
    if len(texts) == 1:
        return split_names(texts[0])
    names: list[str] = []
    for text in texts:
        several = ";" in text or " and " in text.lower() or text.count(",") > 1
        names += split_names(text) if several else [turned(text)]
    return tuple(dict.fromkeys(names))


def _date(text: str) -> datetime | None:
    text = text.strip()
    if re.fullmatch(r"\d{4}(?:-\d{2}){0,1}", text):
        text = f"{text}-01-01"[:10]
    moment = instant(text) if text else None
    try:
        return moment.astimezone(UTC) if moment else None
    except (ValueError, OverflowError):
        return None
