"""Whether two records tell of one work: fingerprints, the marks by which likely copies are found, and the verdict.

Pure: the store keeps the marks, the caller looks up identifiers first (they decide before any of this).
"""

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.fuzz import token_sort_ratio

from db.models import Paper
from recommender.text import fold

GRAM = 5
"""Words a shingle of the abstract has."""
SAMPLED = 8
"""One shingle in so many becomes a mark."""
ALWAYS_SAMPLED = 4
"""The lowest shingles of any abstract are marks, so that a short one has some."""
MARKED_AUTHORS = 5
COMMON = 50
"""A mark that leads to more papers than this says nothing and is not followed."""

MIN_GRAMS = 20
MIN_TITLE_WORDS = 3
SAME_TITLE = 90.0
SAME_TEXT = 0.2
SAME_TEXT_ALONE = 0.3
SAME_TEXT_OF_TWO = 0.5
SAME_TEXT_WITH_AUTHOR = 0.1
SOME_TEXT = 0.03

_WORD = re.compile(r"[^\W_]+")
_NUMERAL = re.compile(r"\d|\A[ivx]+\Z")


class Likeness(StrEnum):
    """What a comparison found. MAYBE is for a person to decide."""

    SAME = "same"
    MAYBE = "maybe"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What two records are compared by. `title` is empty where the title is ours; `grams` are hashed shingles."""

    title: str
    authors: tuple[str, ...]
    surnames: frozenset[str]
    grams: frozenset[int]


def fingerprint(paper: Paper) -> Fingerprint:
    """The fingerprint of a paper as its record has it."""
    authors = tuple(" ".join(_WORD.findall(fold(name))) for name in paper.authors)
    return Fingerprint(
        title="" if paper.title_is_ours else " ".join(_WORD.findall(fold(paper.title))),
        authors=authors,
        surnames=frozenset(surname(name) for name in paper.authors) - {""},
        grams=_grams(paper.abstract),
    )


def surname(name: str) -> str:
    """The folded family name of `Given Family`, `Family, Given` or `Family`."""
    family = name.partition(",")[0] if "," in name else name
    words = _WORD.findall(fold(family))
    return words[-1] if words else ""


def marks(found: Fingerprint) -> frozenset[int]:
    """Numbers of which copies most likely share one: the title, a sample of shingles, the first and last authors."""
    sampled = {gram for gram in found.grams if gram % SAMPLED == 0} | set(sorted(found.grams)[:ALWAYS_SAMPLED])
    people = dict.fromkeys((*found.authors[: MARKED_AUTHORS - 1], *found.authors[-1:]))
    named = {_hashed(f"author {name}") for name in people if " " in name}
    titled = {_hashed(f"title {found.title}")} if found.title else set()
    return frozenset(sampled | named | titled)


def judge(one: Fingerprint, other: Fingerprint, *, apart: bool = False) -> Likeness:
    """Whether two records tell of one work; `apart` says that one registry gave them two ids.

    SAME needs a shared surname (or authors unknown on a side) and: the same title; or nearly the same title and some
    of the abstract word for word; or a good part of the shorter abstract word for word in the other.
    """
    shared = bool(one.surnames & other.surnames)
    unknown = not one.surnames or not other.surnames
    title = titles_alike(one.title, other.title)
    comparable = min(len(one.grams), len(other.grams)) >= MIN_GRAMS
    text = containment(one, other) if comparable else 0.0
    near = title >= SAME_TITLE and (text >= SOME_TEXT or not comparable)
    copied = text >= (SAME_TEXT_OF_TWO if apart else SAME_TEXT if shared else SAME_TEXT_ALONE)
    if not shared and not unknown:
        return Likeness.MAYBE if copied else Likeness.DIFFERENT
    if title == 100.0 and len(one.title.split()) >= MIN_TITLE_WORDS:
        return Likeness.SAME
    if apart:
        return Likeness.SAME if title >= SAME_TITLE and copied else _maybe(near or copied)
    if copied or (near and shared):
        return Likeness.SAME
    return _maybe(near or title >= SAME_TITLE or text >= SAME_TEXT_WITH_AUTHOR)


def _maybe(likely: bool) -> Likeness:
    return Likeness.MAYBE if likely else Likeness.DIFFERENT


def titles_alike(one: str, other: str) -> float:
    """0 to 100: how alike two folded titles are in any order of words; 0 when a number or part sets them apart."""
    if not one or not other:
        return 0.0
    if one == other:
        return 100.0
    if _numerals(one) != _numerals(other):
        return 0.0
    return min(token_sort_ratio(one, other), 99.0)


def containment(one: Fingerprint, other: Fingerprint) -> float:
    """The share of the shorter abstract's shingles that the other has too, 0 where one has none (Broder, 1997)."""
    fewer = min(len(one.grams), len(other.grams))
    return len(one.grams & other.grams) / fewer if fewer else 0.0


def _numerals(title: str) -> frozenset[str]:
    return frozenset(word for word in title.split() if _NUMERAL.search(word))


def _grams(abstract: str) -> frozenset[int]:
    words = _WORD.findall(fold(abstract))
    return frozenset(_hashed(" ".join(words[i : i + GRAM])) for i in range(len(words) - GRAM + 1))


def _hashed(value: str) -> int:
    return zlib.crc32(value.encode())


def shared_marks(candidates: Iterable[tuple[int, int]]) -> list[int]:
    """Papers by how many marks they share, most first; `candidates` are (mark, paper) pairs, common marks left out."""
    by_mark: dict[int, list[int]] = {}
    for mark, paper in candidates:
        by_mark.setdefault(mark, []).append(paper)
    counts: dict[int, int] = {}
    for papers in by_mark.values():
        if len(papers) <= COMMON:
            for paper in papers:
                counts[paper] = counts.get(paper, 0) + 1
    return sorted(counts, key=lambda paper: (-counts[paper], paper))
