"""Shortening a phrase or a sentence without leaving half a thought: cuts end a clause or a phrase, never a word."""

import re
from dataclasses import dataclass

from recommender.characters import clean_text


@dataclass(frozen=True, slots=True)
class Clip:
    """A shortened text and how well it ends: 1.0 uncut, 0 cut between any two words."""

    text: str
    quality: float


_CLAUSE = re.compile(
    r"(?P<strong>; | ?— ?| – |,? and \(\w+\)"
    r"|, \w{3,}ed (?:per|by|with|from|in|on|to|for|as|using|over|through)\b"
    r"|, (?:which|where|while|whose|in which|under which|so|but|by|as|based|built|rather|instead|including|such as"
    r"|thereby|with|without|unlike|each|all|then|and (?:we|how|that|which|show|introduce|propose|demonstrate|prove"
    r"|establish|find|develop|derive|provide|more)|\w{3,}ing)\b)"
    r"|(?P<doing>: (?=\w+ing\b))|(?P<colon>: )"
    r"|(?P<middle> (?:which|where|while|whose|in which|by (?:\w+ly )?\w+ing|via|without|rather than|instead of|so that"
    r"|because|using|through|when|if|leveraging|but|achieving|enabling"
    r"|and (?:show|prove|introduce|propose|unify|derive)\b)\b)"
    r"|(?P<weak> (?:with|for|under|across|in|on|over|from|that|into|to|and|at|within|by|of|during|after|before|than"
    r"|along|toward|towards|between|given|requiring|representing|containing|describing|involving|consisting|allowing"
    r"|exploiting|relying|capturing)\b)"
)
_QUALITY = {"strong": 0.75, "doing": 0.6, "colon": 0.45, "middle": 0.5, "weak": 0.3}
_TRAILING = re.compile(
    r"(?:[\s,;:—–(]+(?:an?|the|of|and|or|to|in|on|for|with|by|from|that|which|as|at|its|their|is|are|be|both|between|via"
    r"|it|can|may|we|this|these|using|toward|such|each|any|all|into|than|more|less|"
    r"if|when|but|while|within|under|over|has|have|via|given|i\.e\.|e\.g\.)|[\s,;:—–(]+)$"
)
_HANGING = re.compile(r" (?:\w{3,}(?<!e)ed|built|given|drawn|shown|able|according|due|compared|relative|prior)$")
_OPEN_PAIR = re.compile(r"\b(?:between|both|either) (?:(?! (?:and|or) )[^,])*$")
_OPEN_NEGATION = re.compile(r"\bnot (?:only )?(?:(?! but )[^;:])*$")
_OPEN_CLAUSE = re.compile(r"\b(?:that|which|whether|how|what|where|when|if|because|than)(?: \S+){0,2}$|: \S+( \S+)?$")
_LISTING = re.compile(r": [^;:]*$")
_LIST_GOES_ON = re.compile(r",? (?:and|or) |(?!,? (?:which|where|while)\b)[^.;:]*, (?:and|or) ")
_LIST_ITEM = re.compile(r", (?:\S+ ){0,2}\S+$")
_OPEN_VERB = re.compile(
    r"\b(?:(?P<as>treat|view|cast|recast|fram|regard|formulat|reformulat|interpret|represent)|(?P<with>replac|substitut))"
    r"(?:s|es|e|ing)? (?:(?! (?:as|with|by) ).)*$"
)
_NARROWED = re.compile(r"\b(?:only|not|just|without|no|as|requiring|solely|merely)$")


def clip(text: str, limit: int) -> Clip:
    """`text` in at most `limit` characters: whole if it fits, else cut where a clause or at least a phrase ends."""
    text = clean_text(text).rstrip(" .,;:")
    if len(text) <= limit:
        return Clip(text, 1.0)
    best, worth = Clip("", 0.0), 0.0
    for match in _CLAUSE.finditer(text, 0, limit + 20):
        if match.start() > limit or match.start() < min(25, limit // 3):
            continue
        kind = str(match.lastgroup)
        kept = finished(text[: match.start()], hanging=kind == "weak")
        value = _QUALITY[kind] + 0.9 * len(kept) / limit - 0.2 * (match.group().strip() in ("of", "between"))
        value -= 0.8 * _splits_list(kept, text[match.start() :])
        if value > worth and _is_whole(kept) and not _lacks_complement(kept, text[match.start() :]):
            best, worth = Clip(kept, min(_QUALITY[kind], value)), value
    return best if best.text else Clip(finished(_at_a_word(text, limit), hanging=False), 0.0)


def _at_a_word(text: str, limit: int) -> str:
    """The longest run of whole words that fits, or a plain cut of one endless word."""
    return text[: limit + 1].rpartition(" ")[0] or text[:limit]


def finished(text: str, *, hanging: bool = True) -> str:
    """`text` without function words and punctuation at its end that ask for more."""
    for _ in range(4):
        shorter = _TRAILING.sub("", text)
        if hanging:
            shorter = _HANGING.sub("", shorter)
        if shorter == text:
            break
        text = shorter
    return text


def _is_whole(kept: str) -> bool:
    """Whether the cut leaves no bracket, pair, negation or clause open."""
    if not kept or kept.count("(") != kept.count(")") or kept.count("“") != kept.count("”"):
        return False
    tail = kept[-300:]
    return not any(pattern.search(tail) for pattern in (_OPEN_NEGATION, _OPEN_CLAUSE, _NARROWED))


def _splits_list(kept: str, rest: str) -> bool:
    """Whether the cut keeps some items of a list and leaves out others."""
    if _LISTING.search(kept[-300:]) and _LIST_GOES_ON.match(rest):
        return True
    return bool(re.match(r",? (?:and|or)\b", rest) and _LIST_ITEM.search(kept[-300:]))


def _lacks_complement(kept: str, rest: str) -> bool:
    """Whether a second half is cut off: `treats X (as Y)`, `replaces X (with Y)`, `between X (and Y)`."""
    if _OPEN_PAIR.search(kept[-300:]) and re.match(r"[^,;:.]{0,60} (?:and|or)\b", rest):
        return True
    verb = _OPEN_VERB.search(kept[-300:])
    if verb is None:
        return False
    return bool(re.match(r"[^,;:.]{0,80}\bas\b" if verb["as"] else r"[^,;:.]{0,80}\b(?:with|by)\b", rest))
