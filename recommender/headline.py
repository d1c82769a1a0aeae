"""Display title and one-sentence summary of an abstract, made of the abstract's own words. Works on plain text.

Owns the choice among an abstract's claims and the summary's shape. Claims are contribution.py's, titles titles.py's.
"""

import re
from dataclasses import dataclass

from recommender.abstracts.clipping import clip
from recommender.abstracts.contribution import Claim, claims
from recommender.abstracts.leads import capitalised
from recommender.abstracts.titles import LONGEST_TITLE, Usage, made_title, name_of
from recommender.characters import word_set

LONGEST_SUMMARY = 300

# A sentence with a lower score reports trials or offers code: nothing to end a summary with.
_UNFIT = -3.0
# Summaries with fewer words than this take in the sentence that follows.
_SHORT_SUMMARY = 9
_ORDINARY = word_set(
    "A An By For From Here In It On Our Rather The This These To Under Using We With They Instead Unlike"
)


@dataclass(frozen=True, slots=True)
class Headline:
    """What stands for an abstract on a card: a title of ours, and the sentence that says what the paper adds."""

    title: str
    summary: str


def headline(abstract_plain: str) -> Headline:
    """Title and summary of an abstract given as plain text; both are '' when it is.

    The title has at most LONGEST_TITLE characters, the summary at most LONGEST_SUMMARY; neither cuts a word, unless one
    word alone is longer.
    """
    found = claims(abstract_plain)
    usage = Usage.of(abstract_plain)
    return Headline(_title(found, usage), _summary(found, usage))


def summary(abstract_plain: str) -> str:
    """The one sentence of the abstract that says what the paper adds, tidied; '' for an empty abstract."""
    return _summary(claims(abstract_plain), Usage.of(abstract_plain))


def _title(found: list[Claim], usage: Usage) -> str:
    """The best title that a statement yields; without a good one, the beginning of the sentence that is the summary."""
    if not found:
        return ""
    made = [made_title(claim, statement, usage) for claim in found for statement in claim.statements]
    title, worth = max(made, key=lambda entry: entry[1], default=("", 0.0))
    if title and worth > 0:
        return title
    return capitalised(clip(_chosen(found, usage).text, LONGEST_TITLE).text)


def _summary(found: list[Claim], usage: Usage) -> str:
    if not found:
        return ""
    best = _chosen(found, usage)
    text = best.text
    following = found[best.place + 1] if best.place + 1 < len(found) else None
    if best.points_back and best.place:
        text = f"{_last_clause(found[best.place - 1].sentence)}; {_lowered(text)}"
    elif len(text.split()) < _SHORT_SUMMARY and following is not None and following.score > _UNFIT:
        text = f"{text.rstrip('.!')}; {_lowered(following.sentence)}"
    if len(text) <= LONGEST_SUMMARY:
        return text
    return clip(text, LONGEST_SUMMARY - 1).text.rstrip(".") + "."


def _chosen(found: list[Claim], usage: Usage) -> Claim:
    """The claim that states the contribution best, the earliest of equals."""
    return max(found, key=lambda claim: claim.score + _fame(claim, usage))


def _fame(claim: Claim, usage: Usage) -> float:
    """What it adds to a sentence that it gives a name of which the abstract goes on to speak."""
    names = [name for statement in claim.statements if (name := name_of(statement)) is not None]
    fame = max((0.3 * min(usage.of_name(name), 5) for name in names), default=0.0)
    return fame + 1.5 * (claim.is_second and bool(names))


def _last_clause(sentence: str) -> str:
    """The end of a sentence from its last colon or semicolon on, if that leaves a clause worth the name."""
    whole = sentence.rstrip(".?!")
    clause = re.split(r"[:;] ", whole)[-1]
    return capitalised(clause) if len(clause.split()) >= 6 else whole


def _lowered(sentence: str) -> str:
    """A sentence to follow a semicolon: its first word in lower case when that is an ordinary one."""
    return sentence[0].lower() + sentence[1:] if sentence.split(" ", 1)[0] in _ORDINARY else sentence
