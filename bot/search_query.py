"""From what a person types after `search` to a Search: words and the fields author, category, source, after, saved."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.errors import WrongArgument
from bot.texts import search as texts
from db.papers import Search, search_words

FIELD = re.compile(r'\b(author|category|source|after|saved):(?:"([^"]*)"|(\S*))', re.IGNORECASE)
MAX_QUERY = 20_000


def read_search(typed: str, saved: Sequence[int]) -> Search | None:
    """The search that was typed, None when it names neither a word nor a field.

    Raises WrongArgument for a date that is none.
    """
    fields: dict[str, str] = {}
    for name, quoted, word in FIELD.findall(typed[:MAX_QUERY]):
        fields[name.lower()] = quoted or word
    words = FIELD.sub(" ", typed[:MAX_QUERY])
    among = tuple(saved) if fields.get("saved", "").lower() in ("yes", "true", "1") else None
    query = Search(
        words=words,
        author=fields.get("author", ""),
        category=fields.get("category", ""),
        source=fields.get("source", ""),
        after=_day(fields["after"]) if fields.get("after") else None,
        among=among,
    )
    narrowed = query.author or query.category or query.source or query.after or among is not None
    return query if search_words(words) or narrowed else None


def _day(given: str) -> datetime:
    try:
        return datetime.fromisoformat(given).replace(tzinfo=UTC)
    except ValueError as error:
        raise WrongArgument(texts.not_a_day(given)) from error
