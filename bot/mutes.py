"""Which papers a profile's mutes hide, and by which rule."""

import re
from collections.abc import Collection, Sequence

from db.models import Paper, Rule, Subject, Verb
from recommender.folding import fold


def hidden_by(rules: Sequence[Rule], papers: Sequence[Paper], allowed: Collection[int] = ()) -> dict[int, Rule]:
    """Keys of the hidden papers with the first rule that hides each; papers in `allowed` were called wrongly hidden."""
    mutes = [rule for rule in rules if rule.verb is Verb.MUTE]
    hidden: dict[int, Rule] = {}
    for paper in papers:
        if paper.key in allowed or not mutes:
            continue
        rule = next((rule for rule in mutes if matches(rule, paper)), None)
        if rule is not None:
            hidden[paper.key] = rule
    return hidden


def matches(rule: Rule, paper: Paper) -> bool:
    """Whether a rule's words, author or category are the paper's; whole words, any case, accents folded."""
    if rule.subject is Subject.AUTHOR:
        return fold(rule.value) in {fold(author) for author in paper.authors}
    if rule.subject is Subject.CATEGORY:
        return fold(rule.value) in {fold(category) for category in paper.categories}
    if rule.subject is Subject.PAPER:
        return rule.paper == paper.key
    words = r"\W+".join(re.escape(word) + "(?:s|es)?" for word in fold(rule.value).split())
    return bool(words and re.search(rf"\b{words}\b", fold(f"{paper.title} {paper.abstract}")))
