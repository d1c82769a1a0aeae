"""The spellings by which people name a paper: ids, links and DOIs of arXiv, OpenReview, seeds, feeds.

Pure text: whether we hold the paper is the store's to say.
"""

import re
from urllib.parse import unquote

from db.models import SourceId

MAX_LENGTH = 2_000
OLD_ARCHIVES = frozenset({
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph", "cmp-lg",
    "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math",
    "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph", "q-alg", "q-bio", "quant-ph",
    "solv-int", "supr-con",
})  # fmt: skip
_NEW = r"(?P<new>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})"
_OLD = r"(?P<archive>[a-z-]{2,9})(?:\.[a-z-]{2,9})?/(?P<number>\d{2}(?:0[1-9]|1[0-2])\d{3})"
ARXIV = re.compile(rf"(?:{_NEW}|{_OLD})(?:v(?P<version>[1-9]\d{{0,2}}))?(?!\d)", re.IGNORECASE)
ARXIV_PREFIX = re.compile(
    r"(?:https?://)?(?:[\w-]+\.){0,3}(?:arxiv\.org|alphaxiv\.org|ar5iv\.org|arxiv-vanity\.com|lanl\.gov)/"
    r"(?:abs|pdf|html|format|ps|src|e-print|overview|papers)/|"
    r"(?:https?://)?(?:www\.)?huggingface\.co/papers/|"
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?10\.48550/arxiv\.|oai:arxiv\.org:|arxiv:\s*",
    re.IGNORECASE,
)
_ARXIV_TAIL = re.compile(r"(?:\.pdf)?/?(?:[?#].*)?|\s*\[[\w.-]+\]", re.IGNORECASE)
OPENREVIEW = re.compile(
    r"(?:https?://)?(?:www\.)?openreview\.net/(?:forum|pdf|attachment|revisions)\?(?:.*?&)?id=(?P<forum>[\w-]{6,16})",
    re.IGNORECASE,
)
DOI = re.compile(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*|info:doi/)?(?P<doi>10\.\d{4,9}/\S+)", re.IGNORECASE
)
OWN = re.compile(r"(?P<kind>seed|openreview|doi|feed|library):(?P<value>\S{1,200})", re.IGNORECASE)
_LOWERED = frozenset({"seed", "doi", "feed", "library"})


def read_paper_name(given: str) -> SourceId | None:
    """The id that a text spells, None when it is no paper's name (then it may be words of a title)."""
    text = _bare(given[:MAX_LENGTH])
    arxiv = read_arxiv(text)
    if arxiv is not None:
        return arxiv
    if found := OPENREVIEW.match(text):
        return SourceId("openreview", found["forum"])
    if found := DOI.fullmatch(text):
        return SourceId("doi", found["doi"].lower())
    if found := OWN.fullmatch(text):
        kind = found["kind"].lower()
        return SourceId(kind, found["value"].lower() if kind in _LOWERED else found["value"])
    return None


def read_arxiv(text: str) -> SourceId | None:
    """An arXiv id in any spelling (abs, pdf, html, DOI, oai, `arXiv:`, bare), the archive kept and `.SC` dropped.

    Refuses what only looks like one: a month 13, five digits before 2015, four digits since, an archive that never was,
    a bare number.
    """
    prefix = ARXIV_PREFIX.match(text)
    rest = text[prefix.end() :] if prefix else text
    found = ARXIV.match(rest)
    if not found or not _ARXIV_TAIL.fullmatch(rest[found.end() :]):
        return None
    version = int(found["version"] or 1)
    if found["new"]:
        month, number = found["new"].split(".")
        if month < "0704" or (len(number) == 5) != (month >= "1501"):
            return None
        return SourceId("arxiv", found["new"], version)
    archive, number = found["archive"].lower(), found["number"]
    if archive not in OLD_ARCHIVES or not (number[:4] >= "9107" or number[:4] <= "0703"):
        return None
    return SourceId("arxiv", f"{archive}/{number}", version)


def _bare(given: str) -> str:
    """A name without what surrounds it in a text: angle brackets, a label after a bar, punctuation, escapes."""
    text = unquote(given.strip().strip("<>").split("|")[0]).strip().rstrip(".,;:!")
    while text.endswith(")") and text.count("(") < text.count(")"):
        text = text[:-1].rstrip(".,;")
    return text
