"""Whether a typed word, author or category is in a paper: whole words, diacritics folded, plurals alike.

Owns literal matching. Knows no model and no weights.
"""

import re
from functools import lru_cache

from db.models import Paper
from recommender.characters import fold

_WORDS = re.compile(r"[^\W_]+")
_KEPT_S = ("ss", "us", "is")


def words_of(text: str) -> list[str]:
    """The words of `text`, folded, plurals made singular; hyphens part words."""
    return [singular(w) for w in _WORDS.findall(fold(text))]


@lru_cache(maxsize=4096)
def singular(word: str) -> str:
    """`word` without an English plural ending; words of three letters or fewer stay as they are."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(_KEPT_S):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1]


def mentions(paper: Paper, phrase: str) -> bool:
    """Whether the title or the abstract has the words of `phrase` in a row. A phrase without words is never met."""
    wanted = words_of(phrase)
    return bool(wanted) and any(_follows(words_of(text), wanted) for text in (paper.title, paper.abstract))


def has_author(paper: Paper, name: str) -> bool:
    """Whether someone of that name wrote the paper; an initial stands for any first name that begins with it."""
    return any(same_author(name, author) for author in paper.authors)


def has_category(paper: Paper, category: str) -> bool:
    """Whether the paper is in `category` or, for `cs` or `cs.*`, in one that begins with it."""
    wanted = fold(category).removesuffix(".*")
    return bool(wanted) and any(c == wanted or c.startswith(wanted + ".") for c in map(fold, paper.categories))


def same_author(one: str, other: str) -> bool:
    """Whether two spellings can be one person: equal family names, and given names equal or one the other's initial."""
    first, second = _name(one), _name(other)
    if not first or not second or first[-1] != second[-1]:
        return False
    return all(
        a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) for a, b in zip(first[:-1], second[:-1], strict=False)
    ) and (len(first) == 1) == (len(second) == 1)


def _name(name: str) -> list[str]:
    """Given names, then the family name; "Family, Given" is turned round."""
    family, comma, given = name.partition(",")
    return _WORDS.findall(fold(f"{given} {family}" if comma else name))


def _follows(words: list[str], wanted: list[str]) -> bool:
    size = len(wanted)
    return any(words[i : i + size] == wanted for i in range(len(words) - size + 1))
