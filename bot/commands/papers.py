"""Finding papers: today, search, similar, why, abstract."""

from collections.abc import Sequence
from datetime import UTC, tzinfo
from typing import Annotated

from bot import ledger, standing
from bot.cards import card, title_spans
from bot.command import Flood, command
from bot.context import Context
from bot.errors import UserError
from bot.message import Bar, Bars, Buttons, Card, Message, Paragraph, Part, bold, say, text
from bot.reasons import why_line
from bot.recommendations import Pick, wrote
from bot.search_query import read_search
from bot.slots import zone_of
from bot.texts import papers as texts
from bot.texts.commands import shortened
from bot.words import backticked
from db.models import Interest, Paper, Text
from recommender.explain import Told, tell
from recommender.recommendation import Reason
from recommender.text import parse_markup

WHICH = "an id, a link, a card's number, or words of its title"
DEFAULT_COUNT = 5
MAX_COUNT = 20
RECENT_PAPERS = 2_000
"""`today` looks at so many of the newest papers; `search` and `similar` at all of them."""
MOST_BARS = 12
VISIBLE = 0.02
"""A bar below this share of the longest cannot be seen: what it stands for is left out."""


@command("today", flood=Flood.COSTLY)
def today(
    context: Context,
    count: Annotated[int, "how many, up to 20"] = DEFAULT_COUNT,
    interest: Annotated[Interest | None, "only this interest"] = None,
) -> Message:
    """The best new papers for me, now."""
    candidates = context.store.papers.recent(RECENT_PAPERS)
    if not candidates:
        return say(texts.NO_PAPERS)
    only = None if interest is None else [interest.key]
    service = context.services.recommendations
    ranking = service.rank(context.profile, candidates, min(count, MAX_COUNT), context.now, interests=only)
    if not ranking.picks:
        return say(backticked(texts.nothing_left(ranking.screened)))
    remember(context, [pick.paper for pick in ranking.picks])
    notes: list[Part] = []
    if ranking.picks[0].reason is Reason.RECENT:
        notes.append(Paragraph(backticked(texts.COLD)))
    cards = pick_cards(context, ranking.picks)
    footer = backticked(texts.hidden_by_mutes(len(ranking.muted))) if ranking.muted else ()
    heading = text(bold(texts.today_heading(len(cards), ranking.screened)))
    return Message(heading, (*notes, *cards), footer)


