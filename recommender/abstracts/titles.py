"""A display title out of what an abstract states: `NAME: gist`, a claim, or a question, in the abstract's own words.

Owns the shaping of one statement into a title and how good that title is. Which statement there are is
contribution.py's, names are names.py's, cuts are clipping.py's.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from recommender.abstracts.clipping import Clip, clip, finished
from recommender.abstracts.contribution import Claim
from recommender.abstracts.cues import Cue, Statement
from recommender.abstracts.leads import capitalised
from recommender.abstracts.names import Named, long_form, named

LONGEST_TITLE = 120

_WORD = re.compile(r"[\w³²-]+")
_VERBS = (
    r"(?:show|prove|introduce|propose|unify|derive|demonstrate|analy[sz]e|develop|use|apply|train|evaluate|verify"
    r"|provide|establish|find|study|validate|identify|investigate|present|design|discuss|explore|argue|compare|examine)"
)
_SECOND_VERB = re.compile(rf",? and (?:\w+ly |then |also )?{_VERBS} .*$")
_THAT = re.compile(r"^(?:instead |here |therefore |both )?(?:that|how|on|to|as)\b,? ", re.IGNORECASE)
_MEANS = re.compile(r"^(?:through|via|by|using|both|theoretically|empirically|analytically|for)\b[^.;:]{0,90}? that,? ")
_CONDITION = re.compile(r"^(?:under|in|for|given|when|if|with|on) [^,]{50,160}, (?=\S)")
_NUMBER = re.compile(r"^\(\w{1,3}\) ")
_WHETHER = re.compile(
    r"^(?:the question of )?(?:whether|if) (?P<who>[^,;:]{3,70}?) (?P<modal>can|could|should|do|does|is|are|will)"
    r" (?P<what>.+)$"
)
_POINTING = re.compile(r"^(?:this|these|such|those|both) (?=[\w-]+ [\w-]+)", re.IGNORECASE)
_ADDED = re.compile(r" (?:similarly|also|likewise|thus|indeed) ")
_ASIDE = re.compile(r"\b(that|which), (?:like|unlike|akin to|similar to|in contrast to|under|for|given)\b[^,]{0,90}, ")
_MOREOVER = re.compile(
    r", (?:and )?(?:more generally|in particular|especially|namely|for example|for instance)\b[^,]{0,100}, "
)
_FOR_THIS = re.compile(r" (?:for|to) (?:this|these) \w+(?=,)")
_DETOUR = re.compile(r": (?:instead of|rather than|unlike|by)\b[^,]{0,90}, (?=it |they |we )")
_PURPOSE = re.compile(
    r",? (?:to|that) (?:\w+ly )?(?:\w+ )?(?:(?:this|these|such|those) \w+|(?:key |several |major |many )?"
    r"(?:challenges|limitations|issues|problems|gaps)\b).*$"
)
_ROUND = re.compile(r" \([^()]{3,80}\)")
_PRAISE = re.compile(r"^(?P<article>[Aa]|[Tt]he) (?:novel|new) (?=[^aeiouAEIOU])")
_GENERIC = re.compile(r"^(?:an?|the|two|three) (?:\w+ )?\w+: (?=\w+ing )")
_COUNTED = re.compile(r"(?:two|three|four|five|several|some|the following) ", re.IGNORECASE)
_ACRONYM = re.compile(r"([^(),;:—.]{3,140}?) \(([A-Z][\w-]{0,20}[A-Z]s?)\)")
_MOST_ACRONYMS = 30


@dataclass(frozen=True)
class Usage:
    """How an abstract uses its words: how often each, and what its acronyms stand for."""

    words: Counter[str] = field(default_factory=Counter)
    long_forms: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, abstract: str) -> "Usage":
        """The usage of an abstract given as plain text."""
        forms: dict[str, str] = {}
        for match in _ACRONYM.finditer(abstract):
            short = match.group(2)
            full = "" if short in forms or len(forms) >= _MOST_ACRONYMS else long_form(match.group(1), short)
            if full:
                forms[short] = _as_inside(full, abstract)
        return cls(Counter(_WORD.findall(abstract)), forms)

    def of_name(self, name: Named) -> int:
        """How often the abstract has the name's rarest word."""
        return min((self.words[word] for word in _WORD.findall(name.short or name.name)), default=0)


def name_of(statement: Statement) -> Named | None:
    """The name that a statement gives to what the paper makes."""
    return named(statement.target) if statement.cue is Cue.MAKES else None


