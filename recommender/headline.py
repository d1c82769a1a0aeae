"""Display title and one-sentence summary of an abstract, made of the abstract's own words. Works on plain text."""

from dataclasses import dataclass

from recommender.sentences import sentences

LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class Headline:
    """What stands for an abstract on a card: a title of ours, and the sentence that says what the paper adds."""

    title: str
    summary: str


def headline(abstract_plain: str) -> Headline:
    """Title and summary of an abstract given as plain text; both are empty when it is."""
    return Headline(_cut(summary(abstract_plain)), summary(abstract_plain))


def summary(abstract_plain: str) -> str:
    """The sentence of the abstract that says what the paper adds, or '' for an empty abstract."""
    found = sentences(abstract_plain)
    chosen = [sentence for sentence in found if " we " in f" {sentence.lower()} "]
    return (chosen or found or [""])[0]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1].rsplit(" ", 1)[0] + "…"
