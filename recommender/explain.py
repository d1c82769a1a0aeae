"""An exact account told to a person: terms as words they would use, the papers that carried it, for and against.

Owns the wording of terms. Knows no model and no platform; sentences are the bot's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from recommender.explanation import Explanation

Item = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Told:
    """What speaks for a paper and against it, the largest first; values are shares of the score in its own unit.

    `terms` are words or phrases, `papers` ids of liked papers, `against_papers` ids of disliked ones.
    """

    terms: tuple[Item, ...]
    papers: tuple[Item, ...]
    keywords: tuple[Item, ...]
    authors: tuple[Item, ...]
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
        categories=_for(explanation.categories, limit),
        against_terms=_against(merged, limit),
        against_papers=_against(explanation.disliked, limit),
    )


def merge_terms(terms: Sequence[Item], text: str) -> list[Item]:
    """`terms` with one entry a subject: word forms joined, a phrase standing for its words, stop words left out."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    values: dict[tuple[str, ...], float] = {}
    forms: dict[tuple[str, ...], dict[str, float]] = {}
    for term, value in terms:
        words = term.split()
        if any(w in ENGLISH_STOP_WORDS for w in words) or not any(c.isalpha() for c in term):
            continue
        stems = tuple(stem(w) for w in words)
        values[stems] = values.get(stems, 0.0) + value
        forms.setdefault(stems, {})[term] = forms.get(stems, {}).get(term, 0.0) + abs(value)
    for phrase in sorted((p for p in values if len(p) > 1), key=lambda p: -abs(values[p])):
        for word in {(w,) for w in phrase}:
            if word in values and values[word] * values[phrase] > 0 and abs(values[phrase]) >= abs(values[word]) / 3:
                values[phrase] += values.pop(word)
    named = [(spelling(max(forms[s], key=lambda t: (forms[s][t], t)), text), v) for s, v in values.items()]
    return sorted(named, key=lambda item: (-abs(item[1]), item[0]))


def stem(word: str) -> str:
    """`word` without its plural or participle ending: enough to join the forms of one word, no more."""
    for ending, kept in (("ies", "y"), ("sses", "ss"), ("ations", "ate"), ("ation", "ate"), ("ings", ""), ("ing", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: len(word) - len(ending)] + kept
    if word.endswith("ed") and len(word) > 5:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def spelling(term: str, text: str) -> str:
    """`term` as `text` writes it (LLM, not llm); unchanged where `text` has it in small letters or not at all."""
    at = text.casefold().find(term)
    if at < 0:
        return term
    found = text[at : at + len(term)]
    return found if sum(c.isupper() for c in found) > 1 else term


def _for(items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    return tuple(item for item in items if item[1] > 0)[:limit]


def _against(items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    return tuple(item for item in items if item[1] < 0)[:limit]