def made_title(claim: Claim, statement: Statement, usage: Usage) -> tuple[str, float]:
    """The title that one statement of a claim yields, and how good it is (above 0: better than no statement at all)."""
    rank = claim.score - max(other.strength for other in claim.statements) + statement.strength + 0.5 * statement.cue
    rank -= 0.15 * claim.place
    name = name_of(statement)
    if name is not None:
        title = _named_title(name, usage)
        uses = usage.of_name(name)
        rank += (2.0 if uses > 1 else 0.5) + 0.3 * min(uses, 6) + 1.5 * (claim.is_second and uses > 1)
        return capitalised(title.text), rank + 0.8 * title.quality
    title = _nameless_title(statement, usage)
    rank -= 2.0 * claim.is_second + 2.5 * bool(_POINTING.match(_without_that(statement.target)))
    rank -= 1.0 * title.text.lower().startswith("our ") + 5.0 * (len(title.text.split()) < 5)
    rank -= 4.0 * (title.quality < 1 and ":" not in title.text and bool(_COUNTED.match(title.text)))
    rank += 4.5 * bool(_WHETHER.match(statement.target))
    return capitalised(title.text), rank + 0.5 * title.quality


def _named_title(name: Named, usage: Usage) -> Clip:
    """`NAME: gist`, with the long form of the name where the gist then still ends well."""
    gist = _PRAISE.sub(r"\g<article> ", _PURPOSE.sub("", _ASIDE.sub(r"\1 ", _DETOUR.sub(": ", name.gist))))
    if gist.startswith(("as ", "for ", "by ", "with ", "built ", "based ")):
        return clip(f"{name.name} {gist}", LONGEST_TITLE)
    joint = " " if name.is_clause else ": "
    if len(gist) + len(name.short or name.name) + len(joint) > LONGEST_TITLE:
        gist = _ROUND.sub("", gist)
    best, worth = name.name, 0.35 if len(name.name.split()) > 2 else 0.0
    for head, bonus in ((name.name, 0.15), (name.short, 0.0)):
        room = LONGEST_TITLE - len(head) - len(joint)
        part = clip(gist, room) if head and gist and room >= 25 else Clip("", 0.0)
        if part.text and part.quality + bonus > worth:
            best, worth = head + joint + _spelt_out(part.text, usage, room), part.quality + bonus
    return Clip(clip(best, LONGEST_TITLE).text, min(worth, 1.0))


def _nameless_title(statement: Statement, usage: Usage) -> Clip:
    """What the statement says, without `We show that` and the like; `whether A can B` becomes a question."""
    text = _without_that(statement.target).rstrip(".")
    question = _WHETHER.match(text)
    if question:
        asked = _ADDED.sub(" ", f"{question['modal'].capitalize()} {question['who']} {question['what']}")
        part = clip(_SECOND_VERB.sub("", asked), LONGEST_TITLE - 1)
        return Clip(part.text + "?", part.quality)
    text = _GENERIC.sub("", _ASIDE.sub(r"\1 ", _DETOUR.sub(": ", _SECOND_VERB.sub("", text))))
    text = _FOR_THIS.sub("", _MOREOVER.sub(" ", _NUMBER.sub("", _CONDITION.sub("", text))))
    text = _PURPOSE.sub("", _POINTING.sub("", text)) or text
    part = clip(finished(_PRAISE.sub(r"\g<article> ", text)), LONGEST_TITLE)
    return Clip(_spelt_out(part.text, usage, LONGEST_TITLE), part.quality)


def _without_that(target: str) -> str:
    return _NUMBER.sub("", _THAT.sub("", _MEANS.sub("", target)))


def _spelt_out(text: str, usage: Usage, room: int) -> str:
    """The text with acronyms replaced by the long forms that the abstract gives, as far as there is room."""
    for short, full in usage.long_forms.items():
        if short not in text or full.lower() in text.lower():
            continue
        longer = re.sub(rf"(?<![\w-]){re.escape(short)}(?![\w-]| ?\))", full.replace("\\", r"\\"), text, count=1)
        text = longer if len(longer) <= room else text
    return text


def _as_inside(full: str, abstract: str) -> str:
    """A long form as it reads inside a sentence: without a capital that it only owes to having begun one."""
    inside = re.search(rf"[a-z,;:] {re.escape(full.split()[0])}\b", abstract)
    return full if inside or any(char.isupper() for char in full[1:]) else full[0].lower() + full[1:]
