"""A file of unknown format: what it is, and what it holds. The one place that tells formats apart.

Formats of services that are no source yet are known by sight and refused with one sentence.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from adapters.sources import feed_xml
from adapters.sources.arxiv_api import parse_entries
from adapters.sources.arxiv_feed import parse_feed
from adapters.sources.arxiv_mail import looks_like_mail, parse_mail
from adapters.sources.arxiv_oai import parse_oai
from adapters.sources.bibtex import parse_bibtex
from adapters.sources.csl import is_csl, parse_csl
from adapters.sources.encodings import UnknownEncoding, decode
from adapters.sources.feed import read_feed
from adapters.sources.feed_process import FeedProcess
from adapters.sources.fetcher import Answer
from adapters.sources.id_list import ids_in, parse_ids
from adapters.sources.openreview_notes import parse_notes, read_notes
from adapters.sources.ris import parse_ris
from adapters.sources.seeds import parse_seeds
from adapters.sources.xml_reader import BadXml
from bot.errors import SourceError
from bot.library_files import Library, LibraryEntry
from bot.ports import Batch, Problem, Record, State

MAX_BYTES = 200_000_000
MAX_PLAIN_LINES = 200
"""So many lines of a plain text say whether it is a list of ids."""

_BIBTEX = re.compile(r"(?:^|[\s}])@\s*(?!comment|preamble\b)[A-Za-z]+\s*[{(]", re.MULTILINE | re.IGNORECASE)
_RIS = re.compile(r"^(?:TY {0,2}-|PT [A-Z] *$|[A-Z][A-Z0-9] {2}- .+\n(?:[A-Z][A-Z0-9] {2}- ))", re.MULTILINE)
_WEB_PAGE = re.compile(r"\A\s*(?:<!--.{0,500}?-->\s*)*<(?:!doctype\s+html|html|head|body)", re.IGNORECASE | re.DOTALL)
_HTML = re.compile(r"</?(?:a|p|li|div|body|html|title)(?:\s+[\w-]+=[^<>]*)?>", re.IGNORECASE)

FOREIGN_XML = {"PubmedArticleSet": "PubMed"}
FOREIGN_JSON = (
    ({"collection", "messages"}, "bioRxiv's API"),
    ({"message-type"}, "Crossref's API"),
    ({"indexed", "reference-count"}, "Crossref's API"),
    ({"key", "library", "data"}, "Zotero's API"),
    ({"recommendedPapers"}, "Semantic Scholar's API"),
    ({"total", "data"}, "Semantic Scholar's API"),
    ({"open_access", "doi"}, "OpenAlex's API"),
    ({"header", "result"}, "PubMed's API"),
    ({"result"}, "DBLP's API"),
)


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds. `kind` is what its papers are filed under; a library's entries are in `library`."""

    kind: str
    records: tuple[Record, ...] = ()
    problems: tuple[Problem, ...] = ()
    library: Library | None = None


class BrokenFeed(SourceError):  # noqa: N818 - named for what was met
    """XML that is not well-formed; as a feed it may still be read by feed_process."""


class FileSource:
    """A file as a source: everything that is in it, once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self.kind = "file"

    async def fetch(self, state: State, now: datetime) -> Batch:
        """All papers of the file. Raises SourceError naming it and the reason."""
        body = read_bytes(self.path)
        try:
            content = read_file(body, self.path.name)
        except BrokenFeed:
            found = await read_feed(Answer(200, self.path.name, body), FeedProcess())
            content = Content("feed", found.records, found.problems)
        self.kind = content.kind
        return Batch(content.records, content.problems, done=len(content.records), total=len(content.records))


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises SourceError when it cannot be read or is longer than MAX_BYTES."""
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}.") from error
    if len(body) > MAX_BYTES:
        raise SourceError(f"{path} is longer than {MAX_BYTES:,} bytes. Split it.")
    return body


def read_library(body: bytes, name: str) -> Library:
    """The references in a file or a pasted text of any format that is read. Raises SourceError with one sentence."""
    found = read_file(body, name, plain_is_seeds=False)
    if found.library is not None:
        return found.library
    entries = tuple(LibraryEntry(r, year=r.submitted.year if r.submitted else 0) for r in found.records)
    return Library(found.kind, entries, problems=found.problems)


def read_file(body: bytes, name: str, *, plain_is_seeds: bool = True) -> Content:
    """What a file holds. Raises SourceError naming it and why it cannot be used."""
    try:
        return _content(body, name, plain_is_seeds=plain_is_seeds)
    except SourceError as error:
        reason = str(error).rstrip(".") + "."
        raise type(error)(reason if reason.startswith(name) else f"{name}: {reason}") from error


