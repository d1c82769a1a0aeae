"""Which sentence of an abstract says what the paper adds, and how firmly: cue phrases and place, no learning.

Owns the cues, the tidying of a sentence's lead, and the score. What is made of the chosen one is headline.py's.
"""

import re
from dataclasses import dataclass
from enum import IntEnum

from recommender.sentences import sentences


class Cue(IntEnum):
    """What a sentence's main verb does with its object; a higher one makes a better title."""

    TRIES = 1
    STUDIES = 2
    SHOWS = 3
    MAKES = 4


@dataclass(frozen=True, slots=True)
class Statement:
    """A verb of contribution in a sentence: its kind, how much it counts, and what follows it."""

    cue: Cue
    strength: float
    target: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, its tidied wording, what it states, and how well it tells the contribution.

    `points_back` says that its object is a bare `this` or `they`; `is_second`, that it adds to another contribution.
    """

    place: int
    sentence: str
    text: str
    statements: tuple[Statement, ...]
    score: float
    points_back: bool
    is_second: bool


def _verbs(with_e: str, plain: str, other: str = "") -> str:
    """A pattern of verbs in present tense and as gerund, from stems that take e and stems that do not."""
    forms = [f"{stem}(?:e|es|ing)" for stem in with_e.split()] + [f"{stem}(?:s|ing)?" for stem in plain.split()]
    return "|".join(forms + other.split())


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
_PAPER = r"(?:paper|work|article|study|survey|thesis|report|review|letter|note|manuscript|chapter)"
_SUBJECT = (
    rf"(?:we|(?:in )?(?:this|the present|our) (?:[a-z]+ )?{_PAPER}(?:,? we)?"
    r"|our (?:\w+ )?(?:contributions?|goals?|aims?|focus) (?:is|are)(?: to| on)?|the authors)"
)
_ADVERB = r"(?:(?:[a-z]+ly|then|also|first|further|here|thus|therefore|next|now|instead|hence|both|in turn)[ ,]+){0,2}"
_MODAL = r"(?:(?:can|will|aim to|seek to|attempt to|take a first step toward|try to) )?"
_CUE = re.compile(
    rf"\b(?:{_SUBJECT},? {_ADVERB}{_MODAL}|(?P<by>by (?:\w+ly )?(?=\w+ing\b))|, (?=introducing|proposing)"
    r"|(?:, which|\band) (?:we )?(?:\w+ly )?(?=propose |introduce |develop |design |present |frame ))"
    rf"(?:(?P<MAKES>{_MAKES})|(?P<SHOWS>{_SHOWS})|(?P<STUDIES>{_STUDIES})|(?P<TRIES>{_TRIES}))\b",
    re.IGNORECASE,
)
_OWN_NAME = re.compile(r"\b[Oo]ur (?P<name>(?:[A-Z][\w-]* )*[\w³²-]*[A-Z][\w³²-]*) (?P<verb>\w+s) (?P<rest>.+)")
_WITH = re.compile(r"^(?:this|these|both|the|such)(?: [\w-]+){0,3} (?:with|via|through) (?=\S+ \S+)")
_PASSIVE = re.compile(
    r"\b(?P<what>(?:an?|two|three|the) [^,;:.]{8,160}?) (?:is|are|was|were) (?:\w+ly )?(?:proposed|presented|introduced"
    r"|developed|designed)\b",
    re.IGNORECASE,
)
_FOUND = re.compile(
    r"^(?:(?:all )?(?:taken )?together, |overall, |finally, )?(?:these|our|the) (?:results?|findings?|work|analys[ie]s) "
    r"(?:\w+ly )?(?:show|establish|demonstrate|suggest|indicate|reveal|prove|imply)s?(?:, [^,]+,)? that (?P<what>.+)",
    re.IGNORECASE,
)
_STRENGTH = {Cue.MAKES: 4.0, Cue.SHOWS: 3.5, Cue.STUDIES: 3.5, Cue.TRIES: 1.5}
_FIRM = re.compile(r"\b(?:propos|introduc|present)", re.IGNORECASE)
_OWN = re.compile(
    r"^our (?:[\w-]+ ){0,2}(?:method|approach|framework|model|algorithm|analysis|key|main)\b", re.IGNORECASE
)
_STATED = re.compile(rf"\b(?:in )?(?:this|the present|our) (?:[a-z]+ )?{_PAPER}\b", re.IGNORECASE)
_SECOND = re.compile(
    r"^(?:we (?:also|further|additionally|finally|then|next)\b|(?:further|furthermore|additionally|moreover|finally|lastly"
    r"|second|third|also|in addition|besides|beyond|notably|importantly|overall|together|empirically|as a|for)\b)",
    re.IGNORECASE,
)
_TRIAL = re.compile(
    r"^(?:(?:extensive|comprehensive|our|numerical|empirical|the|preliminary|further|these|simulation)\s)*"
    r"(?:experiment|evaluation|result|simulation|ablation|finding|code|source code|analys[ei]s (?:show|confirm))"
    r"|^(?:across|on|in|through|using) [^,]*\b(?:benchmark|dataset|experiment|task|case stud|imagenet)"
    r"|^(?:evaluat|empirical|experimental)"
    r"|\bwe (?:\w+ly )?(?:evaluate|validate|verify|test|conduct|conclude|hope|believe|call on|release|open-source)\b"
    r"|\bdemonstrat\w+ (?:the|its|their) (?:\w+ )?(?:effectiveness|efficacy|usefulness|benefits?|resilience|value|utility"
    r"|superiority|potential)",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:code|weights|implementation|dataset|demo|models?|project page|source)\b[^.]*\b(?:available|released?|open-sourced?"
    r"|found|accessible)\b|https?://|\bwe release (?:our |the )?(?:code|weights|models)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"^(?:however|yet|although|though|despite|while|existing|prior|previous|recent|recently|current|traditional|most"
    r"|many|unfortunately|in practice|nevertheless|conventional)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^(?:this(?! (?:\w+ )?(?:paper|work|article|study|survey|thesis|report|review|letter)\b)|these|those|such|it|they|its"
    r"|their|the result(?:ing)?|both|here,? both|that|specifically|unlike|rather|instead)\b",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:that |how )?(?:this|these|those|it|they|them|such|both)(?= (?:by|as|to|with|through|via|using|is|are|can|coincide"
    r"|induce|and|in|for|on|at|under|from|question|shows?|picture|limit|questions)\b|[,.;:])",
    re.IGNORECASE,
)
_POINTED = re.compile(r"^(?:that |how )?(?:this|these|those|such|both) \w+", re.IGNORECASE)
_JOINS = (
    r"(?:however|therefore|thus|hence|accordingly|consequently|specifically|concretely|in particular|here|to this end"
    r"|toward this end|moreover|further|furthermore|additionally|finally|lastly|first|second|third|in addition"
    r"|in response|notably|importantly|in this (?:[a-z]+ )?(?:paper|work|article|study|survey|context|setting|regard)"
    r"|in light of this|as a result|overall|instead|in contrast|by contrast|next|then|also|surprisingly|interestingly"
    r"|together|empirically|theoretically|yet|still|nevertheless)"
)
_POINTS = r"\b(?=[^,]{0,60}\b(?:this|these|such|those|it|them|both)\b)[^,]{0,160}"
_LEAD = re.compile(
    rf"^(?:{_JOINS}(?:,|(?= (?:we|this paper|this work|our|the authors)\b))"
    r"|(?:to (?:address|tackle|overcome|bridge|resolve|fill|close|mitigate|solve|remedy|alleviate|handle|combat|meet"
    r"|answer|promote|facilitate|achieve|do|enable|pinpoint|study|unlock|highlight)|motivated by|building (?:up)?on"
    r"|based on|inspired by|leveraging|given|using|under|with|following|guided by|driven by|armed with|from|by|for|on"
    rf"|as|although|though|while|whereas|since|because|unlike|when){_POINTS},"
    r"|to (?:address|tackle|overcome|bridge|resolve|fill|close|mitigate|remedy|alleviate) (?:the|a)\b[^,]{0,160},)\s+(?=\S)",
    re.IGNORECASE,
)
_LONG_LEAD = re.compile(r"^(?:\w+ing|based|motivated|inspired)\b.{100,400}?, (?=we \w+)", re.IGNORECASE)
_SECONDLY = re.compile(
    r"^We (?:further|also|then|additionally|finally|next|first|therefore|thus|hence|instead)\b(?! to\b)"
)
_PLURAL_SUCH = re.compile(r" such (?=(?:[\w-]+ )?[\w-]+s\b)(?!as\b|that\b)")
_SHORT_PURPOSE = re.compile(r"^To \w+ [^,]{0,30}, (?=we \w+)")
_AND_MAKES = re.compile(
    r"^We \w+ (?:this|these|it|them|such)\b[^,;]{0,80}? and (?=(?:propose|introduce|develop|present|design) )"
)
_BY_WAY = re.compile(
    r" that (?:\w+ly )?(?:address|tackle|solve|overcome|resolve|bridge|fill|alleviate|mitigate)e?s (?:this|these|such|both)"
    r"(?: \w+)? by (?=\w+ing\b)"
)
_ASIDE_BACK = re.compile(r" (?:for|to) (?:this|these) \w+(?=,)")
_MAIN = re.compile(rf"(?:{_SUBJECT}|[\w-]+ (?:is|are|can|has|have)|the|our|a|an|[A-Z])", re.IGNORECASE)


def claims(abstract_plain: str) -> list[Claim]:
    """Every sentence of the abstract as a claim, in order."""
    found = sentences(abstract_plain)
    return [_claim(sentence, place) for place, sentence in enumerate(found)]


def tidied(sentence: str) -> str:
    """The sentence without a lead that only joins it to the one before (`To address this, we …`)."""
    for _ in range(2):
        lead = _LEAD.match(sentence)
        if lead is None or not _MAIN.match(sentence, lead.end()):
            break
        sentence = capitalised(sentence[lead.end() :])
    long_lead = _LONG_LEAD.match(sentence)
    if long_lead and len(sentence) > 250:
        sentence = capitalised(sentence[long_lead.end() :])
    sentence = capitalised(_SHORT_PURPOSE.sub("", sentence))
    sentence = _AND_MAKES.sub("We ", _SECONDLY.sub("We", sentence))
    return _ASIDE_BACK.sub("", _BY_WAY.sub(" ", _PLURAL_SUCH.sub(" ", sentence)))


def capitalised(text: str) -> str:
    """`text` with a capital first letter, unless its first word is a name with capitals of its own (kCGM)."""
    first = re.match(r"[^\W\d_][\w'’-]*", text)
    if first is None or any(char.isupper() for char in first.group()[1:]):
        return text
    return text[0].upper() + text[1:]


def is_offer(sentence: str) -> bool:
    """Whether the sentence only says where code or data are."""
    return bool(_OFFERS.search(sentence))


def _claim(sentence: str, place: int) -> Claim:
    found = _FOUND.match(sentence)
    if found:
        text = capitalised(found["what"])
        score = 2.9 - 3.0 * bool(_POINTS_BACK.search(text)) - 2.0 * (len(text.split()) < 6)
        return Claim(
            place, sentence, text, (Statement(Cue.SHOWS, 2.9, text),), score, points_back=False, is_second=True
        )
    text = tidied(sentence)
    statements = _statements(text)
    strength = max((statement.strength for statement in statements), default=0.0)
    score = strength + _bonus(sentence, text, cued=bool(statements)) - min(place, 8) * 0.15
    bare = bool(statements and _BARE.match(statements[0].target))
    score -= 1.5 * (len(text.split()) < 9) + 1.0 * (len(text) > 420) + 1.5 * bare
    return Claim(
        place,
        sentence,
        text,
        statements,
        score,
        points_back=bare,
        is_second=bool(_SECOND.search(sentence)),
    )


def _statements(text: str) -> tuple[Statement, ...]:
    """What the sentence states, in order."""
    found: list[Statement] = []
    for match in _CUE.finditer(text):
        kind = Cue[next(name for name in ("MAKES", "SHOWS", "STUDIES", "TRIES") if match[name])]
        target = text[match.end() :].strip()
        strength = _STRENGTH[kind] + 2.0 * bool(_FIRM.search(match.group())) - 0.004 * match.start()
        strength -= 2.0 * target.startswith("whether ") + (1.5 if target.startswith("this as ") else 3.0) * bool(
            _BARE.match(target)
        )
        strength -= (0.8 if _FIRM.search(target) else 2.2) * (not _BARE.match(target) and bool(_POINTED.match(target)))
        if match["by"] and not _FIRM.search(match.group()):
            strength -= 1.5
        means = _WITH.match(target) if kind is Cue.TRIES else None
        if means:
            found.append(Statement(Cue.MAKES, 4.0 - 0.004 * match.start(), target[means.end() :]))
        else:
            found.append(Statement(kind, strength, target))
    passive = None if found else _PASSIVE.search(text)
    if passive:
        found.append(Statement(Cue.MAKES, 3.8, passive["what"]))
    own = _OWN_NAME.search(text)
    if own:
        target = f"{own['name']}, which {own['verb']} {own['rest']}"
        found.append(Statement(Cue.MAKES, 3.5 - 0.004 * own.start(), target))
    return tuple(found)


def _bonus(sentence: str, text: str, *, cued: bool) -> float:
    """What speaks for and against a sentence apart from its cue."""
    return (
        1.5 * bool(_STATED.search(sentence))
        + 1.5 * bool(_OWN.search(text))
        - 3.0 * bool(_SECOND.search(sentence))
        - 3.5 * bool(_TRIAL.search(text))
        - 20.0 * is_offer(sentence)
        - 3.0 * text.endswith("?")
        - 2.5 * (not cued and bool(_BEFORE.search(sentence)))
        - 2.5 * bool(_POINTS_BACK.search(text))
    )
