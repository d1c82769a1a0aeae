"""Making a sentence of an abstract stand alone: leads, adverbs and asides that only point back are dropped.

Only whole phrases go; every word that stays is the author's. Knows nothing of what a sentence is worth.
"""

import re

_PAPERS = r"(?:paper|work|article|study|survey|thesis|report|review|letter|note|manuscript|chapter)"
SUBJECT = (
    rf"(?:we|(?:in )?(?:this|the present|our) (?:[a-z]+ )?{_PAPERS}(?:,? we)?"
    r"|our (?:\w+ )?(?:contributions?|goals?|aims?|focus) (?:is|are)(?: to| on)?|the authors)"
)
"""A pattern of what authors call themselves or their paper as a subject."""

STATED = re.compile(rf"\b(?:in )?(?:this|the present|our) (?:[a-z]+ )?{_PAPERS}\b", re.IGNORECASE)
"""`in this paper` and the like: the sentence speaks of the whole."""

_JOINS = (
    r"(?:however|therefore|thus|hence|accordingly|consequently|specifically|concretely|in particular|here|to this end"
    r"|toward this end|moreover|further|furthermore|additionally|finally|lastly|first|second|third|in addition"
    rf"|in response|notably|importantly|in this (?:[a-z]+ )?(?:{_PAPERS}|context|setting|regard)"
    r"|in light of this|as a result|overall|instead|in contrast|by contrast|next|then|also|surprisingly|interestingly"
    r"|together|empirically|theoretically|yet|still|nevertheless)"
)
_POINTS = r"\b(?=[^,]{0,60}\b(?:this|these|such|those|it|them|both)\b)[^,]{0,160}"
_REMEDY = r"(?:address|tackle|overcome|bridge|resolve|fill|close|mitigate|solve|remedy|alleviate)"
_LEAD = re.compile(
    rf"^(?:{_JOINS}(?:,|(?= (?:we|this paper|this work|our|the authors)\b))"
    rf"|(?:to (?:{_REMEDY}|handle|combat|meet|answer|promote|facilitate|achieve|do|enable|pinpoint|study|unlock"
    r"|highlight)"
    r"|motivated by|building (?:up)?on|based on|inspired by|leveraging|given|using|under|with|following|guided by"
    r"|driven by|armed with|from|by|for|on|as|although|though|while|whereas|since|because|unlike|when)"
    rf"{_POINTS},|to {_REMEDY} (?:the|a)\b[^,]{{0,160}},)\s+(?=\S)",
    re.IGNORECASE,
)
_MAIN_CLAUSE = re.compile(rf"(?:{SUBJECT}|[\w-]+ (?:is|are|can|has|have)|the|our|a|an|[A-Z])", re.IGNORECASE)
_LONG_LEAD = re.compile(r"^(?:\w+ing|based|motivated|inspired)\b.{100,400}?, (?=we \w+)", re.IGNORECASE)
_LONG_SENTENCE = 250
_SHORT_PURPOSE = re.compile(r"^To \w+ [^,]{0,30}, (?=we \w+)")
_SECONDLY = re.compile(
    r"^We (?:further|also|then|additionally|finally|next|first|therefore|thus|hence|instead)\b(?! to\b)"
)
_AND_MAKES = re.compile(
    r"^We \w+ (?:this|these|it|them|such)\b[^,;]{0,80}? and (?=(?:propose|introduce|develop|present|design) )"
)
_TO_CLOSE = re.compile(rf", to {_REMEDY} (?:this|these|such) \w+(?P<next>,|\.| without| by )")
_BY_WAY = re.compile(
    rf" that (?:\w+ly )?{_REMEDY}e?s (?:this|these|such|both)(?: \w+)? by (?=\w+ing\b)",
)
_FOR_THIS = re.compile(r" (?:for|to) (?:this|these) \w+(?=,)")
_PLURAL_SUCH = re.compile(r" such (?!as\b|that\b)(?=(?:[\w-]+ )?[\w-]+s\b)")


def tidied(sentence: str) -> str:
    """The sentence without a lead that only joins it to the one before (`To address this, we …`), and the like."""
    for _ in range(2):
        lead = _LEAD.match(sentence)
        if lead is None or not _MAIN_CLAUSE.match(sentence, lead.end()):
            break
        sentence = capitalised(sentence[lead.end() :])
    long_lead = _LONG_LEAD.match(sentence)
    if long_lead and len(sentence) > _LONG_SENTENCE:
        sentence = capitalised(sentence[long_lead.end() :])
    sentence = capitalised(_SHORT_PURPOSE.sub("", sentence))
    sentence = _AND_MAKES.sub("We ", _SECONDLY.sub("We", sentence))
    sentence = _TO_CLOSE.sub(lambda match: ("," if match["next"][0] == " " else "") + match["next"], sentence)
    return _FOR_THIS.sub("", _BY_WAY.sub(" ", _PLURAL_SUCH.sub(" ", sentence)))


def capitalised(text: str) -> str:
    """`text` with a capital first letter, unless its first word is a name with capitals of its own (kCGM)."""
    first = re.match(r"[^\W\d_][\w'’-]*", text)
    if first is None or any(char.isupper() for char in first.group()[1:]):
        return text
    return text[0].upper() + text[1:]
