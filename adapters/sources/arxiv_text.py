"""What all of arXiv's formats share: ids, authors in one line, the signs of a withdrawal, dates. Pure."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from adapters.sources.names import split_names
from bot.paper_names import read_arxiv
from db.models import SourceId

WITHDRAWN = re.compile(r"\b(?:withdrawn|withdrew)\b", re.IGNORECASE)
_DOUBLED = re.compile(r"\\{2,}")
_DOI = re.compile(r"10\.\d{4,9}/\S+")


def names_of(base: SourceId, doi: str) -> tuple[SourceId, ...]:
    """A paper's ids: arXiv's own, and the first DOI of its journal."""
    found = _DOI.search(doi)
    return (base, SourceId("doi", found[0].rstrip(".,;").lower())) if found else (base,)


def arxiv_id(text: str) -> SourceId | None:
    """The id in any of arXiv's spellings, with its version."""
    return read_arxiv(text.strip())


def authors(line: str) -> tuple[str, ...]:
    """The names in a line of authors; accents whose backslash was doubled on the way are put right."""
    return split_names(_DOUBLED.sub(r"\\", line))


def is_withdrawn(comments: str, source_types: Sequence[str] = ()) -> bool:
    """Whether the comments or the type of the last version's source (`I`: inactive) say that the paper is withdrawn."""
    return bool(WITHDRAWN.search(comments)) or "I" in "".join(source_types[-1:])


def instant(text: str) -> datetime | None:
    """A date in any of the formats that arXiv uses (ISO 8601, RFC 2822), None when it is neither."""
    text = text.strip()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        try:
            moment = parsedate_to_datetime(text)
        except (TypeError, ValueError):
            return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
