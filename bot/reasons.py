"""Why a paper was picked, as a line of text on its card and as the full account. A shared line names no interest."""

from collections.abc import Sequence

from bot.message import italic, text
from bot.recommendations import Pick
from bot.texts import papers as texts
from bot.texts.commands import shortened
from bot.words import listed
from db.models import Text
from recommender.explain import stem
from recommender.recommendation import Reason
from recommender.tokens import terms

MAX_TITLE = 60
SUBJECTS = 3
EARLIER = 2
STRONG = 0.3
"""A reason that weighs less than this share of the largest of its sort is not worth a reader's time."""
FAINT = 0.05
"""Nor is a word or a like beside followed phrases that weigh so much more."""


def why_line(pick: Pick, titles: dict[str, str], *, several: bool, shared: bool = False) -> Text:
    """The card's reason: followed authors, keywords and terms that carried the score, and the likes nearest to it.

    `titles` are those of liked papers by id; `several` says whether the interest's name tells anything.
    """
    if pick.reason is Reason.RECENT or pick.told is None:
        return text(texts.WHY_RECENT)
    told = pick.told
    pieces: list[Text] = []
    if told.authors:
        pieces.append(text(texts.why_authors([name for name, _ in told.authors])))
    faint = FAINT * max((value for _, value in told.keywords), default=0.0)
    subjects = distinct([*strong(told.keywords), *strong(told.terms, faint)])[:SUBJECTS]
    if subjects:
        pieces.append(text(listed(subjects)))
    weighty = STRONG * max((value for _, value in (*told.keywords, *told.terms)), default=0.0)
    if earlier := strong(told.earlier, weighty)[:EARLIER]:
        pieces.append(text(texts.why_earlier(earlier)))
    likes = [titles[name] for name in strong(told.papers[:1], faint) if name in titles]
    if likes and not shared:
        pieces.append(text(texts.WHY_LIKE, italic(shortened(likes[0], MAX_TITLE))))
    if several and pick.interest is not None and not shared:
        pieces.append(text(texts.why_interest(pick.interest.name)))
    joined = [part for piece in pieces for part in (text("; "), piece)][1:]
    return text(*joined) if joined else text(texts.WHY_NEAR)


def strong(items: Sequence[tuple[str, float]], least: float = 0.0) -> list[str]:
    """The names of the items that carry something and `least` at least, largest first."""
    largest = max((value for _, value in items), default=0.0)
    return [name for name, value in items if value >= max(STRONG * largest, least) and value > 0]


def distinct(subjects: Sequence[str]) -> list[str]:
    """The subjects without those that say no more than one before them (another form or a part of it)."""
    kept: list[str] = []
    said: list[set[str]] = []
    for subject in subjects:
        words = {stem(term) for term in terms(subject) if " " not in term}
        if not any(words <= before for before in said):
            kept.append(subject)
            said.append(words)
    return kept
