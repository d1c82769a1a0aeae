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
    last: dict[int, Feedback] = {}
    for event in feedback:
        if (
            (interest is None or event.interest == interest)
            and event.answer in weights.ANSWERS
            and event.paper in papers
        ):
            last.pop(event.paper, None)
            last[event.paper] = event
    room = weights.IMPORT_CAP
    liked: list[tuple[Paper, float]] = []
    for event in reversed(last.values()):
        weight = weights.ANSWERS[event.answer]
        if event.answer is Answer.IMPORT:
            weight = min(weight, room)
            room -= weight
        if weight > 0:
            liked.append((papers[event.paper], weight))
    followed = [r for r in rules if r.verb is Verb.FOLLOW and r.interest in (None, interest)]
    return Evidence(
        liked=tuple(p for p, _ in reversed(liked)),
        liked_weights=tuple(w for _, w in reversed(liked)),
        disliked=tuple(papers[e.paper] for e in last.values() if weights.ANSWERS[e.answer] < 0),
        keywords=tuple(r.value for r in followed if r.subject is Subject.TOPIC),
        authors=tuple(r.value for r in followed if r.subject is Subject.AUTHOR),
        categories=tuple(r.value for r in followed if r.subject is Subject.CATEGORY),
    )
