"""arXiv's archives and categories, and the sets by which its OAI-PMH server knows them."""

import re

from bot.errors import SourceError

OWN_GROUP = ("cs", "econ", "eess", "math", "physics", "q-bio", "q-fin", "stat")
PHYSICS = (
    "astro-ph", "cond-mat", "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math-ph", "nlin", "nucl-ex", "nucl-th",
    "quant-ph",
)  # fmt: skip
WITHOUT_CLASSES = frozenset(PHYSICS) - {"astro-ph", "cond-mat", "nlin"}
_CATEGORY = re.compile(r"(?P<archive>[a-z-]{2,9})(?:\.(?P<kind>[A-Za-z-]{2,9}))?")


def category(given: str) -> str:
    """A category or archive in arXiv's own spelling (`cs.LG`, `hep-th`, `cs`). Raises SourceError when there is none.

    Whether a class exists in its archive is arXiv's to say; archives are known here.
    """
    text = given.strip().removeprefix("arxiv:").strip()
    archive, dot, kind = text.partition(".")
    archive = archive.lower()
    kind = kind.upper() if len(kind) == 2 else kind.lower()
    found = _CATEGORY.fullmatch(f"{archive}{dot}{kind}")
    if found is None or archive not in (*OWN_GROUP, *PHYSICS) or (kind and archive in WITHOUT_CLASSES):
        raise SourceError(
            f"“{given[:40]}” is no category of arXiv. Examples: cs.LG, stat.ML, hep-th, or cs for the whole archive."
        )
    return found[0]


def oai_set(name: str) -> str:
    """The OAI-PMH set of a category or archive: `cs:cs:LG`, `physics:hep-th`, `physics:astro-ph:GA`."""
    archive, _, kind = name.partition(".")
    group = archive if archive in OWN_GROUP else "physics"
    return ":".join(part for part in (group, archive, kind) if part)


def belongs(categories: tuple[str, ...], name: str) -> bool:
    """Whether the first category, the primary one, is this category or of this archive."""
    return bool(categories) and (categories[0] == name or categories[0].startswith(f"{name}."))
