"""/health and Prometheus' /metrics on a port of this machine, in a thread of its own with a connection of its own."""

import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.errors import SettingsError
from bot.report import Report, report
from db.store import open_store

logger = logging.getLogger(__name__)


class Figures(Collector):
    """The report's figures as gauges."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """All gauges, read now."""
        found = read(self._folder)
        now = datetime.now(UTC)
        beat = (now - found.heartbeat).total_seconds() if found.heartbeat else float("inf")
        yield GaugeMetricFamily("paperround_heartbeat_age_seconds", "Seconds since the last tick.", beat)
        yield GaugeMetricFamily("paperround_papers", "Papers kept.", found.model.papers)
        yield GaugeMetricFamily("paperround_people", "People known.", found.people)
        yield GaugeMetricFamily("paperround_votes_week", "Answers given in a week.", found.votes_this_week)
        yield GaugeMetricFamily("paperround_targets_resting", "Targets that rest with a code.", len(found.paused))
        for name, words, counts in (
            ("paperround_digests_day", "Digests of the last day by state.", found.slots),
            ("paperround_posts_day", "Posts of the last day by state.", found.posts),
        ):
            gauge = GaugeMetricFamily(name, words, labels=["state"])
            for state, count in counts.items():
                gauge.add_metric([state], count)
            yield gauge
        sources = GaugeMetricFamily("paperround_source_stalled", "1 for a stalled source.", labels=["source"])
        for source in found.sources:
            sources.add_metric([source.name], float(source.standing == "stalled"))
        yield sources


def read(folder: Path) -> Report:
    """The report of a data folder, by a connection of its own."""
    store = open_store(folder)
    try:
        return report(store, datetime.now(UTC))
    finally:
        store.close()


def serve(folder: Path, host: str, port: int) -> ThreadingHTTPServer:
    """Start serving in a thread; `shutdown()` ends it. Raises SettingsError when the port is taken."""
    registry = CollectorRegistry()
    registry.register(Figures(folder))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/metrics":
                self._answer(200, "text/plain; version=0.0.4; charset=utf-8", generate_latest(registry))
            elif self.path == "/health":
                alive = read(folder).alive
                self._answer(200 if alive else 503, "application/json", json.dumps({"alive": alive}).encode())
            else:
                self._answer(404, "text/plain", b"Ask for /health or /metrics.\n")

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            logger.debug(format, *args)

    try:
        server = ThreadingHTTPServer((host, port), Handler)
    except OSError as error:
        raise SettingsError(
            f"{host}:{port} cannot be listened on ({error.strerror}). Set operation.metrics_port to a free port, or 0."
        ) from error
    server.daemon_threads = True
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
