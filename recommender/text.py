"""Text of papers: marked-up source to spans and plain text, names, ids, and the limit at the door.

The one place other rooms import text functions from. Knows no source, no platform's syntax, and no HTML.
"""

import hashlib
import re

from recommender.characters import clean_text, fold
from recommender.markup.spans import parse_markup
from recommender.sentences import sentences, tokens

__all__ = [
    "MAX_ABSTRACT",
    "clean_text",
    "fold",
    "limit_abstract",
    "parse_markup",
    "plain_name",
    "plain_text",
    "seed_id",
    "sentences",
    "tokens",
]

MAX_ABSTRACT = 20_000
"""Characters of an abstract that are kept."""

_LAST_WORD = re.compile(r"\s\S{0,200}\Z")


def plain_text(raw: str) -> str:
    """`raw` (TeX, Markdown, Unicode) as clean plain text on one line, without a trace of markup."""
    return clean_text("".join(span.text for span in parse_markup(raw)))


def plain_name(raw: str) -> str:
    r"""A person's name out of TeX (`Andr\'e`, `{\v C}apek`): as `plain_text`, but stars and underscores stay."""
    return clean_text("".join(span.text for span in parse_markup(raw, markdown=False)))


def limit_abstract(raw: str) -> tuple[str, bool]:
    """`raw`, cut after a word to at most MAX_ABSTRACT characters, and whether it was cut."""
    if len(raw) <= MAX_ABSTRACT:
        return raw, False
    kept = raw[: MAX_ABSTRACT + 1]
    return (_LAST_WORD.sub("", kept) if _LAST_WORD.search(kept) else kept[:MAX_ABSTRACT]).rstrip(), True


def seed_id(text: str) -> str:
    """The public id of an abstract that came without one: `seed:` and 12 hex digits.

    The same for any spacing, case and Unicode composition of the same words, and for any place in any file.
    """
    canonical = clean_text(text).casefold()
    return "seed:" + hashlib.sha256(canonical.encode()).hexdigest()[:12]
