"""Which sentence of an abstract says what the paper adds, and how well: cue phrases and place, no learning.

The weights were set by reading, on abstracts with and without titles, and checked against authors' own one-sentence
summaries. Owns the score of a sentence. The verbs are cues.py's; what is made of the best sentence is headline.py's.
"""

import re
from dataclasses import dataclass

from recommender.abstracts.cues import Cue, Statement, is_bare, names_what_was_said, statements
from recommender.abstracts.leads import STATED, capitalised, tidied
from recommender.sentences import sentences


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an abstract (its `place` counts from 0), its tidied text, what it states, and its score.

    `points_back` says that its object is a bare `this` or `they`; `is_second`, that it adds to another contribution;
    `is_offer`, that it only says where code or data are.
    """

    place: int
    sentence: str
    text: str
    statements: tuple[Statement, ...]
    score: float
    points_back: bool = False
    is_second: bool = False
    is_offer: bool = False


_FOUND = re.compile(
    r"^(?:(?:all )?(?:taken )?together, |overall, |finally, )?(?:these|our|the) (?:results?|findings?|work"
    r"|analys[ie]s) (?:\w+ly )?(?:show|establish|demonstrate|reveal|prove)s?(?:, [^,]+,)? that (?P<what>.+)",
    re.IGNORECASE,
)
_FOUND_STRENGTH = 2.9
_OWN = re.compile(
    r"^our (?:[\w-]+ ){0,2}(?:method|approach|framework|model|algorithm|analysis|key|main)\b", re.IGNORECASE
)
_SECOND = re.compile(
    r"^(?:we (?:also|further|additionally|finally|then|next)\b|(?:further|furthermore|additionally|moreover|finally"
    r"|lastly|second|third|also|in addition|besides|beyond|notably|importantly|overall|together|empirically|as a"
    r"|for)\b)",
    re.IGNORECASE,
)
_TRIAL = re.compile(
    r"^(?:(?:extensive|comprehensive|our|numerical|empirical|the|preliminary|further|these|simulation)\s)*"
    r"(?:experiment|evaluation|result|simulation|ablation|finding|code|source code|analys[ei]s (?:show|confirm))"
    r"|^(?:across|on|in|through|using) [^,]*\b(?:benchmark|dataset|experiment|task|case stud|imagenet)"
    r"|^(?:evaluat|empirical|experimental)"
    r"|\bwe (?:\w+ly )?(?:evaluate|validate|verify|test|conduct|conclude|hope|believe|call on|release|open-source)\b"
    r"|\bdemonstrat\w+ (?:the|its|their) (?:\w+ )?(?:effectiveness|efficacy|usefulness|benefits?|resilience|value"
    r"|utility|superiority|potential)",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(?:code|weights|implementation|dataset|demo|models?|project page|source)\b[^.]{0,200}"
    r"\b(?:available|released?|open-sourced?|found|accessible)\b|https?://"
    r"|\bwe release (?:our |the )?(?:code|weights|models)",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"^(?:however|yet|although|though|despite|while|existing|prior|previous|recent|recently|current|traditional|most"
    r"|many|unfortunately|in practice|nevertheless|conventional)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^(?:this(?! (?:\w+ )?(?:paper|work|article|study|survey|thesis|report|review|letter)\b)|these|those|such|it|they"
    r"|its|their|the result(?:ing)?|both|here,? both|that|specifically|unlike|rather|instead)\b",
    re.IGNORECASE,
)


def claims(abstract_plain: str) -> list[Claim]:
    """Every sentence of the abstract as a claim, in order."""
    return [
        _found(sentence, place) or _claim(sentence, place) for place, sentence in enumerate(sentences(abstract_plain))
    ]


def _found(sentence: str, place: int) -> Claim | None:
    """`These results show that X`: X by itself, wherever it stands. It wins where nothing firmer is said."""
    match = _FOUND.match(sentence)
    if match is None:
        return None
    text = capitalised(match["what"])
    score = _FOUND_STRENGTH - 3.0 * bool(_POINTS_BACK.search(text)) - 2.0 * (len(text.split()) < 6)
    stated = (Statement(Cue.SHOWS, _FOUND_STRENGTH, text),)
    return Claim(place, sentence, text, stated, score, is_second=True, is_offer=bool(_OFFER.search(sentence)))


def _claim(sentence: str, place: int) -> Claim:
    text = tidied(sentence)
    stated = statements(text)
    points_back = bool(stated) and is_bare(stated[0].target)
    joins = points_back and names_what_was_said(stated[0].target)
    is_second, is_offer = bool(_SECOND.search(sentence)), bool(_OFFER.search(sentence))
    score = (
        max((statement.strength for statement in stated), default=0.0)
        + 1.5 * bool(STATED.search(sentence))
        + 1.5 * bool(_OWN.search(text))
        - 3.0 * is_second
        - 3.5 * bool(_TRIAL.search(text))
        - 20.0 * is_offer
        - 3.0 * text.endswith("?")
        - 2.5 * (not stated and bool(_BACKGROUND.search(sentence)))
        - 2.5 * bool(_POINTS_BACK.search(text))
        - 1.5 * (points_back and not joins)
        - 1.5 * (len(text.split()) < 9 and not joins)
        - 1.0 * (len(text) > 420)
        - 0.15 * min(place, 8)
    )
    return Claim(place, sentence, text, stated, score, points_back, is_second, is_offer)
