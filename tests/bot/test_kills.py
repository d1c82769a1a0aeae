"""Kill -9 of the real process at random points, against a chat server of which one request in five fails.

Every digest that was due arrives once, with its papers, its parts in order; the suite does a few kills, `prove` 200.
"""

import multiprocessing
import os
import random
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from bot import planner, runtime
from db.digests import Subscription
from db.models import Paper, ProfileKind, SourceId, Tenant
from db.store import Store, open_store
from tests.bot.fake_chat import FakeServer
from tests.bot.killed_child import live

TENANT = Tenant("fake", "T1")
A_ROUND = 4
PAPERS = 40
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.bot.killed_child"])


def fill(store: Store) -> None:
    now = datetime.now(UTC)
    with store.transaction():
        for number in range(PAPERS):
            name = f"arxiv:2601.{number:05d}"
            store.papers.add(
                Paper(name, "arxiv", f"T{number}", "s", "a", f"T{number}", "a", now - timedelta(hours=1)),
                [SourceId("arxiv", name)],
            )


def make_due(store: Store, first: int) -> None:
    """New subscriptions, to persons and to a channel each, that are due this very moment."""
    now = datetime.now(UTC)
    with store.transaction():
        for number in range(first, first + A_ROUND):
            direct = number % 2 == 0
            kind = ProfileKind.PERSON if direct else ProfileKind.CHANNEL
            profile = store.people.meet(TENANT, kind, f"P{number}", now)
            at = (now - timedelta(minutes=1)).time().replace(second=0, microsecond=0)
            made = store.subscriptions.add(
                TENANT,
                Subscription(
                    key=0, tenant=TENANT, profile=profile.key, number=1, target=f"P{number}", direct=direct, owner="U1",
                    at=at, days=tuple(range(7)), zone="UTC", size=7, interests=(), created=now,
                ),
            )  # fmt: skip
            store.subscriptions.reschedule([planner.schedule(made, now - timedelta(minutes=2), None)])


def start(folder: Path, server: FakeServer) -> BaseProcess:
    process = PROCESSES.Process(target=live, args=(folder, server.url, server.nonces))
    process.start()
    return process


def kill_again_and_again(folder: Path, server: FakeServer, kills: int, seed: int) -> Store:
    chance = random.Random(seed)
    store = open_store(folder)
    fill(store)
    for round_ in range(kills):
        make_due(store, round_ * A_ROUND)
        process = start(folder, server)
        time.sleep(chance.uniform(0.02, 1.2))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    last_start = datetime.now(UTC).isoformat()
    process = start(folder, server)
    deadline = time.monotonic() + 60 + kills
    while (_unfinished(store) or not _ticked_since(store, last_start)) and time.monotonic() < deadline:
        time.sleep(0.2)
    process.terminate()
    process.join(15)
    assert process.exitcode == 0
    return store


def _ticked_since(store: Store, start: str) -> bool:
    return (store.fact(runtime.HEARTBEAT) or "") > start


def _unfinished(store: Store) -> int:
    open_posts = len(store.outbox.open())
    planned = store.db.execute("SELECT count(*) FROM slots WHERE state = 'planned'").fetchone()[0]
    unplanned = store.db.execute("SELECT count(*) FROM subscriptions WHERE id NOT IN (SELECT subscription FROM slots)")
    return int(open_posts + planned + unplanned.fetchone()[0])


def judge(store: Store, server: FakeServer, kills: int) -> None:
    due = kills * A_ROUND
    rows = store.db.execute("SELECT token, state, target, part FROM outbox ORDER BY slot, part").fetchall()
    tokens = Counter(post.token for post in server.posts)
    assert [token for token, count in tokens.items() if count > 1] == [], "posted twice"
    assert {token for token, *_ in rows} == set(tokens), "lost, or posted without a row"
    assert {state for _, state, *_ in rows} == {"sent"}
    assert len({target for _, _, target, _ in rows}) == due
    papers = {f"P{n}": [p for post in server.posts if post.target == f"P{n}" for p in post.papers] for n in range(due)}
    assert {len(keys) for keys in papers.values()} == {7}
    assert all(len(set(keys)) == 7 for keys in papers.values()), "a paper shown twice"
    threads = {post.number: post.thread for post in server.posts if post.thread}
    assert all(int(parent.removeprefix("m")) < number for number, parent in threads.items()), "parts out of order"
    assert len(threads) == due // 2
    assert store.db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert store.db.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("nonces", [False, True], ids=["look-up", "nonce"])
def test_a_killed_bot_loses_nothing_and_posts_nothing_twice(tmp_path: Path, nonces: bool) -> None:
    with FakeServer(nonces=nonces, seed=1) as server:
        store = kill_again_and_again(tmp_path, server, kills=4, seed=1)
        judge(store, server, 4)
        store.close()


@pytest.mark.prove
@pytest.mark.parametrize("nonces", [False, True], ids=["look-up", "nonce"])
def test_two_hundred_kills(tmp_path: Path, nonces: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(nonces=nonces, seed=2) as server:
        store = kill_again_and_again(tmp_path, server, kills=200, seed=2)
        judge(store, server, 200)
        assert sum(server.faults.values()) > 200
        with capsys.disabled():
            sys.stdout.write(f"\n200 kills, {len(server.posts)} posts, faults {dict(server.faults)}\n")
        store.close()
