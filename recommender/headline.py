"""Display title and one-sentence summary of an abstract, made of the abstract's own words. Works on plain text.

Which sentence states the contribution is contribution.py's, which name it gives is names.py's, where to cut is
clipping.py's; here they are put into the shape of a title and of a summary.
"""

import re
from collections import Counter
from dataclasses import dataclass

from recommender.clipping import Clip, clip, finished
from recommender.contribution import Claim, Cue, Statement, capitalised, claims
from recommender.names import Named, long_form, named

LONGEST_TITLE = 120
LONGEST_SUMMARY = 300


@dataclass(frozen=True, slots=True)
class Headline:
    """What stands for an abstract on a card: a title of ours, and the sentence that says what the paper adds."""

    title: str
    summary: str


_VERBS = (
    r"(?:show|prove|introduce|propose|unify|derive|demonstrate|analy[sz]e|develop|use|apply|train|evaluate|verify|provide"
    r"|establish|find|study|validate|identify|investigate|present|design|discuss|explore|argue|compare|examine)"
)
_SECOND_VERB = re.compile(rf",? and (?:\w+ly |then |also )?{_VERBS} .*$")
_THAT = re.compile(r"^(?:instead |here |therefore |both )?(?:that|how|on|to|as)\b,? ", re.IGNORECASE)
_MEANS = re.compile(r"^(?:through|via|by|using|both|theoretically|empirically|analytically|for)\b[^.;:]{0,90}? that,? ")
_CONDITION = re.compile(r"^(?:under|in|for|given|when|if|with|on) [^,]{50,160}, (?=\S)")
_NUMBER = re.compile(r"^\(\w{1,3}\) ")
_WHETHER = re.compile(
    r"^(?:the question of )?(?:whether|if) (?P<who>[^,;:]{3,70}?) (?P<modal>can|could|should|do|does|is|are|will) (?P<what>.+)$"
)
_POINTING = re.compile(r"^(?:this|these|such|those|both) (?=[\w-]+ [\w-]+)", re.IGNORECASE)
_ASIDE = re.compile(r"\b(that|which), (?:like|unlike|akin to|similar to|in contrast to|under|for|given)\b[^,]{0,90}, ")
_DETOUR = re.compile(r": (?:instead of|rather than|unlike|by)\b[^,]{0,90}, (?=it |they |we )")
_WORD = re.compile(r"[\w³²-]+")
_COUNTED = re.compile(r"(?:two|three|four|five|several|some|the following) ", re.IGNORECASE)
_PLAIN_BEGINNING = -2.0
_ROUND = re.compile(r" \([^()]{3,80}\)")
_ADDED = re.compile(r" (?:similarly|also|likewise|thus|indeed) ")
_MOREOVER = re.compile(
    r", (?:and )?(?:more generally|in particular|especially|namely|for example|for instance)\b[^,]{0,100}, "
)
_FOR_THIS = re.compile(r" (?:for|to) (?:this|these) \w+(?=,)")
_PURPOSE = re.compile(r",? (?:to|that) (?:\w+ly )?(?:\w+ )?(?:this|these|such|those) \w+.*$")
_PRAISE = re.compile(r"^(?P<article>[Aa]) (?:novel|new) (?=[^aeiouAEIOU])|^(?P<kept>[Tt]he) (?:novel|new) ")
_GENERIC = re.compile(r"^(?:an?|the|two|three) (?:\w+ )?\w+: (?=\w+ing )")


def headline(abstract_plain: str) -> Headline:
    """Title and summary of an abstract given as plain text; both are empty when it is."""
    found = claims(abstract_plain)
    words = Counter(_WORD.findall(abstract_plain))
    return Headline(_title(found, abstract_plain, words), _summary(found, words))


def summary(abstract_plain: str) -> str:
    """The sentence of the abstract that says what the paper adds, or '' for an empty abstract."""
    return _summary(claims(abstract_plain), Counter(_WORD.findall(abstract_plain)))


def _summary(found: list[Claim], words: Counter[str]) -> str:
    if not found:
        return ""
    best = max(found, key=lambda claim: claim.score + _fame(claim, words))
    text = best.text
    following = found[best.place + 1] if best.place + 1 < len(found) else None
    if len(text.split()) < 9 and following is not None and following.score > -10:
        text = f"{text.rstrip('.!')}; {_lowered(following.sentence)}"
    elif best.points_back and best.place:
        text = f"{_last_clause(found[best.place - 1].sentence)}; {_lowered(text)}"
    if len(text) <= LONGEST_SUMMARY:
        return text
    return clip(text, LONGEST_SUMMARY - 1).text.rstrip(".") + "."


def _fame(claim: Claim, words: Counter[str]) -> float:
    """What it adds to a sentence that it gives a name of which the abstract goes on to speak."""
    names = [name for statement in claim.statements if (name := _name_of(statement)) is not None]
    fame = max((0.3 * min(_uses(name, words), 5) for name in names), default=0.0)
    return fame + 1.5 * (claim.is_second and bool(names))


def _uses(name: Named, words: Counter[str]) -> int:
    """How often the abstract has the name's rarest word."""
    return min((words[word] for word in _WORD.findall(name.short or name.name)), default=0)


def _last_clause(sentence: str) -> str:
    """The end of a sentence from its last colon or semicolon on, if that leaves a clause worth the name."""
    clause = re.split(r"[:;] ", sentence.rstrip(".?!"))[-1]
    return capitalised(clause) if len(clause.split()) >= 6 else sentence.rstrip(".?!")


