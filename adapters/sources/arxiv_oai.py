"""One page of arXiv's OAI-PMH server, from bytes to records: arXivRaw, and the formats arXiv and oai_dc. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from adapters.sources import arxiv_text
from adapters.sources.names import turned
from adapters.sources.xml_reader import BadXml, child, children, local, read_xml, text_of, texts_of
from bot.errors import SourceError
from bot.ports import Problem, Record

NOTHING = "noRecordsMatch"
EXPIRED = "badResumptionToken"


class TokenExpired(SourceError):  # noqa: N818 - named for what was met
    """The resumption token is no longer good; the list has to be asked for again."""


@dataclass(frozen=True, slots=True)
class OaiPage:
    """Records of a page, the token of the next (empty at the end), and the size of the list where it is told."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]
    token: str = ""
    total: int = 0


def parse_oai(body: bytes) -> OaiPage:
    """The page in these bytes. Raises TokenExpired, or SourceError with what the server said."""
    try:
        root, _ = read_xml(body)
    except BadXml as error:
        raise SourceError(f"The OAI-PMH answer cannot be read: {error}.") from error
    if local(root.tag) == "record":
        return _page([root], "", 0)
    if local(root.tag) != "OAI-PMH":
        raise SourceError(f"The answer is no OAI-PMH but <{local(root.tag)}>.")
    fault = child(root, "error")
    if fault is not None:
        return _fault(fault.get("code", ""), " ".join((fault.text or "").split()))
    listing = next((element for element in root if local(element.tag) in ("ListRecords", "GetRecord")), None)
    if listing is None:
        asked = next((local(e.tag) for e in root if local(e.tag) not in ("responseDate", "request")), "nothing")
        raise SourceError(f"The OAI-PMH answer holds {asked}, which has no papers in it. Ask for ListRecords.")
    token = child(listing, "resumptionToken")
    return _page(list(children(listing, "record")), text_of(listing, "resumptionToken"), _number(token))


def _page(elements: list[Element], token: str, total: int) -> OaiPage:
    made = [_record(element, number) for number, element in enumerate(elements, start=1)]
    return OaiPage(
        records=tuple(one for one in made if isinstance(one, Record)),
        problems=tuple(one for one in made if isinstance(one, Problem)),
        token=token,
        total=total,
    )


def _fault(code: str, message: str) -> OaiPage:
    if code == NOTHING:
        return OaiPage((), ())
    if code == EXPIRED:
        raise TokenExpired(f"arXiv's list has to be started again: {message}")
    raise SourceError(f"The OAI-PMH server refused ({code or 'no code'}): {message or 'no reason given'}")


def _number(element: Element | None) -> int:
    size = element.get("completeListSize", "") if element is not None else ""
    return int(size) if size.isascii() and size.isdigit() and len(size) < 9 else 0


def _record(element: Element, number: int) -> Record | Problem:
    header = child(element, "header")
    identifier = text_of(header, "identifier") if header is not None else ""
    place = identifier or f"record {number}"
    if header is not None and header.get("status") == "deleted":
        return Problem(place, "the server says that it was deleted")
    metadata = child(element, "metadata")
    if metadata is None or not len(metadata):
        return Problem(place, "it has no metadata")
    reader = READERS.get(local(metadata[0].tag))
    if reader is None:
        return Problem(place, f"its format {local(metadata[0].tag)} is not read; ask for arXivRaw")
    return reader(metadata[0], identifier, place)


def _raw(paper: Element, identifier: str, place: str) -> Record | Problem:
    """arXivRaw: TeX as it was typed, all versions, the licence."""
    name = arxiv_text.arxiv_id(text_of(paper, "id") or identifier)
    if name is None:
        return Problem(place, "it has no id of arXiv")
    versions = list(children(paper, "version"))
    numbers = [version.get("version", "").removeprefix("v") for version in versions]
    return Record(
        ids=arxiv_text.names_of(name, text_of(paper, "doi")),
        title=text_of(paper, "title"),
        abstract=text_of(paper, "abstract"),
        authors=arxiv_text.authors(text_of(paper, "authors")),
        categories=tuple(text_of(paper, "categories").split()),
        submitted=arxiv_text.instant(text_of(versions[0], "date")) if versions else None,
        version=max((int(number) for number in numbers if number.isascii() and number.isdigit()), default=1),
        withdrawn=arxiv_text.is_withdrawn(text_of(paper, "comments"), [text_of(v, "source_type") for v in versions]),
        licence=text_of(paper, "license"),
        venue=text_of(paper, "journal-ref"),
        place=f"arXiv:{name.value}",
    )


def _split(paper: Element, identifier: str, place: str) -> Record | Problem:
    """The format arXiv: authors in parts, no versions."""
    name = arxiv_text.arxiv_id(text_of(paper, "id") or identifier)
    if name is None:
        return Problem(place, "it has no id of arXiv")
    people = child(paper, "authors")
    return Record(
        ids=arxiv_text.names_of(name, text_of(paper, "doi")),
        title=text_of(paper, "title"),
        abstract=text_of(paper, "abstract"),
        authors=tuple(filter(None, map(_person, children(people, "author")))) if people is not None else (),
        categories=tuple(text_of(paper, "categories").split()),
        submitted=arxiv_text.instant(text_of(paper, "created")),
        withdrawn=arxiv_text.is_withdrawn(text_of(paper, "comments")),
        licence=text_of(paper, "license"),
        venue=text_of(paper, "journal-ref"),
        place=f"arXiv:{name.value}",
    )


def _person(person: Element) -> str:
    parts = (text_of(person, "forenames"), text_of(person, "keyname"), text_of(person, "suffix"))
    return " ".join(part for part in parts if part.strip(" :"))


def _dublin_core(paper: Element, identifier: str, place: str) -> Record | Problem:
    """oai_dc: only of arXiv, told by its identifiers."""
    names = [arxiv_text.arxiv_id(text) for text in (identifier, *texts_of(paper, "identifier"))]
    name = next((found for found in names if found is not None), None)
    if name is None:
        return Problem(place, "it has no id of arXiv")
    descriptions = texts_of(paper, "description")
    dates = texts_of(paper, "date")
    return Record(
        ids=arxiv_text.names_of(name, " ".join(texts_of(paper, "identifier"))),
        title=text_of(paper, "title"),
        abstract=descriptions[0] if descriptions else "",
        authors=tuple(turned(person) for person in texts_of(paper, "creator")),
        submitted=arxiv_text.instant(dates[0]) if dates else None,
        withdrawn=arxiv_text.is_withdrawn(" ".join(descriptions[1:])),
        place=f"arXiv:{name.value}",
    )


READERS: dict[str, Callable[[Element, str, str], Record | Problem]] = {
    "arXivRaw": _raw,
    "arXiv": _split,
    "dc": _dublin_core,
}
