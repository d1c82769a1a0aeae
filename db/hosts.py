"""When a host may be asked again: one request at a time and a pause between two, for all processes on the machine.

Times are seconds since 1970, given by the caller. A time further ahead than anything we write means that the clock was
set back, and is ignored.
"""

from sqlite_utils import Database

LONGEST_LEASE = 600.0
LONGEST_COOLING = 86_400.0


class Hosts:
    """The hosts table. Call inside a transaction, so that two processes cannot both get the turn."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def take(self, host: str, now: float, interval: float, lease: float) -> float:
        """0 when it is the caller's turn (then it is taken, for at most `lease` seconds), else seconds to wait."""
        wait = max(self.cooling(host, now)[0], self._wait(host, now))
        if wait > 0:
            return wait
        self.db.execute(
            "INSERT INTO hosts(host, free_at, leased_until) VALUES (:host, :free, :leased) "
            "ON CONFLICT (host) DO UPDATE SET free_at = :free, leased_until = :leased",
            {"host": host, "free": now + interval, "leased": now + min(lease, LONGEST_LEASE)},
        )
        return 0.0

    def give_back(self, host: str) -> None:
        """The request is over; the pause since its start still holds."""
        self.db.execute("UPDATE hosts SET leased_until = 0 WHERE host = ?", [host])

    def cool(self, host: str, until: float, reason: str) -> None:
        """Ask this host nothing until then; a longer cooling that is noted stays."""
        self.db.execute(
            "INSERT INTO hosts(host, cooled_until, reason) VALUES (:host, :until, :reason) "
            "ON CONFLICT (host) DO UPDATE SET cooled_until = max(cooled_until, :until), reason = :reason",
            {"host": host, "until": until, "reason": reason},
        )

    def cooling(self, host: str, now: float) -> tuple[float, str]:
        """Seconds until the cooling is over (0 when there is none) and its reason."""
        row = self.db.execute("SELECT cooled_until, reason FROM hosts WHERE host = ?", [host]).fetchone()
        if row is None or not 0 < row[0] - now <= LONGEST_COOLING:
            return 0.0, ""
        return float(row[0]) - now, str(row[1])

    def _wait(self, host: str, now: float) -> float:
        row = self.db.execute("SELECT free_at, leased_until FROM hosts WHERE host = ?", [host]).fetchone()
        times = () if row is None else tuple(float(value) - now for value in row)
        return max((wait for wait in times if 0 < wait <= LONGEST_LEASE), default=0.0)
