"""How fast papers come in: `make bench`, or `python -m benchmarks.ingest [RECORDS]`.

Records of the evaluation data through the whole door (plain text, title and summary, identity, copies, storing, search
index) and their features transformed, against a plain executemany of the same finished rows in the same run.
"""

import gzip
import json
import os
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.ingest import ingest
from bot.ports import Record
from db.models import Paper, SourceId
from db.papers import row_of
from db.store import Store, open_store
from recommender.features import FeatureModel

SHARED = Path(os.environ.get("PAPERROUND_SHARED") or Path(__file__).resolve().parents[2] / "shared")
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
FITTED_ON = 5_000
TRANSFORMED_AT_ONCE = 1_000


def records(count: int) -> list[Record]:
    """The first records of the evaluation data."""
    with gzip.open(SHARED / "data" / "ranking" / "arxiv.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for _, line in zip(range(count), file, strict=False)]
    return [
        Record(
            ids=(SourceId("arxiv", row["id"]),),
            title=row["title"],
            abstract=row["abstract"],
            authors=tuple(row["authors"]),
            categories=tuple(row["categories"]),
        )
        for row in rows
    ]


def plainly(store: Store, papers: list[Paper]) -> float:
    """Seconds for a bare executemany of finished rows, the search index included."""
    rows = [row_of(paper) for paper in papers]
    names = ", ".join(rows[0])
    values = ", ".join(f":{name}" for name in rows[0])
    started = time.monotonic()
    with store.transaction():
        store.db.conn.executemany(f"INSERT INTO papers ({names}) VALUES ({values})", rows)
    return time.monotonic() - started


def main(count: int = 100_000) -> dict[str, float]:
    """Rates in papers a second, and what it took."""
    told = records(count)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "ours")
        started, worked = time.monotonic(), time.process_time()
        taken = ingest(store, "arxiv", told, NOW)
        kept, worked = time.monotonic() - started, time.process_time() - worked
        papers = list(reversed(store.papers.recent()))
        model = FeatureModel().fit(papers[:FITTED_ON])
        started = time.monotonic()
        for start in range(0, len(papers), TRANSFORMED_AT_ONCE):
            model.transform(papers[start : start + TRANSFORMED_AT_ONCE])
        transformed = time.monotonic() - started
        size = (Path(folder) / "ours" / "paperround.db").stat().st_size
        bare = open_store(Path(folder) / "bare")
        plain = plainly(bare, papers)
        store.close()
        bare.close()
    return {
        "records": len(told),
        "new papers": taken.new,
        "merged": taken.merged,
        "ingest, papers a second": len(told) / kept,
        "ingest, papers a second of our own CPU": len(told) / worked,
        "features, papers a second": len(papers) / transformed,
        "both, papers a second": len(told) / (kept + transformed),
        "plain executemany, papers a second": len(papers) / plain,
        "times slower than plain": (kept + transformed) / plain * len(papers) / len(told),
        "megabytes on disk": size / 1e6,
        "megabytes of memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


if __name__ == "__main__":
    for name, value in main(*map(int, sys.argv[1:2])).items():
        print(f"{name:40} {value:,.1f}")
