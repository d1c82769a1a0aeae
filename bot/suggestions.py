"""Completions for what is being typed: papers, interests, follows, time zones. From memory, at most 25."""

from dataclasses import dataclass

from bot.command import Kind
from bot.context import Context
from bot.message import paper_key
from bot.texts.commands import shortened
from bot.zones import zones
from db.models import Verb
from recommender.text import fold

MOST = 25
LABEL = 100
ZONE = "zone"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is shown, and the argument it stands for."""

    label: str
    value: str


def suggest(context: Context, kind: Kind, name: str, typed: str) -> list[Suggestion]:
    """Completions that hold what is typed, those that begin with it first."""
    wanted = fold(typed)
    fitting = [s for s in _candidates(context, kind, name) if wanted in fold(s.label)]
    fitting.sort(key=lambda s: not fold(s.label).startswith(wanted))
    return [Suggestion(shortened(s.label, LABEL), s.value) for s in fitting[:MOST]]


def _candidates(context: Context, kind: Kind, name: str) -> list[Suggestion]:
    people, profile = context.store.people, context.profile.key
    if name == ZONE:
        return [Suggestion(zone, zone) for zone in zones()]
    if kind is Kind.PAPER:
        papers = context.store.papers.many(people.last_list(context.tenant, profile))
        return [Suggestion(f"{i}. {paper.title}", paper_key(paper.key)) for i, paper in enumerate(papers, start=1)]
    if kind is Kind.INTEREST:
        return [Suggestion(interest.name, interest.name) for interest in people.interests(context.tenant, profile)]
    if kind is Kind.SUBJECT:
        return [Suggestion(subject, subject) for subject in _subjects(context)]
    return []


def _subjects(context: Context) -> list[str]:
    """What the person follows, and the words that carry their interests."""
    rules = context.store.rules.active(context.tenant, context.profile.key, context.now)
    followed = [rule.value for rule in rules if rule.verb is Verb.FOLLOW]
    service = context.services.recommendations
    words = [
        word
        for interest in context.store.people.interests(context.tenant, context.profile.key)
        for word, _ in service.learned(context.profile, interest, context.now)
    ]
    return list(dict.fromkeys([*words, *followed]))
