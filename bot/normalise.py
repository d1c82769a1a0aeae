"""From a record as a source tells it to a paper as we keep it: plain text, title and summary, names, links, limits.

Pure: no store, no clock. What cannot become a paper becomes a Problem with its place.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.ports import Problem, Record
from db.models import Paper, SourceId
from recommender.headline import Headline, headline, summary
from recommender.text import clean_text, limit_abstract, plain_name, plain_text

MAX_TITLE = 1_000
MAX_AUTHORS = 5_000
MAX_NAME = 200
MAX_FIELD = 500
MAX_ID = 200
CLOCKS_DIFFER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Draft:
    """A paper ready to be kept, with what only its record knew. `cut` says that its abstract was shortened."""

    paper: Paper
    ids: tuple[SourceId, ...]
    only_updates: bool
    withdrawn: bool | None
    cut: bool
    place: str


def normalise(record: Record, kind: str, now: datetime) -> Draft | Problem:
    """The paper that a record of a source of this kind describes, first seen `now` unless the record says earlier."""
    ids = _ids(record)
    if not ids:
        return Problem(record.place, "it has no id")
    raw_title = clean_text(record.title)[:MAX_TITLE]
    raw_abstract, was_cut = limit_abstract(clean_text(record.abstract, keep_newlines=True))
    title, abstract = plain_text(raw_title), plain_text(raw_abstract)
    if not title and not abstract:
        return Problem(record.place or str_id(ids[0]), "it has neither a title nor an abstract")
    made = headline(abstract) if not title else Headline("", summary(abstract))
    paper = Paper(
        id=str_id(ids[0]),
        source=kind,
        title=title or made.title,
        title_is_ours=not title,
        summary=made.summary,
        abstract=abstract,
        raw_title=raw_title,
        raw_abstract=raw_abstract,
        authors=_authors(record.authors),
        categories=_words(record.categories),
        url=_url(record.url) or _link(ids),
        submitted=_past(record.submitted, now),
        announced=record.announced,
        first_seen=min(record.first_seen or now, now),
        version=record.version,
        withdrawn=bool(record.withdrawn),
        licence=_url(record.licence) or clean_text(record.licence)[:MAX_FIELD],
        venue=plain_text(record.venue)[:MAX_FIELD],
    )
    return Draft(paper, ids, record.only_updates, record.withdrawn, was_cut, record.place or paper.id)


def str_id(name: SourceId) -> str:
    """A paper's public id, `arxiv:2501.01234`."""
    return f"{name.kind}:{name.value}"


def _ids(record: Record) -> tuple[SourceId, ...]:
    kept: dict[tuple[str, str], SourceId] = {}
    for name in record.ids:
        value = clean_text(name.value)[:MAX_ID]
        if value:
            kept.setdefault((name.kind, value), SourceId(name.kind, value, name.version))
    return tuple(kept.values())


def _authors(names: tuple[str, ...]) -> tuple[str, ...]:
    cleaned = (plain_name(name[: MAX_NAME * 2])[:MAX_NAME] for name in names[:MAX_AUTHORS])
    return tuple(dict.fromkeys(name for name in cleaned if name))


def _words(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for value in values if (word := clean_text(value)[:MAX_NAME])))


def _url(value: str) -> str:
    value = value.strip()
    fits = value.lower().startswith(("https://", "http://")) and len(value) <= 2_000
    return value if fits and value.isprintable() and " " not in value else ""


def _link(ids: tuple[SourceId, ...]) -> str:
    for name in ids:
        if name.kind == "arxiv":
            return f"https://arxiv.org/abs/{name.value}"
        if name.kind == "openreview":
            return f"https://openreview.net/forum?id={name.value}"
        if name.kind == "doi":
            return f"https://doi.org/{name.value}"
    return ""


def _past(moment: datetime | None, now: datetime) -> datetime | None:
    """A date that a paper can have: sources put the future, or year 1, where they know none."""
    if moment is None or moment.tzinfo is None or moment > now + CLOCKS_DIFFER or moment.year < 1800:
        return None
    return moment
