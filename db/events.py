"""A platform's events that were taken up, by the platform's own name of them; forgotten after a day."""

from datetime import datetime, timedelta

from sqlite_utils import Database

from db.rows import instant

KEPT = timedelta(hours=24)


class Events:
    """Tells the first time of an event from every later one."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def first_time(self, name: str, now: datetime) -> bool:
        """Whether the event is new within KEPT; from then on it is not."""
        self.db.execute("DELETE FROM seen_events WHERE seen < ?", [instant(now - KEPT)])
        return bool(
            self.db.execute(
                "INSERT OR IGNORE INTO seen_events(name, seen) VALUES (?, ?)", [name, instant(now)]
            ).rowcount
        )
