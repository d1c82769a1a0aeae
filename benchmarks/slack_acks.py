"""How soon Slack's commands are acknowledged at a steady rate, while a model is fitted in another process.

    python -m benchmarks.slack_acks [commands a second] [seconds]

The bot and the local Slack share one process and one loop; every fifth command ranks. Prints p50, p99 and the most.
"""

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from pathlib import Path

from adapters.sources.seeds import read_seeds, seed_files
from bot.ingest import ingest
from db.store import open_store
from tests.adapters.slack import fake_slack
from tests.adapters.slack.conftest import make_bot
from tests.conftest import START

PEOPLE = 200
COPIES = 60


def fit(texts: list[str], seconds: float) -> int:
    """Fit a model of words again and again; returns how often."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        TruncatedSVD(50).fit(TfidfVectorizer(ngram_range=(1, 2)).fit_transform(texts))
        count += 1
    return count


async def run(rate: int, seconds: int) -> None:
    fake_slack.message_faults = lambda payload: []  # the checks are the tests', and slow
    folder = Path(tempfile.mkdtemp())
    store = open_store(folder)
    ingest(store, "seed", read_seeds(seed_files()), START - timedelta(hours=1))
    texts = [paper.abstract for paper in store.papers.recent(100)] * COPIES
    store.close()
    slack = await fake_slack.FakeSlack().start()
    slack.users |= {f"U{i}X": fake_slack.user(f"U{i}X", f"N{i}") for i in range(PEOPLE)}
    bot = await make_bot(slack, folder, "socket", ping_seconds=10.0, check_seconds=60.0)
    await bot.start()
    waits: list[float] = []

    async def one(number: int, person: int) -> None:
        await asyncio.sleep(number / rate)
        payload = bot.slash_payload("today 3" if number % 5 == 0 else "help", person=f"U{person}X")
        waits.append((await slack.envelope("slash_commands", payload))[0])

    with ProcessPoolExecutor(1) as pool:
        fits = asyncio.get_running_loop().run_in_executor(pool, fit, texts, seconds + 4.0)
        await asyncio.sleep(4)
        people = itertools.cycle(range(PEOPLE))
        await asyncio.gather(*(one(number, next(people)) for number in range(rate * seconds)))
        print(f"{await fits} fits meanwhile")
    await bot.stop()
    await bot.core.close()
    await slack.stop()
    cuts = statistics.quantiles(waits, n=100)
    print(f"{len(waits)} commands: p50 {cuts[49]:.3f} s, p99 {cuts[98]:.3f} s, the most {max(waits):.3f} s")


if __name__ == "__main__":
    asyncio.run(run(*(int(word) for word in [*sys.argv[1:], "50", "10"][:2])))
