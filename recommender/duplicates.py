"""Whether two records tell of one work: fingerprints, the marks by which likely copies are found, and the verdict.

Pure: the store keeps the marks, the caller looks up identifiers first (they decide before any of this). The thresholds
were set on pairs made from arXiv's records (retitled, cut, reworded) and on pairs of different papers that share an
author; benchmarks/duplicates.py measures them.
"""

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
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
SEQUEL = 85.0
SAME_TEXT = 0.2
SAME_TEXT_ALONE = 0.3
SAME_TEXT_OF_TWO = 0.5
SOME_TEXT = 0.1
A_LITTLE_TEXT = 0.03
SAME_WORDS = 0.47
SOME_WORDS = 0.4
A_FEW_WORDS = 0.25

_BASE = np.uint32(2_654_435_761)
_WORD = re.compile(r"[^\W_]+")
_TERM = re.compile(r"[^\W\d_]{2,}")
_NUMERAL = re.compile(r"\d|\A[ivx]+\Z")


class Likeness(StrEnum):
    """What a comparison found. MAYBE is for a person to decide."""

    SAME = "same"
    MAYBE = "maybe"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Rarity:
    """What words weigh, by how many of a sample of papers have them: rare ones much, those not in it the most."""

    weights: Mapping[str, float]
    unknown: float


class Fingerprint:
    """What two records are compared by; each part is worked out when it is first needed."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper

    @cached_property
    def title(self) -> str:
        """The folded words of the title; empty where the title is ours."""
        return "" if self._paper.title_is_ours else " ".join(_WORD.findall(fold(self._paper.title)))

    @cached_property
    def surnames(self) -> frozenset[str]:
        """The folded family names of the authors."""
        return frozenset(surname(name) for name in self._paper.authors) - {""}

    @cached_property
    def grams(self) -> frozenset[int]:
        """Hashes of the abstract's runs of GRAM words: a polynomial in the words' own hashes (Karp and Rabin, 1987)."""
        words = np.array([_hashed(word) for word in _WORD.findall(fold(self._paper.abstract))], dtype=np.uint32)
        count = max(len(words) - GRAM + 1, 0)
        sums = np.zeros(count, dtype=np.uint32)
        for place in range(GRAM):
            sums = sums * _BASE + words[place : place + count]
        return frozenset(sums.tolist())

    @cached_property
    def terms(self) -> Counter[str]:
        """How often each word stands in title and abstract."""
        return Counter(_TERM.findall(fold(f"{self.title} {self._paper.abstract}")))

    @cached_property
    def marks(self) -> frozenset[int]:
        """Numbers of which copies most likely share one: the title's, a sample of shingles, first and last authors'."""
        authors = [" ".join(_WORD.findall(fold(name))) for name in self._paper.authors]
        people = dict.fromkeys((*authors[: MARKED_AUTHORS - 1], *authors[-1:]))
        named = {_hashed(f"author {name}") for name in people if " " in name}
        return self.text_marks | named | ({_hashed(f"title {self.title}")} if self.title else set())

    @cached_property
    def text_marks(self) -> frozenset[int]:
        """The marks that come from the abstract."""
        sampled = {gram for gram in self.grams if gram % SAMPLED == 0}
        return frozenset(sampled | set(sorted(self.grams)[:ALWAYS_SAMPLED]))


def surname(name: str) -> str:
    """The folded family name of `Given Family`, `Family, Given` or `Family`."""
    words = _WORD.findall(fold(name.partition(",")[0]))
    return words[-1] if words else ""


def judge(
    one: Fingerprint,
    other: Fingerprint,
    rarity: Rarity | None = None,
    *,
    apart: bool = False,
    in_text: bool = True,
) -> Likeness:
    """Whether two records tell of one work. `apart` says that one registry gave them two ids; `in_text` is False when
    they share no mark of the text, so that comparing it can be spared.

    SAME needs a shared surname, or authors unknown on a side, and: the same title; nearly the same title and some of
    the text; or a good part of the shorter abstract word for word; or (with `rarity`) nearly the same choice of words.
    """
    shared = bool(one.surnames & other.surnames)
    unknown = not one.surnames or not other.surnames
    title = titles_alike(one.title, other.title)
    telling = min(len(one.title.split()), len(other.title.split())) >= MIN_TITLE_WORDS
    if title == 100.0 and telling and (shared or unknown):
        return Likeness.SAME
    if not in_text and title < SAME_TITLE and (apart or not shared):
        return Likeness.DIFFERENT
    comparable = min(len(one.grams), len(other.grams)) >= MIN_GRAMS
    text = containment(one, other) if comparable and in_text else 0.0
    if apart or not (shared or unknown):
        sure = apart and shared and title >= SAME_TITLE and text >= SAME_TEXT_OF_TWO
        return Likeness.SAME if sure else _maybe(title >= SAME_TITLE or text >= SAME_TEXT_ALONE)
    if is_sequel(one.title, other.title):
        return Likeness.MAYBE
    if text >= (SAME_TEXT if shared else SAME_TEXT_ALONE):
        return Likeness.SAME
    words = similarity(one, other, rarity) if rarity and comparable and shared else 0.0
    near = (
        title >= SAME_TITLE and telling and shared and (not comparable or text >= A_LITTLE_TEXT or words >= A_FEW_WORDS)
    )
    if near or words >= SAME_WORDS or (text >= SOME_TEXT and words >= SOME_WORDS):
        return Likeness.SAME
    return _maybe(title >= SAME_TITLE or text >= SOME_TEXT or words >= SOME_WORDS)


def titles_alike(one: str, other: str) -> float:
    """0 to 100: how alike two folded titles are in any order of words; 0 when a number or part sets them apart."""
    if not one or not other:
        return 0.0
    if one == other:
        return 100.0
    if numerals(one) != numerals(other):
        return 0.0
    return min(token_sort_ratio(one, other), 99.0)


def is_sequel(one: str, other: str) -> bool:
    """Whether two titles are alike but for a number: `Part I` and `Part II`, 2025 and 2026."""
    first, second = numerals(one), numerals(other)
    if first == second or not one or not other:
        return False
    bare = (" ".join(w for w in t.split() if w not in first | second) for t in (one, other))
    return token_sort_ratio(*bare) >= SEQUEL


def containment(one: Fingerprint, other: Fingerprint) -> float:
    """The share of the shorter abstract's shingles that the other has too, 0 where one has none (Broder, 1997)."""
    fewer = min(len(one.grams), len(other.grams))
    return len(one.grams & other.grams) / fewer if fewer else 0.0


