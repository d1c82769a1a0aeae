"""RSS 0.9 to 2.0, RDF and Atom, from bytes to records, by a safe and bounded reading of XML. Pure.

What is not quite XML (bare `&`, HTML's entities, control characters) is mended once; what still is none is left to
feed_child, which reads anything but has to be watched.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html.entities import html5
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from adapters.sources.encodings import decode
from adapters.sources.feed_items import Item, record_of
from adapters.sources.html_text import to_text
from adapters.sources.xml_reader import BadXml, TooMuchXml, child, children, local, read_xml, text_of, texts_of
from bot.ports import Problem, Record

MAX_ITEMS = 500
MAX_MENDED = 100_000
ITEMS = frozenset({"item", "entry"})
XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
RDF_ABOUT = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"

_HEAD = re.compile(r"\A\s*<\?xml[^>]*\?>")
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)([A-Za-z][A-Za-z0-9]{1,30};)?")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class NotAFeed(Exception):  # noqa: N818 - named for what was met
    """The bytes are well-formed, but no feed; the message says what they are."""


@dataclass(frozen=True, slots=True)
class FoundFeed:
    """A feed's title and papers. `cut` says that only the first MAX_ITEMS entries were read."""

    title: str
    records: tuple[Record, ...]
    problems: tuple[Problem, ...]
    cut: bool = False


def parse_feed(body: bytes, url: str, charset: str = "") -> FoundFeed:
    """The papers in a feed. Raises BadXml (feed_child may still read it), NotAFeed or UnknownEncoding."""
    text = _HEAD.sub("", decode(body, charset)).lstrip()
    try:
        root, cut = read_xml(text.encode(), encoding="utf-8", items=ITEMS, most_items=MAX_ITEMS)
    except TooMuchXml:
        raise
    except BadXml:
        root, cut = read_xml(mended(text).encode(), encoding="utf-8", items=ITEMS, most_items=MAX_ITEMS)
    kind = local(root.tag).lower()
    if kind not in ("rss", "rdf", "feed", "channel"):
        raise NotAFeed(f"it is XML, but <{local(root.tag)[:40]}> and no RSS or Atom")
    channel = child(root, "channel") if kind in ("rss", "rdf") else root
    if channel is None:
        channel = root
    entries = [*children(channel, "item"), *children(channel, "entry")]
    entries += children(root, "item") if channel is not root else []
    base = urlish(channel.get(XML_BASE, "")) or urlish(root.get(XML_BASE, "")) or url
    return found_feed(text_of(channel, "title"), (_item(entry, base) for entry in entries), url, cut=cut)


def found_feed(title: str, items: Iterable[Item], url: str, *, cut: bool = False) -> FoundFeed:
    """The feed of these entries."""
    name = " ".join(to_text(title).split())
    made = [record_of(item, url, name, number) for number, item in enumerate(items, start=1)]
    return FoundFeed(
        title=name,
        records=tuple(one for one in made if isinstance(one, Record)),
        problems=tuple(one for one in made if isinstance(one, Problem)),
        cut=cut,
    )


def mended(text: str) -> str:
    """Text without control characters, HTML's entities as characters, bare ampersands escaped. Raises BadXml."""
    if text.count("&") > MAX_MENDED:
        raise BadXml("it is no well-formed XML, and has too many ampersands to mend")
    return _ENTITY.sub(_replaced, _CONTROLS.sub("", text))


def urlish(value: str) -> str:
    """The value if it is a web address, else nothing."""
    return value if value.startswith(("https://", "http://")) else ""


def _replaced(found: re.Match[str]) -> str:
    name = found[1] or ""
    char = html5.get(name, "")
    return (char if char not in ("<", "&", ">") else f"&#{ord(char)};") if char else f"&amp;{name}"


def _item(entry: Element, base: str) -> Item:
    base = urlish(entry.get(XML_BASE, "")) or base
    summaries = [_content(element) for name in ("summary", "description", "encoded", "content", "abstract")
                 for element in children(entry, name)]  # fmt: skip
    title = child(entry, "title")
    return Item(
        guid=text_of(entry, "guid") or text_of(entry, "id") or entry.get(RDF_ABOUT, ""),
        link=_joined(base, _link(entry)),
        title=_content(title) if title is not None else "",
        summaries=tuple(text for text in summaries if text),
        authors=tuple(_authors(entry)),
        date=next((date for name in DATES if (date := text_of(entry, name))), ""),
        categories=tuple(
            category.get("term", "") or "".join(category.itertext()).strip()
            for name in ("category", "subject")
            for category in children(entry, name)
        ),
        identifiers=tuple(text for name in ("doi", "identifier", "DOI") for text in texts_of(entry, name)),
    )


DATES = ("published", "pubDate", "date", "issued", "created", "publicationDate", "updated", "modified")


def _joined(base: str, link: str) -> str:
    try:
        return urljoin(base, link) if link else ""
    except ValueError:
        return ""


def _link(entry: Element) -> str:
    links = list(children(entry, "link"))
    for element in links:
        if element.get("href") and element.get("rel", "alternate") == "alternate":
            return element.get("href", "")
    plain = next((text for element in links if (text := (element.text or "").strip())), "")
    guid = child(entry, "guid")
    if not plain and guid is not None and guid.get("isPermaLink", "true") == "true":
        plain = urlish("".join(guid.itertext()).strip())
    return plain or entry.get(RDF_ABOUT, "")


def _authors(entry: Element) -> Iterable[str]:
    for name in ("creator", "author", "contributor"):
        found = [
            text
            for element in children(entry, name)
            if (text := text_of(element, "name") or "".join(element.itertext()).strip())
        ]
        if found:
            return found
    return ()


def _content(element: Element) -> str:
    """An element's words; XHTML inside it is flattened, HTML inside its text is left for later."""
    return "".join(element.itertext()).strip()
