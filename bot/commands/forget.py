"""`forget`: the answers that carry a subject are shown, confirmed, and taken back; undo brings them again."""

from typing import Annotated

from bot.command import Flood, command
from bot.context import Context
from bot.convert import named_paper
from bot.errors import WrongArgument
from bot.forgetting import carriers_of
from bot.forgetting import forget as take_back
from bot.message import Action, ActionStyle, Buttons, Checklist, Choice, Message, Paragraph, paper_key, press, say
from bot.texts import forget as texts
from bot.words import backticked
from db.models import Paper

MAX_SUBJECT = 40


@command("forget", flood=Flood.COSTLY)
def forget(context: Context, subject: Annotated[str, "a topic in words, or a paper"]) -> Message:
    """Undo what you learned about a subject: shows which of my answers carry it, keeps the rest."""
    paper, name = _meant(context, subject)
    found = carriers_of(context, "" if paper else subject, paper)
    if not found:
        return say(backticked(texts.carried_by_nothing(name)))
    confirm = Action(
        texts.CONFIRM, press("forget-now", subject=paper_key(paper.key) if paper else subject), ActionStyle.DANGER
    )
    choices = tuple(Choice(carrier.value, carrier.label) for carrier in found)
    return Message(parts=(Checklist(texts.WHICH, choices, confirm),))


@command("forget-now", flood=Flood.ANSWER, hidden=True)
def forget_now(
    context: Context,
    subject: Annotated[str, "as it was shown"],
    keep: Annotated[str, "lines to leave as they are: their numbers, by commas"] = "",
) -> Message:
    """Take the shown answers back, but for those to keep."""
    paper, name = _meant(context, subject)
    found = carriers_of(context, "" if paper else subject, paper)
    kept = {part.strip() for part in keep.split(",") if part.strip()}
    kept |= {carrier.value for number, carrier in enumerate(found, start=1) if str(number) in kept}
    papers, rules = take_back(context, name, found, kept)
    if not papers and not rules:
        return say(texts.NOTHING_TAKEN if found else backticked(texts.carried_by_nothing(name)))
    undo = Buttons((Action("Undo", press("undo")),))
    return Message(parts=(Paragraph(backticked(texts.forgotten(name, papers, rules))), undo))


def _meant(context: Context, subject: str) -> tuple[Paper | None, str]:
    """The paper that is meant, if one is, and what to call the subject."""
    paper = named_paper(context, subject)
    if paper is None and len(subject) > MAX_SUBJECT:
        raise WrongArgument(texts.too_long(MAX_SUBJECT))
    return paper, paper.title if paper else subject
