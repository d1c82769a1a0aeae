"""The error tree as commands and sources meet it. `str(error)` is the sentence the user reads; the log has the rest.

PaperroundError (db.errors)
├── StoreError ...          storage (db.errors)
├── SettingsError           a setting is missing or wrong
├── SourceError             a source answered badly or not at all
│   └── SourceBusy          it asked to be left alone for a while
└── UserError               the person can put it right
    ├── UnknownCommand      no such command; the nearest is named
    ├── WrongArgument       the usage is shown
    ├── NotFound            nothing fits what was named
    ├── Ambiguous           several papers fit; they are shown
    ├── NotAllowed          somebody else may do it; the sentence names who
    └── TooFast             the flood limit; the sentence says when
"""

from collections.abc import Sequence

from db.errors import PaperroundError
from db.models import Paper


class SettingsError(PaperroundError):
    """A setting is missing or wrong; the sentence names it and its place."""


class SourceError(PaperroundError):
    """A source answered badly or not at all; the sentence names it and the reason."""


class SourceBusy(SourceError):  # noqa: N818 - named for what was met
    """A source wants to be left alone for `seconds`."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class UserError(PaperroundError):
    """The person who typed can put it right."""


class UnknownCommand(UserError):  # noqa: N818 - named for what was met
    """No command has this name."""


class WrongArgument(UserError):  # noqa: N818
    """A command's words do not fit its usage."""


class NotFound(UserError):  # noqa: N818
    """Nothing fits what was named."""


class NotAllowed(UserError):  # noqa: N818
    """The person may not do this."""


class TooFast(UserError):  # noqa: N818
    """Too many commands in too short a time."""


class Ambiguous(UserError):  # noqa: N818
    """Several papers fit the words; `candidates` are they."""

    def __init__(self, message: str, candidates: Sequence[Paper]) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)
