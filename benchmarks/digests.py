"""What ranking, rendering and freezing a morning's digests costs: `python -m benchmarks.digests [PEOPLE] [PAPERS]`.

The day's papers are made of the seeds' sentences, drawn anew. Each reader has ten likes and follows one topic. Times
are a digest's, on the core thread; the loop beside it is watched.
"""

import asyncio
import random
import sys
import tempfile
import time as stopwatch
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from adapters.sources.files import read_library
from adapters.sources.seeds import read_seeds, seed_files
from adapters.terminal.render import make_console, render
from bot import planner
from bot.command import Registry
from bot.composing import compose_next
from bot.config import Settings
from bot.context import Services
from bot.core import Core
from bot.ingest import ingest
from bot.message import Message
from bot.message_json import from_json
from bot.recommendations import Recommendations
from bot.subscribing import Wish, subscribe, wish
from db.models import ActKind, Answer, Paper, ProfileKind, SourceId, Subject, Tenant, Verb
from db.store import Store
from recommender.sentences import sentences

TENANT = Tenant("fake", "T1")
NOW = datetime(2026, 11, 30, 8, 59, tzinfo=UTC)
TOPICS = ("diffusion models", "language models", "graph networks", "reinforcement learning", "proteins")


class FixedClock:
    """The morning of the bench."""

    def now(self) -> datetime:
        return NOW

    def monotonic(self) -> float:
        return stopwatch.monotonic()


def fill(store: Store, people: int, papers: int) -> None:
    """The seeds, a day's papers made of their sentences, and readers with likes and a digest at nine."""
    chance = random.Random(0)
    ingest(store, "seed", read_seeds(seed_files()), NOW - timedelta(days=30))
    corpus = store.papers.recent()
    lines = [sentence for paper in corpus for sentence in sentences(paper.abstract)]
    with store.transaction():
        for number in range(papers):
            words = " ".join(chance.sample(lines, 6))
            title = chance.choice(lines)[:90]
            name = f"2611.{number:05d}"
            seen = NOW - timedelta(hours=2)
            store.papers.add(
                Paper(f"arxiv:{name}", "arxiv", title, words[:160], words, title, words, seen),
                [SourceId("arxiv", name)],
            )
    with store.transaction():
        for number in range(people):
            profile = store.people.meet(TENANT, ProfileKind.PERSON, f"U{number}", NOW)
            interest = store.people.interests(TENANT, profile.key)[0].key
            act = store.feedback.begin(TENANT, profile.key, ActKind.ANSWER, NOW)
            liked = [paper.key for paper in chance.sample(corpus, 10)]
            store.feedback.add(TENANT, profile.key, interest, liked, Answer.LIKE, act, NOW)
            topic = chance.choice(TOPICS)
            store.rules.add(TENANT, profile.key, Verb.FOLLOW, Subject.TOPIC, topic, act, NOW, interest=interest)
            wanted = Wish(at=time(9), timed=True, zone="UTC")
            wish(store, subscribe(store, profile, profile.member, profile.member, 1, NOW), wanted, NOW)


@dataclass
class Cost:
    """Of one digest, in seconds: by the clock, of the processor, drawing; and the longest the loop was held."""

    clock: float = 0.0
    processor: float = 0.0
    drawing: float = 0.0
    held: float = 0.0
    held_when_idle: float = 0.0


async def compose_all(folder: Path, people: int, papers: int) -> Cost:
    """Compose and freeze everybody's digest, one after the other, beside a loop that should not notice."""
    core = Core()
    await core.open(folder)
    await core(lambda store: fill(store, people, papers))
    now = NOW + timedelta(minutes=1)
    services = await core(
        lambda store: Services(
            store=store,
            registry=Registry(),
            recommendations=Recommendations(store, folder),
            settings=Settings(data_dir=folder),
            read_library=read_library,
            clock=FixedClock(),
            generator=random.Random(0),
        )
    )
    splits = {"fake": lambda message: [message]}
    await core(lambda store: planner.tick(store, now))
    await core(lambda _: compose_next(services, splits, now))
    stalls = [0.0]

    async def beat() -> None:
        while True:
            before = stopwatch.perf_counter()
            await asyncio.sleep(0.001)
            stalls.append(stopwatch.perf_counter() - before - 0.001)

    beating = asyncio.create_task(beat())
    await asyncio.sleep(2)
    cost = Cost(held_when_idle=max(stalls))
    stalls.clear()
    began, used, done = stopwatch.perf_counter(), stopwatch.process_time(), 0
    while await core(lambda _: compose_next(services, splits, now)):
        done += 1
    cost.clock = (stopwatch.perf_counter() - began) / done
    cost.processor = (stopwatch.process_time() - used) / done
    cost.held = max(stalls)
    beating.cancel()
    payloads = await core(lambda store: [post.payload for post in store.outbox.open()])
    await core.close()
    cost.drawing = _drawing(payloads[:100])
    return cost


def _drawing(payloads: list[str]) -> float:
    messages: list[Message] = [from_json(payload) for payload in payloads]
    console = make_console(force_terminal=False, width=100)
    began = stopwatch.perf_counter()
    with console.capture():
        for message in messages:
            console.print(render(message))
    return (stopwatch.perf_counter() - began) / max(len(messages), 1)


def main() -> None:
    """Print one line."""
    people, papers = (int(word) for word in (*sys.argv[1:], 200, 1_000)[:2])
    with tempfile.TemporaryDirectory() as folder:
        cost = asyncio.run(compose_all(Path(folder), people, papers))
    print(
        f"{people} readers, {papers:,} papers that day, a digest: {cost.clock * 1000:.0f} ms by the clock and "
        f"{cost.processor * 1000:.0f} ms of the processor to rank, compose and freeze, {cost.drawing * 1000:.1f} ms to "
        f"draw; 10,000 of them {cost.clock * 10_000 / 60:.0f} min; loop held {cost.held * 1000:.0f} ms "
        f"(idle: {cost.held_when_idle * 1000:.0f} ms)"
    )


if __name__ == "__main__":
    main()
