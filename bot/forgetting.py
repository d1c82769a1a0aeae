"""Forgetting a subject: which answers and follows carry it, and taking those back in one act, the rest kept."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot import ledger
from bot.context import Context
from bot.texts import forget as texts
from db.models import ActKind, Answer, Feedback, Paper, Rule, Subject, Verb
from recommender.forget import carriers
from recommender.matching import words_of

TEACHING = frozenset({Answer.LIKE, Answer.MORE, Answer.SAVE, Answer.OWN, Answer.IMPORT})


@dataclass(frozen=True, slots=True)
class Carrier:
    """One line to confirm: the events of a paper, or a follow. `value` is what a checklist sends for it."""

    value: str
    label: str
    events: tuple[Feedback, ...] = ()
    rule: Rule | None = None


def carriers_of(context: Context, phrase: str, pointed: Paper | None) -> list[Carrier]:
    """The person's answers and follows that carry a phrase, or the kind of a paper; oldest answer first."""
    events = [event for event in ledger.active(context) if event.answer in TEACHING]
    by_paper: dict[int, list[Feedback]] = {}
    for event in events:
        by_paper.setdefault(event.paper, []).append(event)
    papers = context.store.papers.many(list(by_paper))
    serving = context.services.recommendations.models.serving()
    rows = carriers(serving.features, serving.background, papers, phrase=phrase, pointed=[pointed] if pointed else [])
    found = [
        Carrier(f"p{papers[row].key}", texts.answered(papers[row].title), tuple(by_paper[papers[row].key]))
        for row in rows
    ]
    follows = [] if pointed else _follows(context, phrase)
    return [*found, *(Carrier(f"r{rule.key}", texts.followed(rule.value), rule=rule) for rule in follows)]


def forget(context: Context, subject: str, found: Sequence[Carrier], kept: Collection[str]) -> tuple[int, int]:
    """Take the carriers back but for those kept; returns how many answers and follows no longer count.

    A saved paper stays in the library: its save is replaced by one that teaches nothing.
    """
    taken = [carrier for carrier in found if carrier.value not in kept]
    events = [event for carrier in taken for event in carrier.events]
    rules = [carrier.rule for carrier in taken if carrier.rule is not None]

    def write(act: int) -> None:
        store = context.store
        store.feedback.withdraw(context.tenant, act, [event.key for event in events], [rule.key for rule in rules])
        for event in events:
            if event.answer is Answer.SAVE:
                store.feedback.add(
                    context.tenant, context.profile.key, event.interest, [event.paper], Answer.KEEP, act, context.now
                )

    papers = len({event.paper for event in events})
    if taken:
        ledger.perform(context, ActKind.FORGET, texts.note(subject, papers, len(rules)), write)
    return papers, len(rules)


def _follows(context: Context, phrase: str) -> list[Rule]:
    """Followed topics that share all the words of the phrase, or whose words it has all."""
    wanted = set(words_of(phrase))
    rules = context.store.rules.active(context.tenant, context.profile.key, context.now)
    topics = [rule for rule in rules if rule.verb is Verb.FOLLOW and rule.subject is Subject.TOPIC]
    return [rule for rule in topics if (words := set(words_of(rule.value))) and (wanted <= words or words <= wanted)]