@command("search", flood=Flood.COSTLY)
def search(context: Context, words: Annotated[str, "words; author: category: source: after: saved:yes"]) -> Message:
    """Search all papers by words in title, abstract and authors."""
    query = read_search(words, standing.saved(ledger.active(context)))
    if query is None:
        raise UserError(texts.NOTHING_SEARCHED)
    found = context.store.papers.search(query, MAX_COUNT // 2)
    if not found:
        return say(backticked(texts.nothing_found(words)))
    return listing(context, texts.found(len(found), words), found)


@command("similar", flood=Flood.COSTLY)
def similar(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """Papers like this one."""
    found = context.services.recommendations.corpus.similar(paper, DEFAULT_COUNT)
    if not found:
        return say(texts.nothing_similar(paper.title))
    return listing(context, texts.similar_to(paper.title), found)


@command("why", flood=Flood.COSTLY)
def why(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """The full account of a paper: what speaks for and against it, and which filters apply."""
    service = context.services.recommendations
    interest, explanation = service.explain(context.profile, paper, context.now)
    heading = text(bold("Why "), title_spans(paper))
    parts: list[Part] = [Paragraph(text(line)) for line in _filters(context, paper)]
    if explanation is None or interest is None:
        return Message(heading, (Paragraph(backticked(texts.NOTHING_KNOWN)), *parts))
    told = tell(explanation, f"{paper.title} {paper.abstract}", limit=8)
    titles = liked_titles(context)
    summary = texts.account(explanation.score, interest.name, explanation.followed)
    place = _place(context, paper)
    return Message(heading, (Paragraph(text(summary)), *place, *_bars(told, titles), *parts))


@command("menu", flood=Flood.ANSWER, hidden=True)
def menu(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """What else can be done with a paper."""
    whole = card(1, paper, zone=reader_zone(context))
    return Message(text(bold(paper.title)), (Buttons(whole.menu),))


@command("abstract", hidden=True)
def abstract(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """The whole abstract of a paper."""
    body: Text = parse_markup(paper.raw_abstract) or text(texts.NO_ABSTRACT)
    return Message(text(bold(paper.title)), (Paragraph(body),))


def listing(context: Context, heading: str, papers: Sequence[Paper]) -> Message:
    """Papers as numbered cards, remembered so that `like 2` means the second."""
    remember(context, papers)
    library = set(standing.saved(ledger.active(context)))
    zone = reader_zone(context)
    cards: list[Card] = []
    for number, paper in enumerate(papers, start=1):
        cards.append(card(number, paper, zone=zone, marks=("saved",) if paper.key in library else ()))
    return Message(text(bold(heading)), tuple(cards))


def pick_cards(context: Context, picks: Sequence[Pick]) -> list[Card]:
    """Recommended papers as cards with their reasons."""
    titles = liked_titles(context)
    several = len(context.store.people.interests(context.tenant, context.profile.key)) > 1
    zone = reader_zone(context)
    cards = []
    for number, pick in enumerate(picks, start=1):
        marks = (texts.DIFFERENT,) if pick.reason is Reason.DIFFERENT else ()
        cards.append(card(number, pick.paper, zone=zone, why=why_line(pick, titles, several=several), marks=marks))
    return cards


def remember(context: Context, papers: Sequence[Paper]) -> None:
    """Let the numbers on the cards mean these papers from now on."""
    with context.store.transaction():
        context.store.people.remember_list(context.tenant, context.profile.key, [paper.key for paper in papers])


def liked_titles(context: Context) -> dict[str, str]:
    """Titles of the papers that taught the profile, by id."""
    keys = list({event.paper for event in ledger.active(context)})
    return {paper.id: paper.title for paper in context.store.papers.many(keys)}


def reader_zone(context: Context) -> tzinfo:
    """The person's zone, the workspace's where they have none, else UTC."""
    workspace = context.store.people.workspace(context.tenant)
    for name in (context.profile.zone, workspace.zone if workspace else ""):
        if name:
            return zone_of(name)
    return UTC


def _bars(told: Told, titles: dict[str, str]) -> list[Part]:
    earlier = [(texts.earlier_of(name), value) for name, value in told.earlier]
    pro = sorted([*told.keywords, *told.authors, *earlier, *told.categories, *told.terms], key=lambda item: -item[1])
    likes = [(titles.get(name, name), value) for name, value in (*told.papers, *told.against_papers)]
    found: list[Part] = []
    for title, items in ((texts.BY_TERMS, [*pro[:MOST_BARS], *told.against_terms]), (texts.BY_PAPERS, likes)):
        largest = max((abs(value) for _, value in items), default=0.0)
        bars = tuple(
            Bar(shortened(word, 60), value / largest) for word, value in items if abs(value) > VISIBLE * largest
        )
        if bars:
            found.append(Bars(title, bars))
    return found


def _place(context: Context, paper: Paper) -> list[Part]:
    candidates = context.store.papers.recent(RECENT_PAPERS)
    place = context.services.recommendations.place(context.profile, paper, candidates, context.now)
    return [] if place is None else [Paragraph(text(texts.stands(*place)))]


def _filters(context: Context, paper: Paper) -> list[str]:
    """The reasons for which the paper would not be shown, whatever its score."""
    service = context.services.recommendations
    known = service.known(context.profile, context.now)
    lines = []
    answer = standing.opinion(known.events, paper.key)
    if answer is not None or paper.key in standing.saved(known.events):
        lines.append(texts.answered(answer.value if answer else "saved"))
    lines += [texts.hidden_by_rule(rule.value) for rule in service.mutes(known).hidden([paper]).values()]
    if paper.withdrawn:
        lines.append(texts.WITHDRAWN)
    if wrote(context.profile, paper):
        lines.append(texts.YOURS)
    return lines
