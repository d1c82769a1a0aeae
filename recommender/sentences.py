"""Where sentences end in an abstract, and what its words are. Works on plain text; knows no markup."""

import re
from bisect import bisect_right

from recommender.characters import word_set

_END = re.compile(r"""(?:[.!?]+["”’'»)\]*]*(?=\s)|[。！？]["”’»）」』]*)\s*""")
_OPENERS = {"(": ")", "[": "]", "（": "）"}
_BRACKETS = re.compile(r"[()\[\]（）]")
_LONGEST_ASIDE = 800
_LAST_WORD = re.compile(r"""(?:^|[\s("“‘'\[—–/-])([^\s("“‘'\[—–/]*)[.!?]+["”’'»)\]*]*\s*$""")
_INITIAL = re.compile(r"(?:[^\W\d_]|[^\W\d_](?:\.[^\W\d_])+)\Z")
_WORD = re.compile(r"[^\W_](?:[\w'’./+-]*[^\W_])?|[^\W_]", re.UNICODE)
_TITLE_STARTS = word_set("we our the this these in to on by for here it they however using with results")

# Words whose full stop does not end a sentence, without the stop, in lower case.
_ABBREVIATIONS = word_set(
    "e.g i.e a.k.a cf vs viz resp approx etc al fig figs eq eqs sec secs ch no nos thm thms prop lem cor def ref refs"
    " dr prof mr mrs ms st jr sr inc ltd co corp dept univ vol pp ed eds est ca w.r.t wrt s.t iff i.i.d iid a.s"
    " jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k"
)
# Of those, the ones that may well be a sentence's last word.
_MAY_END = word_set("etc al inc co no i.i.d iid a.s u.s u.k ed est cor prop")


def sentences(plain: str) -> list[str]:
    """The sentences of `plain` in order, each trimmed; their words together are all the words of the text.

    A sentence does not end after an abbreviation or an initial, inside brackets, or before a lower-case word,
    unless that word is a name such as kCGM.
    """
    closed = _Brackets(plain)
    found: list[str] = []
    start = 0
    for end in _END.finditer(plain):
        if end.end() < len(plain) and _ends_here(plain, start, end, closed):
            found.append(plain[start : end.end()].strip())
            start = end.end()
    found.append(plain[start:].strip())
    return [sentence for sentence in found if sentence]


def tokens(plain: str) -> list[str]:
    """The words and numbers of `plain` in order, as written; hyphened and dotted ones stay whole."""
    return _WORD.findall(plain)


def _ends_here(plain: str, start: int, end: re.Match[str], brackets: "_Brackets") -> bool:
    if brackets.hold(end.start()):
        return False
    if plain[end.start()] in "。！？":
        return True
    following = plain[end.end() : end.end() + 60]
    if not _may_start(following):
        return False
    if plain[end.start()] != ".":
        return True
    last = _LAST_WORD.search(plain, max(start, end.start() - 40), end.end())
    return last is None or _word_may_end(last.group(1).rstrip("."), following)


def _word_may_end(word: str, following: str) -> bool:
    """Whether `word` before a full stop lets the sentence end, given what follows."""
    lowered = word.lower()
    next_word = re.split(r"[\s,]", following, maxsplit=1)[0].lower()
    if lowered in _ABBREVIATIONS:
        return lowered in _MAY_END and not following[0].isdigit() and (lowered != "al" or next_word in _TITLE_STARTS)
    if _INITIAL.match(word) and word.isupper():
        return next_word in _TITLE_STARTS
    return True


def _may_start(following: str) -> bool:
    """Whether text beginning so may be a new sentence: not a lower-case word, except a name with capitals or digits."""
    first = following.lstrip("\"“‘'«([*")[:1]
    if not first.islower():
        return True
    word = re.match(r"[\w-]+", following.lstrip("\"“‘'«([*"))
    return word is not None and any(char.isupper() or char.isdigit() for char in word.group())


class _Brackets:
    """The stretches of a text that lie inside matched brackets of a sensible length."""

    def __init__(self, plain: str) -> None:
        self._spans: list[tuple[int, int]] = []
        open_at: list[tuple[str, int]] = []
        for match in _BRACKETS.finditer(plain):
            char = match.group()
            if char in _OPENERS:
                open_at.append((_OPENERS[char], match.start()))
            elif open_at and open_at[-1][0] == char:
                start = open_at.pop()[1]
                if match.start() - start <= _LONGEST_ASIDE:
                    self._add(start, match.start())
        self._starts = [start for start, _ in self._spans]

    def _add(self, start: int, end: int) -> None:
        while self._spans and self._spans[-1][0] > start:
            self._spans.pop()
        self._spans.append((start, end))

    def hold(self, position: int) -> bool:
        """Whether `position` lies inside one of the stretches."""
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._spans[index][1]
