"""Likes of one interest that are really two: found, named, and parted in one act that undo takes back."""

from dataclasses import dataclass

from bot import ledger
from bot.context import Context
from bot.texts import forget as texts
from db.models import ActKind, Feedback, Interest, Paper
from recommender.group_names import distinctive
from recommender.split import suggest_split

MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class Halves:
    """Two groups of an interest's liked papers, the larger first, with words for each."""

    first: tuple[Paper, ...]
    second: tuple[Paper, ...]
    first_words: tuple[str, ...]
    second_words: tuple[str, ...]


def halves_of(context: Context, interest: Interest) -> Halves | None:
    """The two groups into which an interest's likes clearly fall, None where they do not."""
    service = context.services.recommendations
    model = service.fitted(service.known(context.profile, context.now), context.now)[interest.key]
    liked = model.evidence.liked
    found = suggest_split(service.models.features(liked)) if liked else None
    if found is None:
        return None
    first, second = (tuple(liked[int(row)] for row in rows) for rows in (found.first, found.second))
    features = service.models.serving().features
    return Halves(
        first, second, tuple(distinctive(features, first, second)), tuple(distinctive(features, second, first))
    )


def split(context: Context, interest: Interest, halves: Halves) -> Interest:
    """Move the smaller group's answers into a new interest named by its words; one undo moves them back."""
    store, tenant, now = context.store, context.tenant, context.now
    moving = {paper.key for paper in halves.second}
    events = [e for e in ledger.active(context) if e.interest == interest.key and e.paper in moving]
    with store.transaction():
        made = store.people.add_interest(tenant, context.profile.key, _free_name(context, halves.second_words), now)

        def write(act: int) -> None:
            store.feedback.withdraw(tenant, act, [event.key for event in events])
            for event in events:
                _again(context, event, made, act)

        ledger.perform(context, ActKind.SPLIT, texts.split_note(made.name), write)
    return made


def _again(context: Context, event: Feedback, interest: Interest, act: int) -> None:
    context.store.feedback.add(
        context.tenant, context.profile.key, interest.key, [event.paper], event.answer, act, context.now
    )


def _free_name(context: Context, words: tuple[str, ...]) -> str:
    taken = {i.name.casefold() for i in context.store.people.interests(context.tenant, context.profile.key)}
    base = (words[0] if words else "second interest")[:MAX_NAME]
    name, number = base, 2
    while name.casefold() in taken:
        name, number = f"{base[: MAX_NAME - 4]} {number}", number + 1
    return name