def _lowered(sentence: str) -> str:
    """A sentence to follow a semicolon: its first word in lower case when that is an ordinary short word."""
    first = sentence.split(" ", 1)[0]
    return (
        sentence[0].lower() + sentence[1:]
        if re.fullmatch(r"[A-Z][a-z]{0,7}|A", first) and first in _ORDINARY
        else sentence
    )


_ORDINARY = frozenset(
    [
        "A",
        "An",
        "By",
        "For",
        "From",
        "Here",
        "In",
        "It",
        "On",
        "Our",
        "Rather",
        "The",
        "This",
        "These",
        "To",
        "Under",
        "Using",
        "We",
        "With",
        "They",
        "Instead",
        "Unlike",
    ]
)


def _title(found: list[Claim], abstract: str, words: Counter[str]) -> str:
    """The best of the titles that the abstract's statements yield; its first sentence's beginning if there is none."""
    best, worth = "", float("-inf")
    for claim in found:
        for statement in claim.statements:
            made, value = _made_title(claim, statement, abstract, words)
            if value > worth:
                best, worth = made, value
    if not found or worth > 0:
        return best
    return capitalised(clip(found[0].text, LONGEST_TITLE).text) if worth < _PLAIN_BEGINNING else best


def _made_title(claim: Claim, statement: Statement, abstract: str, words: Counter[str]) -> tuple[str, float]:
    """The title that a statement yields, and how good it is."""
    name = _name_of(statement)
    rank = claim.score - max(other.strength for other in claim.statements) + statement.strength + 0.5 * statement.cue
    if name is not None:
        clipped = _named_title(name)
        uses = _uses(name, words)
        rank += (2.0 if uses > 1 else 0.5) + 0.3 * min(uses, 6) + 1.5 * (claim.is_second and uses > 1)
        rank += 0.8 * clipped.quality
    else:
        clipped = _nameless_title(statement, abstract)
        rank -= 2.0 * claim.is_second + 2.5 * bool(_POINTING.match(_without_that(statement.target)))
        rank -= 1.0 * clipped.text.lower().startswith("our ")
        rank += 3.0 * bool(_WHETHER.match(statement.target)) - 5.0 * (len(clipped.text.split()) < 5)
        rank += 0.5 * clipped.quality - 1.5 * bool(_COUNTED.match(clipped.text)) * (clipped.quality < 1)
    return capitalised(clipped.text), rank - 0.15 * claim.place


def _name_of(statement: Statement) -> Named | None:
    return named(statement.target) if statement.cue is Cue.MAKES else None


def _named_title(name: Named) -> Clip:
    """`NAME: gist`, with the long form of the name where the gist then still ends well."""
    gist = _PURPOSE.sub("", _ASIDE.sub(r"\1 ", _DETOUR.sub(": ", name.gist)))
    gist = _PRAISE.sub(lambda match: (match["article"] or match["kept"]) + " ", gist)
    if gist.startswith(("as ", "for ", "by ", "with ", "built ", "based ")):
        return clip(f"{name.name} {gist}", LONGEST_TITLE)
    joint = " " if name.is_clause else ": "
    best, worth = name.name, 0.35 if len(name.name.split()) > 2 else 0.0
    gist = gist if len(gist) + len(name.short or name.name) + 2 <= LONGEST_TITLE else _ROUND.sub("", gist)
    for head, bonus in ((name.name, 0.15), (name.short, 0.0)):
        room = LONGEST_TITLE - len(head) - len(joint)
        part = clip(gist, room) if head and gist and room >= 25 else Clip("", 0.0)
        if part.text and part.quality + bonus > worth:
            best, worth = head + joint + part.text, part.quality + bonus
    return Clip(clip(best, LONGEST_TITLE).text, min(worth, 1.0))


def _without_that(target: str) -> str:
    return _NUMBER.sub("", _THAT.sub("", _MEANS.sub("", target)))


def _nameless_title(statement: Statement, abstract: str) -> Clip:
    """What the statement says, without `We show that` and the like."""
    text = _without_that(statement.target).rstrip(".")
    question = _WHETHER.match(text)
    if question:
        asked = _ADDED.sub(" ", f"{question['modal'].capitalize()} {question['who']} {question['what']}")
        part = clip(_SECOND_VERB.sub("", asked), LONGEST_TITLE - 1)
        return Clip(part.text + "?", part.quality)
    text = _GENERIC.sub("", _ASIDE.sub(r"\1 ", _DETOUR.sub(": ", _SECOND_VERB.sub("", text))))
    text = _FOR_THIS.sub("", _MOREOVER.sub(" ", _NUMBER.sub("", _CONDITION.sub("", text))))
    text = _PURPOSE.sub("", _POINTING.sub("", text)) or text
    text = _PRAISE.sub(lambda match: (match["article"] or match["kept"]) + " ", text)
    part = clip(finished(text), LONGEST_TITLE)
    return Clip(_spelt_out(part.text, abstract), part.quality)


def _spelt_out(title: str, abstract: str) -> str:
    """The title with acronyms replaced by the long forms that the abstract gives, as far as there is room."""
    for match in re.finditer(r"([^(),;:—.]{3,140}?) \(([A-Z][\w-]*[A-Z]s?)\)", abstract):
        full, short = long_form(match.group(1), match.group(2)), match.group(2)
        if not full or full.lower() in title.lower():
            continue
        if not any(char.isupper() for char in full[1:]) and re.search(rf"\b{full.split()[0].lower()}\b", abstract):
            full = full[0].lower() + full[1:]
        longer = re.sub(rf"(?<![\w-]){re.escape(short)}(?![\w-]| ?\))", full.replace("\\", ""), title, count=1)
        title = longer if len(longer) <= LONGEST_TITLE else title
    return title
