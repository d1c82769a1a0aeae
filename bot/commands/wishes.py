"""What a person says in so many words: follow, mute, and taking either back."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from bot import ledger
from bot.command import Flood, Wish, command
from bot.context import Context
from bot.convert import named_paper
from bot.convert import wish as read_wish
from bot.errors import UserError, WrongArgument
from bot.message import Action, Buttons, Message, Paragraph, Part, bold, paper_key, press, say, text
from bot.texts import papers as texts
from bot.texts.commands import shortened
from bot.words import backticked
from db.models import ActKind, Answer, Interest, Paper, Rule, Subject, Verb
from recommender.text import fold

MAX_FOLLOWS = 50
MAX_LISTED = 15
RECENT_PAPERS = 2_000
DURATION = re.compile(r"(?:^|\s+)for\s+(\d{1,3})\s*d(?:ays?)?\s*$", re.IGNORECASE)
UNDO = Buttons((Action("Undo", press("undo")),))
WHAT = "a topic in words, author:… or category:…"


@command("follow")
def follow(context: Context, subject: Annotated[Wish, WHAT]) -> Message:
    """Bring me papers on a topic, by an author, or of a category."""
    mine = _rules(context, Verb.FOLLOW)
    if _standing(mine, subject):
        return say(texts.already_following(described(subject)))
    if len(mine) >= MAX_FOLLOWS:
        raise UserError(texts.too_many_follows(MAX_FOLLOWS))
    interest = _default_interest(context)

    def write(act: int) -> None:
        context.store.rules.add(
            context.tenant,
            context.profile.key,
            Verb.FOLLOW,
            subject.subject,
            subject.value,
            act,
            context.now,
            interest=interest.key,
        )

    ledger.perform(context, ActKind.FOLLOW, f"follow {described(subject)}", write)
    return _done(texts.following(described(subject), interest.name))


@command("mute")
def mute(
    context: Context, subject: Annotated[str, f"{WHAT}, or a paper, to hide its kind; `for 30d` ends it"]
) -> Message:
    """Hide a topic, an author, a category, or papers like one, from now on."""
    duration = DURATION.search(subject)
    until = context.now + timedelta(days=int(duration[1])) if duration else None
    subject = DURATION.sub("", subject).strip()
    paper = named_paper(context, subject)
    wish = Wish(Subject.PAPER, paper.title) if paper else read_wish(subject)
    if paper is None and not re.search(r"\w", wish.value):
        raise WrongArgument(texts.NOTHING_TO_MUTE)
    if _standing(_rules(context, Verb.MUTE), wish):
        return say(texts.already_muted(described(wish)))

    def write(act: int) -> None:
        context.store.rules.add(
            context.tenant,
            context.profile.key,
            Verb.MUTE,
            wish.subject,
            wish.value,
            act,
            context.now,
            paper=paper.key if paper else None,
            until=until,
        )

    ledger.perform(context, ActKind.MUTE, f"mute {described(wish)}", write)
    hidden = [key for key, rule in _hidden(context).items() if rule.value == wish.value]
    return _done(texts.muted(described(wish), len(hidden), f"{until:%d %b %Y}" if until else ""))


@command("muted", hidden=True)
def muted(context: Context) -> Message:
    """The papers that my mutes hide, each with a way to call it wrong."""
    hidden = _hidden(context)
    if not hidden:
        return say(texts.NO_MUTES)
    parts: list[Part] = []
    for paper in context.store.papers.many(list(hidden)[:MAX_LISTED]):
        parts.append(Paragraph(text(paper.title, f" ({texts.by_mute(described_rule(hidden[paper.key]))})")))
        parts.append(Buttons((Action(texts.THAT_WAS_WRONG, press("unmute-paper", paper=paper_key(paper.key))),)))
    more = len(hidden) - MAX_LISTED
    footer = text(texts.and_more(more)) if more > 0 else ()
    return Message(text(bold(texts.hidden_now(len(hidden)))), tuple(parts), footer)


@command("unmute-paper", flood=Flood.ANSWER, hidden=True)
def unmute_paper(context: Context, paper: Annotated[Paper, "the hidden paper"]) -> Message:
    """Hiding this paper was wrong: show it all the same."""
    interest = _default_interest(context)
    note = f"“{shortened(paper.title)}” may be shown though muted"
    ledger.record(context, ActKind.ANSWER, note, [paper], Answer.NOT_MUTED, interest)
    return _done(texts.shown_again(paper.title))


@command("remove")
def remove(context: Context, what: Annotated[str, "anything followed, muted, liked or saved"]) -> Message:
    """Take a follow, a mute, a like or a save back."""
    rules = _matching_rules(context, what)
    if rules:
        things = [f"{rule.verb.value} {described_rule(rule)}" for rule in rules]
        return _withdraw(context, things, rules=[rule.key for rule in rules])
    paper = named_paper(context, what)
    if paper is None:
        raise UserError(texts.nothing_to_remove(what))
    events = [event for event in ledger.active(context) if event.paper == paper.key]
    if not events:
        raise UserError(texts.nothing_to_remove(paper.title))
    answers = list(dict.fromkeys(event.answer.value for event in events))
    things = [f"{answer} on “{shortened(paper.title)}”" for answer in answers]
    return _withdraw(context, things, events=[event.key for event in events])


def described(wish: Wish) -> str:
    """A wish as the person would type it again."""
    if wish.subject is Subject.TOPIC:
        return f"“{shortened(wish.value)}”"
    if wish.subject is Subject.PAPER:
        return f"papers like “{shortened(wish.value)}”"
    return f"{wish.subject.value}:{shortened(wish.value)}"


def described_rule(rule: Rule) -> str:
    """A standing rule, in the same words."""
    return described(Wish(rule.subject, rule.value))


def _withdraw(context: Context, things: list[str], events: Sequence[int] = (), rules: Sequence[int] = ()) -> Message:
    def write(act: int) -> None:
        context.store.feedback.withdraw(context.tenant, act, events, rules)

    ledger.perform(context, ActKind.REMOVE, f"remove {'; '.join(things)}", write)
    return _done(texts.removed(things))


def _rules(context: Context, verb: Verb) -> list[Rule]:
    rules = context.store.rules.active(context.tenant, context.profile.key, context.now)
    return [rule for rule in rules if rule.verb is verb]


def _standing(rules: list[Rule], wish: Wish) -> bool:
    return any(rule.subject is wish.subject and fold(rule.value) == fold(wish.value) for rule in rules)


def _matching_rules(context: Context, what: str) -> list[Rule]:
    named = re.sub(r"^(follow|mute)\s+", "", what.strip(), flags=re.IGNORECASE)
    wish = read_wish(named)
    every = _rules(context, Verb.FOLLOW) + _rules(context, Verb.MUTE)
    exact = [rule for rule in every if rule.subject is wish.subject and fold(rule.value) == fold(wish.value)]
    paper = None if exact else named_paper(context, named)
    return exact or [rule for rule in every if paper is not None and rule.paper == paper.key]


def _default_interest(context: Context) -> Interest:
    return context.store.people.interests(context.tenant, context.profile.key)[0]


def _hidden(context: Context) -> dict[int, Rule]:
    known = context.services.recommendations.known(context.profile, context.now)
    mutes = context.services.recommendations.mutes(known)
    return mutes.hidden(context.store.papers.recent(RECENT_PAPERS))


def _done(sentence: str) -> Message:
    return Message(parts=(Paragraph(backticked(sentence)), UNDO))
