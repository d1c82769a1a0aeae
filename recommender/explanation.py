"""The full account of one relevance score, exact to the last term. How it is told to a person is explain.py's."""

from dataclasses import dataclass

from db.models import Paper
from recommender.paper_features import PaperFeatures
from recommender.parts.base import Account, Fitting


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where `score` comes from, told twice; each account adds up to it within 1e-6.

    By term: `terms` + `meaning` (what a sentence encoder adds, which knows no terms) + rest. By liked paper: `liked` +
    `disliked` (by paper id) + `background` (what all others are like) + rest. The rest, the same in both: `keywords`,
    `authors` (followed ones), `earlier` (what the paper's authors wrote before), `categories`, `constant`.
    """

    paper: str
    score: float
    terms: tuple[tuple[str, float], ...]
    liked: tuple[tuple[str, float], ...]
    disliked: tuple[tuple[str, float], ...]
    background: float
    keywords: tuple[tuple[str, float], ...]
    authors: tuple[tuple[str, float], ...]
    earlier: tuple[tuple[str, float], ...]
    categories: tuple[tuple[str, float], ...]
    constant: float
    meaning: float

    @property
    def rest(self) -> float:
        """What both accounts share."""
        return self.followed + _total(self.earlier) + _total(self.categories) + self.constant

    @property
    def followed(self) -> float:
        """What comes of followed phrases and authors."""
        return _total(self.keywords) + _total(self.authors)

    @property
    def by_term(self) -> float:
        """The sum of the account by term: equal to `score`."""
        return _total(self.terms) + self.meaning + self.rest

    @property
    def by_paper(self) -> float:
        """The sum of the account by liked paper: equal to `score`."""
        return _total(self.liked) + _total(self.disliked) + self.background + self.rest


def _total(items: tuple[tuple[str, float], ...]) -> float:
    return sum(value for _, value in items)


def make_explanation(
    fitting: Fitting, paper: Paper, candidate: PaperFeatures, account: Account, score: float
) -> Explanation:
    """`account` of `candidate` (the features of `paper`) with its terms and papers named."""
    title = "" if paper.title_is_ours else paper.title
    words = fitting.model.words(f"{title} . {paper.abstract}")
    terms = [
        (words.get(int(bucket), "?"), float(value))
        for bucket, value in zip(candidate.terms.indices, account.terms, strict=True)
    ]
    authors = dict(zip(candidate.authors[0], paper.authors, strict=True))
    return Explanation(
        paper=paper.id,
        score=score,
        terms=_largest_first(terms),
        liked=_largest_first(list(zip(fitting.liked.ids, account.liked.tolist(), strict=True))),
        disliked=_largest_first(list(zip(fitting.disliked.ids, account.disliked.tolist(), strict=True))),
        background=account.background,
        keywords=_largest_first(list(account.keywords.items())),
        authors=_largest_first([(authors.get(a, a), v) for a, v in account.authors.items()]),
        earlier=_largest_first([(authors.get(a, a), v) for a, v in account.earlier.items()]),
        categories=_largest_first(list(account.categories.items())),
        constant=account.constant,
        meaning=account.meaning,
    )


def _largest_first(items: list[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(items, key=lambda item: (-abs(item[1]), item[0])))
