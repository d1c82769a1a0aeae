"""Verbs by which authors state a contribution (`we propose`, `this paper shows`), and what follows them. Cues only:
what a sentence is worth as a whole is contribution.py's.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

from recommender.abstracts.leads import SUBJECT


class Cue(IntEnum):
    """What a sentence's main verb does with its object; a higher one makes a better title."""

    TRIES = 1
    STUDIES = 2
    SHOWS = 3
    MAKES = 4


@dataclass(frozen=True, slots=True)
class Statement:
    """A verb of contribution in a sentence: its kind, how much it counts (0 to 6), and what follows it."""

    cue: Cue
    strength: float
    target: str


def _verbs(with_e: str, plain: str, whole: str = "") -> str:
    """A pattern of verbs in present tense and as gerund: stems that take e, stems that do not, and whole forms."""
    forms = [f"{stem}(?:e|es|ing)" for stem in with_e.split()] + [f"{stem}(?:s|ing)?" for stem in plain.split()]
    return "|".join(forms + whole.split())


_MAKES = _verbs(
    "propos introduc devis creat releas describ formulat formali[sz] defin deriv provid generali[sz] conceptuali[sz]",
    "present develop design build construct contribut offer extend adapt cast recast",
    "contribute contributes outline outlines",
)
_SHOWS = _verbs(
    "prov demonstrat observ argu conclud characteri[sz] determin nam fram",
    "show find reveal discover uncover posit report confirm",
    "identify identifies identifying establish establishes establishing",
)
_STUDIES = _verbs(
    "investigat analy[sz] examin explor compar survey rethink explain",
    "revisit consider review audit understand",
    "study studies studying",
)
_TRIES = _verbs(
    "challeng bridg resolv tackl evaluat us leverag improv overcom",
    "adopt focus fill test employ ask",
    "address addresses addressing apply applies",
)
_ADVERB = r"(?:(?:[a-z]+ly|then|also|first|further|here|thus|therefore|next|now|instead|hence|both|in turn)[ ,]+){0,2}"
_MODAL = r"(?:(?:can|will|aim to|seek to|attempt to|take a first step toward|try to) )?"
_CUE = re.compile(
    rf"\b(?:{SUBJECT},? {_ADVERB}{_MODAL}|(?P<by>by (?:\w+ly )?(?=\w+ing\b))|, (?=introducing|proposing)"
    r"|(?:, which|\band) (?:we )?(?:\w+ly )?(?=propose |introduce |develop |design |present |frame ))"
    rf"(?:(?P<MAKES>{_MAKES})|(?P<SHOWS>{_SHOWS})|(?P<STUDIES>{_STUDIES})|(?P<TRIES>{_TRIES}))\b",
    re.IGNORECASE,
)
_FIRM = re.compile(r"\b(?:propos|introduc|present)", re.IGNORECASE)
_STRENGTH = {Cue.MAKES: 4.0, Cue.SHOWS: 3.5, Cue.STUDIES: 3.5, Cue.TRIES: 1.5}
_BARE = re.compile(
    r"^(?:that |how )?(?:this|these|those|it|they|them|such|both)(?= (?:by|as|to|with|through|via|using|is|are|can"
    r"|coincide|induce|and|in|for|on|at|under|from|question|shows?|picture|limit|questions)\b|[,.;:])",
    re.IGNORECASE,
)
_POINTED = re.compile(r"^(?:that |how )?(?:this|these|those|such|both) \w+", re.IGNORECASE)
_WITH = re.compile(r"^(?:this|these|both|the|such)(?: [\w-]+){0,3} (?:with|via|through) (?=\S+ \S+)")
_OWN_NAME = re.compile(r"\b[Oo]ur (?P<what>(?:[A-Z][\w-]{0,30} ){0,5}[\w³²-]{0,30}[A-Z][\w³²-]{0,30} \w+s .+)")
_PASSIVE = re.compile(
    r"\b(?P<what>(?:an?|two|three|the) [^,;:.]{8,160}?) (?:is|are|was|were) (?:\w+ly )?(?:proposed|presented|introduced"
    r"|developed|designed)\b",
    re.IGNORECASE,
)

# No sentence says more than this of use, however long it is made.
_LONGEST_SENTENCE = 1_500
_LONGEST_TARGET = 700
_MOST_STATEMENTS = 5


def statements(text: str) -> tuple[Statement, ...]:
    """What a tidied sentence states, in order: at most a few statements, of its first 1,500 characters."""
    text = text[:_LONGEST_SENTENCE]
    found = [_statement(match, text) for match in islice(_CUE.finditer(text), _MOST_STATEMENTS)]
    passive = None if found else _PASSIVE.search(text)
    if passive:
        found.append(Statement(Cue.MAKES, 3.8, passive["what"]))
    own = _OWN_NAME.search(text)
    if own:
        found.append(Statement(Cue.SHOWS, 3.5 - _delay(own), own["what"][:_LONGEST_TARGET]))
    return tuple(found)


def is_bare(target: str) -> bool:
    """Whether the object of a verb is a bare `this` or `they`, which says nothing without the sentence before."""
    return bool(_BARE.match(target))


def names_what_was_said(target: str) -> bool:
    """Whether the object is `this as NAME`: with the sentence before, that is a whole contribution."""
    return target.startswith("this as ")


def _statement(match: re.Match[str], text: str) -> Statement:
    kind = Cue[next(name for name in ("MAKES", "SHOWS", "STUDIES", "TRIES") if match[name])]
    target = text[match.end() : match.end() + _LONGEST_TARGET].strip()
    means = _WITH.match(target) if kind is Cue.TRIES else None
    if means:
        return Statement(Cue.MAKES, 4.0 - _delay(match), target[means.end() :])
    firm = bool(_FIRM.search(match.group()))
    strength = _STRENGTH[kind] + 2.0 * firm - _delay(match) - 2.0 * target.startswith("whether ")
    if match["by"] and not firm:
        strength -= 1.5
    if is_bare(target):
        strength -= 1.5 if names_what_was_said(target) else 3.0
    elif _POINTED.match(target):
        strength -= 0.8 if _FIRM.search(target) else 2.2
    return Statement(kind, strength, target)


def _delay(match: re.Match[str]) -> float:
    """What a verb loses by coming late in its sentence."""
    return 0.004 * match.start()
