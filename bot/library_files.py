"""What a person's library file holds, whatever its format: entries with their groups, and what could not be used."""

from dataclasses import dataclass
from typing import Protocol

from bot.ports import Problem, Record
from db.models import SourceId


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """One reference. `groups` are the collections, groups or folders it is filed under; `year` is 0 when unknown."""

    record: Record
    groups: tuple[str, ...] = ()
    year: int = 0

    @property
    def has_abstract(self) -> bool:
        """Whether the record has more than a title."""
        return bool(self.record.abstract.strip())


@dataclass(frozen=True, slots=True)
class Library:
    """A file's references in its order. `wanted` are ids and links without any words: to be looked up."""

    format: str
    entries: tuple[LibraryEntry, ...] = ()
    wanted: tuple[SourceId, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def total(self) -> int:
        """How many references the file had."""
        return len(self.entries) + len(self.wanted) + len(self.problems)


class LibraryReader(Protocol):
    """Reads a library from a file's bytes or a pasted text."""

    def __call__(self, body: bytes, name: str) -> Library:
        """The library. Raises SourceError with a sentence when the file is none that is read."""
