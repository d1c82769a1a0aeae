"""arXiv's query API: single papers by id, many in one request, and a wrong id named as wrong."""

from collections.abc import Sequence
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from adapters.sources import arxiv_text
from adapters.sources.fetcher import ARXIV, Ask, Fetcher
from adapters.sources.xml_reader import BadXml, child, children, local, read_xml, text_of
from bot.errors import SourceError
from bot.ports import Batch, Problem, Record
from bot.settings_sources import SourceSettings
from db.models import SourceId

IDS_A_REQUEST = 100
UNKNOWN = "arXiv knows no paper with this id"


async def papers_by_id(fetcher: Fetcher, settings: SourceSettings, ids: Sequence[SourceId]) -> Batch:
    """The papers with these ids; the problems name the ids that arXiv does not know.

    An id that makes arXiv refuse a whole request is found by asking for halves. Raises SourceError.
    """
    wanted = list(dict.fromkeys(name.value for name in ids))
    records: list[Record] = []
    problems: list[Problem] = []
    parts = [wanted[start : start + IDS_A_REQUEST] for start in range(0, len(wanted), IDS_A_REQUEST)]
    while parts:
        part = parts.pop(0)
        try:
            found = parse_entries(await _ask(fetcher, settings, part))
        except SourceError as error:
            if not isinstance(error, RefusedIds):
                raise
            if len(part) == 1:
                problems.append(Problem(f"arXiv:{part[0]}", f"arXiv does not take this id ({error})"))
            else:
                parts[:0] = [part[: len(part) // 2], part[len(part) // 2 :]]
            continue
        records += found.records
        got = {record.ids[0].value for record in found.records}
        problems += [Problem(f"arXiv:{value}", UNKNOWN) for value in part if value not in got]
    return Batch(tuple(records), tuple(problems), done=len(records), total=len(wanted))


class RefusedIds(SourceError):  # noqa: N818 - named for what was met
    """arXiv called an id of the request malformed."""


async def _ask(fetcher: Fetcher, settings: SourceSettings, ids: Sequence[str]) -> bytes:
    query = urlencode({"id_list": ",".join(ids), "max_results": len(ids)}, safe=",/")
    answer = await fetcher.get(Ask(f"{settings.arxiv_api_url}?{query}", turn=ARXIV, readable=frozenset({400})))
    return answer.body


def parse_entries(body: bytes) -> Batch:
    """The papers in an answer of the API. Raises RefusedIds for its error entry, SourceError for anything else."""
    try:
        root, _ = read_xml(body)
    except BadXml as error:
        raise SourceError(f"arXiv's answer cannot be read: {error}.") from error
    if local(root.tag) != "feed":
        raise SourceError(f"arXiv's answer is no Atom but <{local(root.tag)}>.")
    records: list[Record] = []
    problems: list[Problem] = []
    for number, entry in enumerate(children(root, "entry"), start=1):
        if "/api/errors" in text_of(entry, "id"):
            raise RefusedIds(text_of(entry, "summary") or "an error without a reason")
        name = arxiv_text.arxiv_id(text_of(entry, "id"))
        if name is None:
            problems.append(Problem(f"entry {number}", f"“{text_of(entry, 'id')[:60]}” is no id of arXiv"))
        else:
            records.append(_record(entry, name))
    return Batch(tuple(records), tuple(problems), done=len(records), total=len(records) + len(problems))


def _record(entry: Element, name: SourceId) -> Record:
    primary = child(entry, "primary_category")
    terms = [element.get("term", "") for element in children(entry, "category")]
    first = primary.get("term", "") if primary is not None else ""
    comment = text_of(entry, "comment")
    return Record(
        ids=arxiv_text.names_of(name, text_of(entry, "doi")),
        title=text_of(entry, "title"),
        abstract=text_of(entry, "summary"),
        authors=tuple(text_of(author, "name") for author in children(entry, "author")),
        categories=tuple(dict.fromkeys(term for term in (first, *terms) if term)),
        submitted=arxiv_text.instant(text_of(entry, "published")),
        version=name.version,
        withdrawn=arxiv_text.is_withdrawn(comment),
        venue=text_of(entry, "journal_ref"),
        place=f"arXiv:{name.value}",
    )
