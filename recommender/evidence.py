"""What is known of one interest, and how the ledger of answers becomes it. Knows no features and no ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db.models import Answer, Feedback, Paper, Rule, Subject, Verb
from recommender import weights


@dataclass(frozen=True, slots=True)
class Evidence:
    """One interest's evidence. `liked` and `disliked` are ordered oldest to newest.

    `liked_weights` has one weight a liked paper, or is empty when all weigh 1. `keywords`, `authors` and `categories`
    are what the person follows, as typed.
    """

    liked: tuple[Paper, ...] = ()
    disliked: tuple[Paper, ...] = ()
    liked_weights: tuple[float, ...] = ()
    keywords: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.liked_weights and len(self.liked_weights) != len(self.liked):
            raise ValueError(f"{len(self.liked)} liked papers, but {len(self.liked_weights)} weights")

    @property
    def empty(self) -> bool:
        """Whether nothing positive is known."""
        return not (self.liked or self.keywords or self.authors or self.categories)


def gather(
    feedback: Sequence[Feedback], papers: Mapping[int, Paper], rules: Sequence[Rule] = (), interest: int | None = None
) -> Evidence:
    """The evidence of `interest` (None: of all) in the active events, which come oldest first.

    The last answer about a paper counts; papers that are not in `papers` are left out. Imported papers together weigh
    at most like IMPORT_CAP likes, the newest first. Silence is no event, so it cannot count.
    """
    last = _last_answers(feedback, papers, interest)
    liked = _weighed(last)
    followed = [r for r in rules if r.verb is Verb.FOLLOW and r.interest in (None, interest)]
    return Evidence(
        liked=tuple(papers[e.paper] for e, _ in liked),
        liked_weights=tuple(weight for _, weight in liked),
        disliked=tuple(papers[e.paper] for e in last if weights.ANSWERS[e.answer] < 0),
        keywords=tuple(r.value for r in followed if r.subject is Subject.TOPIC),
        authors=tuple(r.value for r in followed if r.subject is Subject.AUTHOR),
        categories=tuple(r.value for r in followed if r.subject is Subject.CATEGORY),
    )


def _last_answers(feedback: Sequence[Feedback], papers: Mapping[int, Paper], interest: int | None) -> list[Feedback]:
    """The last event about each paper of `papers`, in order."""
    last: dict[int, Feedback] = {}
    for event in feedback:
        meant = interest is None or event.interest == interest
        if meant and event.answer in weights.ANSWERS and event.paper in papers:
            last.pop(event.paper, None)
            last[event.paper] = event
    return list(last.values())


def _weighed(last: Sequence[Feedback]) -> list[tuple[Feedback, float]]:
    """The events that count as likes, with their weights, oldest first."""
    room = weights.IMPORT_CAP
    liked: list[tuple[Feedback, float]] = []
    for event in reversed(last):
        weight = weights.ANSWERS[event.answer]
        if event.answer is Answer.IMPORT:
            weight = min(weight, room)
            room -= weight
        if weight > 0:
            liked.append((event, weight))
    return liked[::-1]