def _content(body: bytes, name: str, *, plain_is_seeds: bool) -> Content:
    if not body.strip(b"\xef\xbb\xbf \t\r\n"):
        raise SourceError("The file is empty.")
    try:
        text = decode(body)
    except UnknownEncoding as error:
        raise SourceError(f"The file cannot be read: {error}. Save it as UTF-8.") from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text[:10_000]:
        raise SourceError("This is no text file.")
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return _xml(body, start)
    if start[0] in "{[":
        return _json(body, text)
    if _BIBTEX.search(text):
        return _of_library(parse_bibtex(text))
    if _RIS.search(text):
        return _of_library(parse_ris(text))
    if looks_like_mail(text):
        records, problems = parse_mail(text)
        return Content("arxiv", records, problems)
    lines = [line for line in text.splitlines() if line.strip()][:MAX_PLAIN_LINES]
    if sum(bool(ids_in(line)) for line in lines if len(line) < 500) * 3 >= len(lines):
        return _of_library(parse_ids(text))
    if _HTML.search(text):
        raise SourceError("This is a web page; only feeds, libraries and lists are read.")
    if plain_is_seeds:
        return Content("seed", tuple(parse_seeds(body, name)))
    raise SourceError("This is no BibTeX, RIS, CSL-JSON or list of ids and links.")


def _of_library(found: Library) -> Content:
    return Content("library", tuple(entry.record for entry in found.entries), found.problems, found)


def _xml(body: bytes, start: str) -> Content:
    if _WEB_PAGE.match(start[:2_000]):
        raise SourceError("This is a web page; only feeds, libraries and lists are read.")
    root = re.search(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)", re.sub(r"\A(?:<[?!][^>]*>\s*)+", "", start)[:5_000])
    kind = root[1] if root else ""
    if kind in FOREIGN_XML:
        raise SourceError(f"Records of {FOREIGN_XML[kind]} are not read yet.")
    if kind.lower() == "opml":
        raise SourceError("This is a list of feeds; add them with `paperround sources add FILE`.")
    if kind in ("OAI-PMH", "record"):
        page = parse_oai(body)
        return Content("arxiv", page.records, page.problems)
    if "oai:arXiv.org:" in start or "updates on arXiv.org" in start[:2_000] or "<title>Feed error" in start[:2_000]:
        day = parse_feed(body, "", replacements=True)
        return Content("arxiv", day.records, day.problems)
    if "://arxiv.org/api/" in start[:5_000] or "//arxiv.org/api/errors" in start:
        batch = parse_entries(body)
        return Content("arxiv", batch.records, batch.problems)
    return _feed(body)


def _feed(body: bytes) -> Content:
    try:
        found = feed_xml.parse_feed(body, "")
    except BadXml as error:
        raise BrokenFeed(f"The file cannot be read: {error}.") from error
    except (feed_xml.NotAFeed, UnknownEncoding) as error:
        raise SourceError(f"The file cannot be read: {error}.") from error
    return Content("feed", found.records, found.problems)


def _json(body: bytes, text: str) -> Content:
    try:
        value: Any = json.loads(text.lstrip("\ufeff"))
    except RecursionError as error:
        raise SourceError("The JSON is nested too deeply.") from error
    except ValueError as error:
        if "\n{" not in text:
            raise SourceError(f"The JSON is damaged: {error}.") from error
        value = None
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, dict):
        _refuse_foreign(set(first))
    items: Sequence[Any] = value.get("items", []) if isinstance(value, dict) and "items" in value else []
    items = value if isinstance(value, list) else items or ([value] if is_csl(value) else [])
    if items and is_csl(items[0]):
        return _of_library(parse_csl(items))
    if value is None or _has_notes(first):
        records, problems = parse_notes(read_notes(body))
        return Content("openreview", records, problems)
    raise SourceError("This JSON holds neither references (CSL-JSON) nor notes of OpenReview.")


def _has_notes(first: Any) -> bool:
    keys = set(first) if isinstance(first, dict) else set()
    return "notes" in keys or ("id" in keys and bool({"content", "abstract"} & keys))


def _refuse_foreign(keys: set[str]) -> None:
    for signs, service in FOREIGN_JSON:
        if signs <= keys:
            raise SourceError(f"Answers of {service} are not read yet; export BibTeX, RIS or CSL-JSON instead.")
    if keys and keys <= {"error", "message", "code"}:
        raise SourceError("This is a service's error message and holds no papers.")
