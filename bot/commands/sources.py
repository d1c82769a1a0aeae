"""`/papers-admin sources …`: where papers come from, for the admins of the workspace.

Sources belong to the machine, not to a workspace. Nothing is fetched here: the ingest job does that, and a test leaves
its answer for the next look.
"""

from typing import Annotated
from zoneinfo import ZoneInfo

from bot.announcements import known_calendar
from bot.command import ADMIN_ROOT, Flood, Role, command
from bot.context import Context
from bot.errors import NotFound, WrongArgument
from bot.message import Message, Table, bold, say, text
from bot.source_health import health
from bot.source_lists import sources_table
from bot.source_names import canonical_name, kind_of
from bot.source_tests import answer_to
from bot.subscribing import zone_for
from bot.texts import sources as texts
from bot.words import backticked

MOST_FEEDS = 20
DOUBTS_SHOWN = 20
NAME = "cs.LG, the address of a feed, openreview:VENUE, or seeds"


@command("sources list", root=ADMIN_ROOT, role=Role.ADMIN, bare="sources")
def list_sources(context: Context) -> Message:
    """All sources: how they stand, the last batch, the next one expected."""
    calendar = known_calendar()
    found = [health(row, context.now, calendar) for row in context.store.sources.all()]
    doubts = context.store.copies.doubts()
    return sources_table(found, ZoneInfo(zone_for(context.store, context.profile)), doubtful=len(doubts))


@command("sources add", root=ADMIN_ROOT, role=Role.ADMIN)
def add_source(context: Context, source: Annotated[str, NAME]) -> Message:
    """Fetch papers from one more source from now on."""
    name = canonical_name(source)
    sources = context.store.sources
    if sources.get(name) is not None:
        return say(texts.already_there(name))
    feeds = sum(row.kind == "feed" for row in sources.all())
    if kind_of(name) == "feed" and feeds >= MOST_FEEDS:
        raise WrongArgument(texts.too_many(MOST_FEEDS))
    with context.store.transaction():
        sources.add(name, kind_of(name), context.now)
    return say(backticked(texts.added([name])))


@command("sources remove", root=ADMIN_ROOT, role=Role.ADMIN)
def remove_source(context: Context, source: Annotated[str, NAME]) -> Message:
    """Stop fetching a source; the papers that it brought stay."""
    name = canonical_name(source)
    with context.store.transaction():
        removed = context.store.sources.remove(name, context.now)
    if not removed:
        raise NotFound(texts.not_there(name, [row.name for row in context.store.sources.all()]))
    return say(texts.removed(name))


@command("sources test", root=ADMIN_ROOT, role=Role.ADMIN, flood=Flood.COSTLY)
def test_source(context: Context, source: Annotated[str, NAME]) -> Message:
    """Show what a source would bring, without keeping anything."""
    name = canonical_name(source)
    answer = answer_to(context.store, name, context.now)
    if answer is not None:
        return answer
    with context.store.transaction():
        context.store.sources.ask(name, context.now)
    return say(backticked(texts.asking(name)))


@command("sources copies", root=ADMIN_ROOT, role=Role.ADMIN)
def list_copies(context: Context) -> Message:
    """Pairs of papers that may be one and the same; they are never merged by themselves."""
    pairs = context.store.copies.doubts(DOUBTS_SHOWN)
    if not pairs:
        return say(texts.NO_DOUBTS)
    papers = {paper.key: paper for paper in context.store.papers.many(sorted({key for pair in pairs for key in pair}))}
    rows = tuple(
        (papers[one].id, papers[one].title, papers[other].id, papers[other].title)
        for one, other in pairs
        if one in papers and other in papers
    )
    return Message(text(bold(texts.DOUBTS)), (Table(("paper", "title", "maybe", "title"), rows),))
