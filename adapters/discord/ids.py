"""Component ids: a button's press, and behind a `#` what only Discord needs. Unique in a message, short enough.

`like?paper=~2f#a1b2c3.2` is the press `like?paper=~2f` of the server a1b2c3 (base 36), the second of its kind in its
message. The server is named in direct messages alone, where Discord does not say whose digest a button belongs to.
"""

import re

from adapters.discord import limits
from bot.message import paper_key, read_paper_key

PICK = "~pick"
"""The id of a menu whose entries are presses."""
TICK = "~tick"
"""The id of a checklist's menu."""
BUTTON_IDS = re.compile(r"(?P<press>[a-z][^#]*)(?:#(?P<rest>.*))?", re.DOTALL)
PICK_IDS = re.compile(rf"{PICK}(?:#(?P<rest>.*))?")
TICK_IDS = re.compile(rf"{TICK}(?:#(?P<rest>.*))?")


class Ids:
    """Makes the ids of one message. `home` is the server's id, empty where Discord will tell it."""

    def __init__(self, home: str = "") -> None:
        self._home = paper_key(int(home))[1:] if home.isdigit() else ""
        self._taken: set[str] = set()

    def make(self, press: str) -> str:
        """An id for this press that no other component of the message has.

        Empty when there is no room left for one: then a button of this very press stands in the message already.
        """
        numbered = [f"{press}#{self._home}.{number}" for number in range(2, limits.COMPONENTS + 1)]
        forms = [f"{press}#{self._home}" if self._home else press, *numbered, press]
        made = next((form for form in forms if len(form) <= limits.CUSTOM_ID and form not in self._taken), "")
        self._taken.add(made)
        return made


def read_home(rest: str | None) -> str:
    """The server that an id names behind its `#`, or nothing."""
    found = read_paper_key("~" + (rest or "").partition(".")[0]) if rest else None
    return str(found) if found else ""
