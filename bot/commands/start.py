"""First steps: own papers, two phrases and a pick from what they find, or one's author name."""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from bot import ledger
from bot.command import Flood, Wish, command
from bot.commands.importing import offer
from bot.commands.papers import listing, remember
from bot.commands.wishes import UNDO
from bot.context import Context, Upload
from bot.errors import WrongArgument
from bot.message import Action, Buttons, Message, Paragraph, Part, bold, press, say, text
from bot.texts import start as texts
from bot.texts import welcome
from bot.words import backticked
from db.models import ActKind, Answer, Paper, Rule, Subject, Verb
from db.papers import Search
from recommender.matching import same_author

PHRASES = re.compile(r"[;,\n]|\s+(?:and|or)\s+")
MOST_PHRASES = 3
PICKS = 8
ROUND = 5
MAX_NAME = 100
MAX_OWN = 200


@command("start", flood=Flood.COSTLY)
def start(
    context: Context,
    how: Annotated[Literal["papers", "phrases", "name", "more"] | None, "what you begin with"] = None,
    given: Annotated[str, "ids, links or BibTeX; two phrases parted by ;; or your name as on papers"] = "",
) -> Message:
    """First steps: papers you have, or two phrases and a pick; your name as an author."""
    match how:
        case "phrases":
            return _phrases(context, given)
        case "more":
            return _more(context)
        case "name":
            return _name(context, given)
        case "papers":
            return _papers(context, given)
        case _:
            return offer(context, context.upload) if context.upload else welcome.first_steps()


def _phrases(context: Context, given: str) -> Message:
    """Follow the phrases and show what they find, to pick from."""
    phrases = [part.strip(" .\"'") for part in PHRASES.split(given) if part.strip(" .\"'")][:MOST_PHRASES]
    if not phrases:
        return say(backticked(texts.ASK_PHRASES))
    interest = context.store.people.interests(context.tenant, context.profile.key)[0]
    followed = [rule.value.casefold() for rule in _rules(context)]
    new = [phrase for phrase in phrases if phrase.casefold() not in followed]

    def write(act: int) -> None:
        for phrase in new:
            wish = Wish(Subject.TOPIC, phrase[:MAX_NAME])
            context.store.rules.add(
                context.tenant, context.profile.key, Verb.FOLLOW, wish.subject, wish.value, act, context.now,
                interest=interest.key,
            )  # fmt: skip

    if new:
        ledger.perform(context, ActKind.FOLLOW, texts.following(new), write)
    found = context.services.recommendations.corpus.found_by(phrases, PICKS)
    return _to_pick(context, texts.pick(phrases), found) if found else say(texts.NOTHING_YET)


def _more(context: Context) -> Message:
    """Another round: papers like those picked so far, not shown in the last list."""
    known = context.services.recommendations.known(context.profile, context.now)
    models = context.services.recommendations.fitted(known, context.now)
    best = max(known.interests, key=lambda interest: len(models[interest.key].evidence.liked))
    if models[best.key].evidence.empty:
        return say(backticked(texts.PICK_FIRST))
    last = context.store.people.last_list(context.tenant, context.profile.key)
    seen = context.store.papers.many([*last, *(event.paper for event in known.events)])
    found = context.services.recommendations.corpus.more_like(models[best.key], seen, ROUND)
    return _to_pick(context, texts.MORE_LIKE, found) if found else say(backticked(texts.DONE))


def _to_pick(context: Context, heading: str, papers: Sequence[Paper]) -> Message:
    """Papers as cards, and the way to the next round or to the digest."""
    listed = listing(context, heading, papers)
    buttons = Buttons((Action(texts.MORE, press("start", how="more")), Action(texts.DIGEST, press("digest set"))))
    return Message(listed.heading, (*listed.parts, buttons), backticked(texts.HOW_TO_PICK))


def _name(context: Context, given: str) -> Message:
    """One's own papers teach, and are never recommended."""
    name = " ".join(given.split())[:MAX_NAME]
    if len(name) < 2:
        raise WrongArgument(texts.ASK_NAME)
    found = context.store.papers.search(Search(author=name), MAX_OWN)
    own = [paper for paper in found if any(same_author(name, author) for author in paper.authors)]
    taught = {event.paper for event in ledger.active(context) if event.answer is Answer.OWN}
    new = [paper for paper in own if paper.key not in taught]
    with context.store.transaction():
        context.store.people.change_profile(context.tenant, context.profile.key, author_name=name)
        if new:
            interest = context.store.people.interests(context.tenant, context.profile.key)[0]
            ledger.record(context, ActKind.IMPORT, texts.own_note(len(new)), new, Answer.OWN, interest)
    parts: list[Part] = [Paragraph(text(texts.named(name, len(own))))]
    if own:
        remember(context, own[:ROUND])
        parts += [Paragraph(text(f"{n}. {paper.title}")) for n, paper in enumerate(own[:ROUND], start=1)]
        parts.append(UNDO)
    return Message(text(bold(texts.THANKS)), tuple(parts))


def _papers(context: Context, given: str) -> Message:
    """What was pasted or attached, to be imported."""
    if context.upload is not None:
        return offer(context, context.upload)
    if given.strip():
        return offer(context, Upload(texts.PASTED, given.encode()))
    return say(backticked(texts.ASK_PAPERS))


def _rules(context: Context) -> list[Rule]:
    return context.store.rules.active(context.tenant, context.profile.key, context.now)
