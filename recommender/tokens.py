"""From plain text to terms: words without function words, plurals made singular, and pairs of neighbouring words.

Owns what a term is. Knows no weights and no papers.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

WORD = re.compile(r"\b\w\w+\b")
_BETWEEN = re.compile(r"[-‐‑\s]+|[-‐‑](?:\w+[-‐‑])+|\s+of\s+")
_JOINED_BEFORE = re.compile(r"(?:\w+[-‐‑.])+$")
_JOINED_AFTER = re.compile(r"(?:[-‐‑.]\w+){0,8}")
_LONGEST_BEFORE = 40

_FUNCTION_WORDS = """
about above according across after afterwards again against all almost alone along already also although
always am among amongst an and another any anyhow anyone anything anyway anywhere are around as at be because
been before beforehand behind being below beside besides between beyond both but by can cannot could did do
does doing done down due during each either else elsewhere enough especially etc even ever every everyone
everything everywhere except few for former formerly from further furthermore get give given go had has have
having he hence her here hereby herein hers herself him himself his how however ie if in indeed instead into
is it its itself just last latter least less made make many may me meanwhile might mine more moreover most
mostly much must my myself namely neither never nevertheless next no nobody none nor not nothing now nowhere
of off often on once one only onto or other others otherwise our ours ourselves out over own per perhaps
please put quite rather re really same see seem seemed seems several she should since so some somehow someone
something sometime sometimes somewhere still such take than that the their theirs them themselves then thence
there thereafter thereby therefore therein these they this those though through throughout thus to together
too toward towards under unless until up upon us use used using various very via was we well were what
whatever when whence whenever where whereas whereby wherein wherever whether which while whither who whoever
whole whom whose why will with within without would yet you your yours yourself yourselves
"""


def without_diacritics(text: str) -> str:
    """`text` in compatibility form, its letters without marks."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


@lru_cache(maxsize=65_536)
def normal(word: str) -> str:
    """The form in which `word` is counted: small letters, an English plural made singular."""
    small = word.lower()
    if len(small) < 4 or not small.endswith("s") or small[-2] in "aisu":
        return small
    return small[:-1]


FUNCTION_WORDS = frozenset(normal(w) for w in _FUNCTION_WORDS.split())


def terms(text: str) -> list[str]:
    """The terms of `text`, repeats kept: its words, then the pairs of words with nothing but function words between."""
    words = [n for n in map(normal, WORD.findall(without_diacritics(text))) if n not in FUNCTION_WORDS]
    return words + [f"{a} {b}" for a, b in pairwise(words)]


def written_terms(text: str) -> dict[str, str]:
    """How the terms of `text` are written in it, where each is written most plainly.

    Joined words are whole ("vision-language-action", "Qwen2.5-VL"), and pairs may have "of" between them ("theory of
    mind"). Pairs that only punctuation or other words bring together are left out: nobody would say them.
    """
    plain = without_diacritics(text)
    words = [(normal(m[0]), m.start(), m.end()) for m in WORD.finditer(plain)]
    words = [word for word in words if word[0] not in FUNCTION_WORDS]
    pairs = [
        (f"{one} {other}", start, end)
        for (one, start, until), (other, since, end) in pairwise(words)
        if _BETWEEN.fullmatch(plain, until, since)
    ]
    shortest: dict[str, str] = {}
    for term, start, end in words + pairs:
        joined = _JOINED_BEFORE.search(plain[max(0, start - _LONGEST_BEFORE) : start])
        after = _JOINED_AFTER.match(plain, end)
        written = plain[start - len(joined[0]) if joined else start : after.end() if after else end]
        if term not in shortest or len(written) < len(shortest[term]):
            shortest[term] = written
    return {term: " ".join(written.split()) for term, written in shortest.items()}
