"""arXiv's daily feed of one category, in its Atom and its RSS form, from bytes to records. Pure.

What kind of news an entry is (new, cross-list, replacement) is worked out from its version and categories, because
the feed's own word for it depends on what was asked together.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from xml.etree.ElementTree import Element

from adapters.sources import arxiv_text
from adapters.sources.xml_reader import BadXml, child, children, local, read_xml, text_of, texts_of
from bot.announcements import EASTERN
from bot.arxiv_categories import belongs
from bot.errors import SourceError
from bot.ports import Problem, Record

CAP = 2_000
"""Entries at which arXiv's server stops, dropping new papers first."""

_HEAD = re.compile(r"\A\s*arXiv:\S+\s+Announce Type:\s*(?P<type>[\w-]+)\s*(?:Abstract:)?\s*", re.IGNORECASE)
_FAULT = "Feed error"


@dataclass(frozen=True, slots=True)
class FeedDay:
    """A category's feed: the day it says it is of (US Eastern), and what it holds."""

    day: date | None
    records: tuple[Record, ...]
    problems: tuple[Problem, ...]

    @property
    def complete(self) -> bool:
        """False when the server may have left papers out."""
        return len(self.records) + len(self.problems) < CAP


def parse_feed(body: bytes, category: str, *, cross_lists: bool = True, replacements: bool = False) -> FeedDay:
    """The papers in a feed's bytes. Raises SourceError when it is no feed of arXiv, with what it said instead."""
    try:
        root, _ = read_xml(body)
    except BadXml as error:
        raise SourceError(f"arXiv's feed of {category} cannot be read: {error}.") from error
    channel = root if local(root.tag) == "feed" else child(root, "channel")
    if channel is None or local(root.tag) not in ("feed", "rss", "RDF"):
        raise SourceError(f"arXiv's feed of {category} is no feed but <{local(root.tag)}>.")
    title = text_of(channel, "title")
    if title.startswith(_FAULT):
        reason = text_of(channel, "description")[:200] or title
        raise SourceError(f"arXiv has no feed of {category or 'this category'}: {reason}")
    entries = [*children(channel, "entry"), *children(channel, "item"), *children(root, "item")]
    records: list[Record] = []
    problems: list[Problem] = []
    for number, entry in enumerate(entries, start=1):
        made = _record(entry, number)
        if isinstance(made, Problem):
            problems.append(made)
            continue
        sorted_out = _sorted_out(made, _type(entry), category, cross_lists=cross_lists, replacements=replacements)
        if sorted_out is not None:
            records.append(sorted_out)
    return FeedDay(_day(channel, entries), tuple(records), tuple(problems))


def _record(entry: Element, number: int) -> Record | Problem:
    guid = text_of(entry, "id") or text_of(entry, "guid") or text_of(entry, "link")
    name = arxiv_text.arxiv_id(guid)
    if name is None:
        return Problem(f"entry {number}", f"“{guid[:60]}” is no id of arXiv")
    summary = text_of(entry, "summary") or text_of(entry, "description")
    published = arxiv_text.instant(text_of(entry, "published") or text_of(entry, "pubDate"))
    return Record(
        ids=arxiv_text.names_of(name, text_of(entry, "DOI")),
        title=text_of(entry, "title"),
        abstract=_HEAD.sub("", summary),
        authors=arxiv_text.authors(", ".join(texts_of(entry, "creator"))),
        categories=tuple(term for element in children(entry, "category") if (term := _term(element))),
        announced=published.astimezone(EASTERN).date() if published else None,
        version=name.version,
        licence=text_of(entry, "rights"),
        venue=text_of(entry, "journal_reference"),
        place=f"arXiv:{name.value}",
    )


def _term(element: Element) -> str:
    return element.get("term", "") or (element.text or "").strip()


def _type(entry: Element) -> str:
    return text_of(entry, "announce_type") or (
        found["type"] if (found := _HEAD.match(text_of(entry, "summary") or text_of(entry, "description"))) else ""
    )


def _sorted_out(record: Record, said: str, category: str, *, cross_lists: bool, replacements: bool) -> Record | None:
    """The record as news for readers of this category, None when the settings leave it out."""
    crossed = not belongs(record.categories, category)
    if crossed and not cross_lists:
        return None
    replaced = record.version > 1 and (said.startswith("replace") or not crossed)
    return replace(record, only_updates=True) if replaced and not replacements else record


def _day(channel: Element, entries: list[Element]) -> date | None:
    for holder in (*entries[:1], channel):
        for name in ("published", "pubDate", "updated"):
            moment = arxiv_text.instant(text_of(holder, name))
            if moment is not None:
                return moment.astimezone(EASTERN).date()
    return None
