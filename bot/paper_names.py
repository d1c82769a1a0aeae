"""The spellings by which people name a paper: ids, links and DOIs of arXiv, OpenReview, seeds, feeds.

Pure text: whether we hold the paper is the store's to say.
"""

import re
from urllib.parse import unquote

from db.models import SourceId

_NEW = r"(?P<new>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})"
_OLD = r"(?P<archive>[a-z-]{2,10})(?:\.[A-Za-z]{2,3})?/(?P<number>\d{2}(?:0[1-9]|1[0-2])\d{3})"
ARXIV = re.compile(rf"(?:{_NEW}|{_OLD})(?:v(?P<version>\d{{1,3}}))?")
ARXIV_PREFIX = re.compile(
    r"(?:https?://)?(?:www\.|export\.|browse\.)?(?:arxiv\.org|alphaxiv\.org|ar5iv\.org)/(?:abs|pdf|html|format|ps)/|"
    r"(?:https?://)?(?:dx\.)?(?:doi\.org/)?10\.48550/arxiv\.|doi:\s*10\.48550/arxiv\.|oai:arxiv\.org:|arxiv:\s*",
    re.IGNORECASE,
)
OPENREVIEW = re.compile(
    r"(?:https?://)?openreview\.net/(?:forum|pdf)\?(?:.*&)?id=(?P<forum>[\w-]{6,16})",
    re.IGNORECASE,
)
DOI = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)?(?P<doi>10\.\d{4,9}/\S+)", re.IGNORECASE)
OWN = re.compile(r"(?P<kind>seed|openreview|doi|feed):(?P<value>\S{1,200})", re.IGNORECASE)


def read_paper_name(given: str) -> SourceId | None:
    """The id that a text spells, None when it is no paper's name (then it may be words of a title)."""
    text = unquote(given.strip().strip("<>").split("|")[0]).strip().rstrip(".,;)")
    arxiv = read_arxiv(text)
    if arxiv is not None:
        return arxiv
    if found := OPENREVIEW.match(text):
        return SourceId("openreview", found["forum"])
    if found := OWN.fullmatch(text):
        kind = found["kind"].lower()
        return SourceId(kind, found["value"].lower() if kind in ("seed", "doi", "feed") else found["value"])
    if found := DOI.fullmatch(text):
        return SourceId("doi", found["doi"].lower())
    return None


def read_arxiv(text: str) -> SourceId | None:
    """An arXiv id in any spelling (abs, pdf, html, DOI, oai, `arXiv:`, bare), the archive kept and `.SC` dropped.

    Refuses what only looks like one: a month 13, five digits before 2015, four digits since, a bare number.
    """
    prefix = ARXIV_PREFIX.match(text)
    rest = text[prefix.end() :] if prefix else text
    found = ARXIV.match(rest)
    if not found:
        return None
    tail = rest[found.end() :]
    if not re.fullmatch(r"(?:\.pdf)?/?(?:[?#].*)?|\s*\[[\w.-]+\]", tail):
        return None
    version = int(found["version"] or 1)
    if found["new"]:
        month, number = found["new"].split(".")
        if month < "0704" or (len(number) == 5) != (month >= "1501"):
            return None
        return SourceId("arxiv", found["new"], version)
    return SourceId("arxiv", f"{found['archive']}/{found['number']}", version)
