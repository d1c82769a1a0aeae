"""OPML: lists of feeds that other readers export. Pure but for `names_in`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from adapters.sources.encodings import UnknownEncoding, decode
from adapters.sources.feed_xml import mended
from adapters.sources.xml_reader import BadXml, local, read_xml
from bot.errors import SourceError
from bot.ports import Problem
from bot.source_names import canonical_name

MAX_FEEDS = 1_000
MAX_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class FeedLink:
    """A feed in a list: the name it goes by as a source, its title, and the folders it stands in."""

    name: str
    title: str
    folders: tuple[str, ...]


def parse_opml(body: bytes) -> tuple[tuple[FeedLink, ...], tuple[Problem, ...]]:
    """The feeds of a list, each once, and what is none. Raises SourceError when it is no OPML."""
    try:
        text = decode(body)
        text = text[text.find("?>") + 2 :] if text.lstrip().startswith("<?xml") else text
        try:
            root, _ = read_xml(text.strip().encode(), encoding="utf-8")
        except BadXml:
            root, _ = read_xml(mended(text).strip().encode(), encoding="utf-8")
    except (BadXml, UnknownEncoding) as error:
        raise SourceError(f"The OPML cannot be read: {error}.") from error
    if local(root.tag).lower() != "opml":
        raise SourceError(f"This is no OPML but <{local(root.tag)[:40]}>.")
    feeds: dict[str, FeedLink] = {}
    problems: list[Problem] = []
    for outline, folders in _outlines(root, ()):
        address = _attribute(outline, "xmlurl")
        title = _attribute(outline, "title") or _attribute(outline, "text")
        if address:
            try:
                name = canonical_name(address)
            except SourceError as error:
                problems.append(Problem(title or address[:80], str(error)))
            else:
                feeds.setdefault(name, FeedLink(name, title, folders))
        elif not len(outline):
            problems.append(Problem(title or "an outline without a name", "it has no address of a feed"))
    return tuple(feeds.values())[:MAX_FEEDS], tuple(problems)


def names_in(path: Path) -> list[str]:
    """The sources that a file lists. Raises SourceError."""
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}.") from error
    if len(body) > MAX_BYTES:
        raise SourceError(f"{path} is longer than {MAX_BYTES:,} bytes.")
    return [feed.name for feed in parse_opml(body)[0]]


def _outlines(element: Element, folders: tuple[str, ...]) -> Iterator[tuple[Element, tuple[str, ...]]]:
    for child in element:
        if local(child.tag).lower() == "outline":
            yield child, folders
            name = _attribute(child, "title") or _attribute(child, "text")
            yield from _outlines(child, (*folders, name) if name else folders)
        else:
            yield from _outlines(child, folders)


def _attribute(element: Element, name: str) -> str:
    return next((value.strip() for key, value in element.attrib.items() if local(key).lower() == name), "")
