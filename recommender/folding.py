"""The form in which words, authors and categories are compared. It knows nothing of papers or weights."""

import unicodedata


def fold(text: str) -> str:
    """`text` in lower case, without diacritics, its white space collapsed."""
    decomposed = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).casefold().split())
