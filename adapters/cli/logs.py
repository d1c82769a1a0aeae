"""Logging of the running bot: one line an event, as text or JSON, with whatever looks like a token blotted out."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

TOKENS = re.compile(
    r"xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|xoxe\.[\w.-]{8,}|[MNO][\w-]{22,28}\.[\w-]{5,8}\.[\w-]{25,}|Bearer\s+\S{12,}"
)
BLOT = "[token]"
NOISY = {"slack_bolt": logging.WARNING, "slack_sdk": logging.WARNING, "apscheduler": logging.WARNING}
"""SDKs that would log whole requests, with what people wrote, below this level."""


class Redacting(logging.Formatter):
    """A formatter whose lines hold no token, wherever it stood."""

    def format(self, record: logging.LogRecord) -> str:
        """One line for an event, and its traceback where it has one."""
        return TOKENS.sub(BLOT, self.line(record))

    def line(self, record: logging.LogRecord) -> str:
        """The line as text: instant, level, place, words."""
        when = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        words = f"{when} {record.levelname:<7} {record.name}: {record.getMessage()}"
        return f"{words}\n{self.formatException(record.exc_info)}" if record.exc_info else words


class JsonLines(Redacting):
    """The same as one JSON object a line."""

    def line(self, record: logging.LogRecord) -> str:
        """The event as JSON."""
        event = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            event["traceback"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False)


def set_up(form: str, level: str) -> None:
    """Log to standard error in this form from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Redacting())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in NOISY.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))
