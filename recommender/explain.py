"""An exact account told to a person: terms as words they would use, the papers that carried it, for and against.

Owns the wording of terms. Knows no model and no platform; sentences are the bot's.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recommender.explanation import Explanation
from recommender.tokens import written_terms

Item = tuple[str, float]

_NAME_OR_WORD = re.compile(r"(?P<name>[^\W_]+(?:[A-Z]|\d)[^\W_]*)|[^\W_]+")
PHRASE_SHARE = 1 / 3
"""A phrase that carries at least this share of what its word carries stands for the word too."""


@dataclass(frozen=True, slots=True)
class Told:
    """What speaks for a paper and against it, the largest first; values are in the unit of the score.

    `terms` are words or phrases, `papers` ids of liked papers, `against_papers` ids of disliked ones, `authors`
    followed ones, `earlier` authors whose earlier work is near.
    """

    terms: tuple[Item, ...]
    papers: tuple[Item, ...]
    keywords: tuple[Item, ...]
    authors: tuple[Item, ...]
    earlier: tuple[Item, ...]
    categories: tuple[Item, ...]
    against_terms: tuple[Item, ...]
    against_papers: tuple[Item, ...]


def tell(explanation: Explanation, text: str, limit: int = 5) -> Told:
    """The `limit` largest reasons of each sort; `text` is the paper's own title and abstract, for the spelling."""
    merged = merge_terms(explanation.terms, text)
    return Told(
        terms=_for(merged, limit),
        papers=_for(explanation.liked, limit),
        keywords=_for(explanation.keywords, limit),
        authors=_for(explanation.authors, limit),
        earlier=_for(explanation.earlier, limit),
        categories=_for(explanation.categories, limit),
        against_terms=_against(merged, limit),
        against_papers=_against(explanation.disliked, limit),
    )


def merge_terms(terms: Sequence[Item], text: str) -> list[Item]:
    """`terms` with one entry a subject, the largest first, as `text` writes them.

    Forms of one word are joined, a phrase stands for the words that it explains, a pair that the text does not write
    as a phrase counts for its words, terms without a letter are left out. The sum of the values of all that is kept is
    unchanged.
    """
    written = written_terms(text)
    values: dict[tuple[str, ...], float] = {}
    largest: dict[tuple[str, ...], Item] = {}
    for term, value in _said(terms, written):
        if not any(c.isalpha() for c in term):
            continue
        stems = tuple(stem(word) for word in term.split())
        values[stems] = values.get(stems, 0.0) + value
        if stems not in largest or abs(value) > abs(largest[stems][1]):
            largest[stems] = (term, value)
    _absorb(values)
    named: dict[str, float] = {}
    for stems, value in values.items():
        term = largest[stems][0]
        name = spelling(written.get(term, term))
        named[name] = named.get(name, 0.0) + value
    return sorted(named.items(), key=lambda item: (-abs(item[1]), item[0]))


def _said(terms: Sequence[Item], written: Mapping[str, str]) -> list[Item]:
    """`terms` in which the value of a pair that is not `written` goes in equal parts to those of its words that are."""
    said: list[Item] = []
    for term, value in terms:
        words = [word for word in term.split() if word in written] if " " in term and term not in written else []
        said += [(word, value / len(words)) for word in words] or [(term, value)]
    return said


def _absorb(values: dict[tuple[str, ...], float]) -> None:
    """Let each phrase, the strongest first, take over its words where both pull the same way."""
    for phrase in sorted((p for p in values if len(p) > 1), key=lambda p: (-abs(values[p]), p)):
        strength = values[phrase]
        for word in dict.fromkeys((w,) for w in phrase):
            alone = values.get(word, 0.0)
            if alone * strength > 0 and abs(strength) >= abs(alone) * PHRASE_SHARE:
                values[phrase] += values.pop(word)


def stem(word: str) -> str:
    """`word` without a participle's or a noun's ending: enough to join the forms of one word, no more."""
    for ending in ("ation", "ating", "ated", "ate", "ion", "ing", "ed", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word.removesuffix(ending)
    return word


def spelling(written: str) -> str:
    """`written` in small letters, but names and acronyms (LLM, ImageNet, Qwen2) as they are, joined ones too."""
    return _NAME_OR_WORD.sub(lambda found: found[0] if found["name"] else found[0].lower(), written)


def _for(items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    return tuple(item for item in items if item[1] > 0)[:limit]


def _against(items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    return tuple(item for item in items if item[1] < 0)[:limit]
