"""Papers as cards: what is shown of one, with which buttons. A shared card holds nothing personal."""

from datetime import datetime, tzinfo

from bot.message import Action, Card, paper_key, press, text
from db.models import Paper, Text
from recommender.text import parse_markup

AUTHORS_SHOWN = 3
CATEGORIES_SHOWN = 4
SOURCE_NAMES = {"seed": "seeds", "arxiv": "arXiv", "openreview": "OpenReview", "feed": "feed", "doi": "DOI"}
OUR_TITLE = "our title"


def card(
    number: int,
    paper: Paper,
    *,
    zone: tzinfo,
    why: Text = (),
    marks: tuple[str, ...] = (),
) -> Card:
    """A paper's card with the buttons of `product.md`; dates are in the reader's zone."""
    key = paper_key(paper.key)
    withdrawn = ("withdrawn",) if paper.withdrawn else ()
    return Card(
        number=number,
        paper=paper.key,
        title=title_spans(paper),
        url=paper.url,
        note=OUR_TITLE if paper.title_is_ours else "",
        authors=authors_line(paper.authors),
        origin=origin_line(paper, zone),
        summary=text(paper.summary),
        why=why,
        marks=(*withdrawn, *marks),
        actions=(
            Action("👍 relevant", press("like", paper=key)),
            Action("👎 not for me", press("dislike", paper=key)),
            Action("🔖 save", press("save", paper=key)),
        ),
        menu=(
            Action("Why in full", press("why", paper=key)),
            Action("Similar papers", press("similar", paper=key)),
            Action("I know it already", press("known", paper=key)),
            Action("Mute its kind", press("mute", subject=key)),
            Action("Abstract", press("abstract", paper=key)),
        ),
    )


def title_spans(paper: Paper) -> Text:
    """The title with its marked-up words, as the source set them; a title of ours is plain."""
    return text(paper.title) if paper.title_is_ours else parse_markup(paper.raw_title)


def authors_line(authors: tuple[str, ...]) -> str:
    """The first three authors, `and N more`."""
    if len(authors) <= AUTHORS_SHOWN + 1:
        return ", ".join(authors)
    return f"{', '.join(authors[:AUTHORS_SHOWN])} and {len(authors) - AUTHORS_SHOWN:,} more"


def origin_line(paper: Paper, zone: tzinfo) -> str:
    """Source or venue, the day we learned of it in the reader's zone, categories."""
    day = paper.announced or paper.first_seen.astimezone(zone).date()
    parts = [paper.venue or SOURCE_NAMES.get(paper.source, paper.source), f"{day.day} {day:%b %Y}"]
    if paper.categories:
        parts.append(" ".join(paper.categories[:CATEGORIES_SHOWN]))
    return " · ".join(parts)


def local(moment: datetime, zone: tzinfo) -> str:
    """An instant as the reader's clock shows it: `Mon 30 Nov, 09:00`."""
    there = moment.astimezone(zone)
    return f"{there:%a} {there.day} {there:%b}, {there:%H:%M}"
