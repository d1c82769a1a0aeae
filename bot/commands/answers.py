"""Answers to papers: the buttons, typed. Each is one act, so that one undo takes it back."""

from typing import Annotated

from bot import ledger, standing
from bot.command import Flood, command
from bot.context import Context
from bot.message import Action, Buttons, Message, Paragraph, press, text
from bot.texts import papers as texts
from bot.texts.commands import shortened
from bot.words import backticked
from db.models import ActKind, Answer, Paper

WHICH = "an id, a link, a card's number, or words of its title"
UNDO = Buttons((Action("Undo", press("undo")),))


@command("like", flood=Flood.ANSWER)
def like(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """More papers like this one."""
    interest = context.services.recommendations.home(context.profile, paper, context.now)
    if not _answer(context, paper, Answer.LIKE):
        return _already(paper, "relevant")
    count = len(standing.liked(ledger.active(context), interest.key))
    return _done(context, texts.liked(paper.title, interest.name, count))


@command("dislike", flood=Flood.ANSWER)
def dislike(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """Not for me: this paper and those very close to it."""
    if not _answer(context, paper, Answer.DISLIKE):
        return _already(paper, "not for me")
    return _done(context, texts.disliked(paper.title))


@command("known", flood=Flood.ANSWER)
def known(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """I know it already: hide it, and hold nothing against its kind."""
    if not _answer(context, paper, Answer.KNOWN):
        return _already(paper, "known")
    return _done(context, texts.known(paper.title))


@command("more", flood=Flood.ANSWER, hidden=True)
def more(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """A little more of this kind."""
    if not _answer(context, paper, Answer.MORE):
        return _already(paper, "more")
    return _done(context, texts.more_of(paper.title))


@command("less", flood=Flood.ANSWER, hidden=True)
def less(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """A little less of this kind."""
    if not _answer(context, paper, Answer.LESS):
        return _already(paper, "less")
    return _done(context, texts.less_of(paper.title))


@command("save", flood=Flood.ANSWER)
def save(context: Context, paper: Annotated[Paper, WHICH]) -> Message:
    """Keep a paper in my library; it also teaches a little."""
    events = ledger.active(context)
    if paper.key in standing.saved(events):
        return _already(paper, "saved")
    interest = context.services.recommendations.home(context.profile, paper, context.now)
    ledger.record(context, ActKind.ANSWER, f"saved “{shortened(paper.title)}”", [paper], Answer.SAVE, interest)
    return _done(context, texts.saved(paper.title, len(standing.saved(events)) + 1))


@command("undo", flood=Flood.ANSWER)
def undo(context: Context) -> Message:
    """Take my last answer, follow, mute, import, forget or reset back."""
    act = context.store.feedback.last_act(context.tenant, context.profile.key)
    if act is None:
        return Message(parts=(Paragraph(text(texts.NOTHING_TO_UNDO)),))
    with context.store.transaction():
        context.store.feedback.undo(context.tenant, act.key, context.now)
    return Message(parts=(Paragraph(text(texts.undone(act.note))),))


def _answer(context: Context, paper: Paper, answer: Answer) -> bool:
    """Record the answer unless it stands already; says whether anything changed."""
    if standing.opinion(ledger.active(context), paper.key) is answer:
        return False
    interest = context.services.recommendations.home(context.profile, paper, context.now)
    note = f"{answer.value} “{shortened(paper.title)}”"
    ledger.record(context, ActKind.ANSWER, note, [paper], answer, interest)
    return True


def _already(paper: Paper, answer: str) -> Message:
    return Message(parts=(Paragraph(text(texts.already(paper.title, answer))),))


def _done(context: Context, sentence: str) -> Message:
    """The confirmation; a person's very first answer is told what it teaches and how to take it back."""
    first = len(ledger.active(context)) == 1
    note = texts.FIRST_ANSWER if context.place.is_direct else texts.FIRST_VOTE
    return Message(parts=(Paragraph(backticked(sentence)), UNDO), footer=backticked(note) if first else ())
