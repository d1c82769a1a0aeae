"""A person's home page: today's best, what was learned, the schedule, the library. Looks and changes nothing.

The cards have no numbers, as looking at them does not change what a number means.
"""

from dataclasses import replace

from bot import ledger, standing
from bot.commands.papers import RECENT_PAPERS, pick_cards
from bot.commands.wishes import described_rule
from bot.context import Context
from bot.digest_words import rows_of
from bot.message import Action, ActionStyle, Bar, Bars, Buttons, Message, Paragraph, Part, Table, bold, press, text
from bot.texts import digests as digest_texts
from bot.texts import home as texts
from bot.texts import papers as paper_texts
from bot.texts.commands import shortened
from bot.words import backticked
from db.models import Verb

BEST = 3
WORDS = 6
LAST_SAVED = 5


def home(context: Context) -> tuple[Message, ...]:
    """The sections of the page, each with a heading."""
    return (_today(context), _interests(context), _digest(context), _library(context))


def _today(context: Context) -> Message:
    candidates = context.store.papers.recent(RECENT_PAPERS)
    ranking = context.services.recommendations.rank(context.profile, candidates, BEST, context.now)
    cards = [replace(card, number=0) for card in pick_cards(context, ranking.picks)]
    if not cards:
        return Message(
            text(texts.TODAY), (Paragraph(text(texts.NOTHING_NEW if candidates else paper_texts.NO_PAPERS)),)
        )
    more = Buttons((Action(texts.NEW_LIST, press("today")),))
    return Message(text(texts.TODAY), (*cards, more))


def _interests(context: Context) -> Message:
    known = context.services.recommendations.known(context.profile, context.now)
    parts: list[Part] = []
    for interest in known.interests if known.events or known.rules else ():
        learned = context.services.recommendations.learned(context.profile, interest, context.now, limit=WORDS)
        largest = max((abs(value) for _, value in learned), default=0.0)
        follows = [r for r in known.rules if r.interest == interest.key and r.verb is Verb.FOLLOW]
        title = texts.interest(
            interest.name, len(standing.liked(known.events, interest.key)), [described_rule(rule) for rule in follows]
        )
        parts.append(Bars(title, tuple(Bar(word, value / largest) for word, value in learned if largest)))
    if not parts:
        return Message(text(texts.INTERESTS), (Paragraph(text(texts.NO_INTEREST)),))
    return Message(text(texts.INTERESTS), (*parts, Buttons((Action(texts.WHOLE_PROFILE, press("profile show")),))))


def _digest(context: Context) -> Message:
    mine = context.store.subscriptions.of_profile(context.tenant, context.profile.key)
    if not mine:
        set_up = Buttons((Action(texts.SET_UP, press("digest set"), ActionStyle.PRIMARY),))
        return Message(text(texts.DIGEST), (Paragraph(backticked(digest_texts.NO_DIGEST)), set_up))
    rows = list(rows_of(context, mine))
    lines = [
        Paragraph(text(f"{number}.  " if len(rows) > 1 else "", bold(when), f" · {texts.NEXT} {coming} · {about}"))
        for number, when, coming, about in rows
    ]
    rests = any(subscription.pause for subscription in mine)
    pause = Action(
        digest_texts.RESUME if rests else digest_texts.PAUSE, press("digest resume" if rests else "digest pause")
    )
    buttons = (Action(texts.CHANGE, press("digest set")), Action(texts.PREVIEW, press("digest preview")), pause)
    return Message(text(texts.DIGEST), (*lines, Buttons(buttons)))


def _library(context: Context) -> Message:
    saved = standing.saved(ledger.active(context))
    bring = Action(texts.IMPORT, press("start", how="papers"))
    if not saved:
        parts: tuple[Part, ...] = (Paragraph(backticked(paper_texts.EMPTY_LIBRARY)), Buttons((bring,)))
        return Message(text(texts.LIBRARY), parts, backticked(texts.HELP))
    papers = context.store.papers.many(saved[:LAST_SAVED])
    titles = Table(("paper",), tuple((shortened(paper.title, 150),) for paper in papers))
    export = Action(texts.EXPORT, press("saved export", format="bibtex"))
    buttons = Buttons((Action(texts.ALL_SAVED, press("saved")), export, bring))
    return Message(text(texts.LIBRARY), (titles, buttons), backticked(texts.HELP))
