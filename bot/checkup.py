"""What a check found, as `paperround doctor` tells it. Platforms bring checks of their own in this form."""

from dataclasses import dataclass

FINE, WARNING, WRONG = "ok", "look", "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was checked, how it is (FINE, WARNING or WRONG), and what to do about it."""

    name: str
    state: str
    words: str