def measure_rarity(papers: Iterable[Paper], least: float = 0.002) -> Rarity:
    """What words weigh in these papers (inverse document frequency); words of few of them count as unknown."""
    seen: Counter[str] = Counter()
    total = 0
    for paper in papers:
        seen.update(set(Fingerprint(paper).terms))
        total += 1
    kept = {word: math.log((total + 1) / (n + 1)) for word, n in seen.items() if n >= max(2, least * total)}
    return Rarity(kept, math.log((total + 1) / max(2.0, least * total)))


def similarity(one: Fingerprint, other: Fingerprint, rarity: Rarity) -> float:
    """0 to 1: cosine of the words of title and abstract, weighed by rarity, repeated ones by their logarithm."""
    first, second = _weighed(one.terms, rarity), _weighed(other.terms, rarity)
    product = sum(weight * second.get(word, 0.0) for word, weight in first.items())
    lengths = math.sqrt(sum(w * w for w in first.values()) * sum(w * w for w in second.values()))
    return product / lengths if lengths else 0.0


def likely(candidates: Iterable[tuple[int, int]]) -> list[int]:
    """Papers by how many marks they share, most first; `candidates` are (mark, paper) pairs, common marks left out."""
    by_mark: dict[int, list[int]] = {}
    for mark, paper in candidates:
        by_mark.setdefault(mark, []).append(paper)
    counts: Counter[int] = Counter()
    for papers in by_mark.values():
        if len(papers) <= COMMON:
            counts.update(papers)
    return sorted(counts, key=lambda paper: (-counts[paper], paper))


def numerals(title: str) -> frozenset[str]:
    """The words of a folded title that are or hold a number, Roman ones too."""
    return frozenset(word for word in title.split() if _NUMERAL.search(word))


def _weighed(terms: Counter[str], rarity: Rarity) -> dict[str, float]:
    return {word: (1 + math.log(n)) * rarity.weights.get(word, rarity.unknown) for word, n in terms.items()}


def _maybe(likely: bool) -> Likeness:
    return Likeness.MAYBE if likely else Likeness.DIFFERENT


def _hashed(value: str) -> int:
    return zlib.crc32(value.encode())
