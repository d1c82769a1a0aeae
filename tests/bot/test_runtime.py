"""The running bot as a whole: one a data folder, platforms apart from each other, an orderly end."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest

from bot import runtime
from bot.core import Core
from bot.health import HEARTBEAT
from bot.heavy import Heavy
from bot.process_lock import AlreadyRunning, only_process
from bot.schedule import Job
from db.errors import PaperroundError
from db.store import open_store
from tests.bot.digest_world import TEAM, ScriptedPlatform, a_digest, papers
from tests.bot.killed_child import LIMITS, WallClock, services
from tests.conftest import ROOT


async def run_for(folder: Path, seconds: float, platforms: dict[str, ScriptedPlatform], jobs: list[Job] | None = None,
                  exits: list[int] | None = None) -> runtime.Runtime:  # fmt: skip
    core = Core()
    await core.open(folder)
    running = runtime.Runtime(
        core, lambda store: services(store, folder), platforms, jobs or [], WallClock(), limits=LIMITS,
        exit_now=(exits if exits is not None else []).append,
    )  # fmt: skip
    task = asyncio.create_task(running.run())
    await asyncio.sleep(seconds)
    running.stop()
    await asyncio.wait_for(task, 12)
    await core.close()
    return running


def due_now(folder: Path) -> None:
    store = open_store(folder)
    now = WallClock().now()
    papers(store, 9, now - timedelta(hours=1))
    minute_ago = now - timedelta(minutes=1)
    a_digest(store, now - timedelta(hours=1), at=minute_ago.time().replace(second=0, microsecond=0))
    store.close()


async def test_a_due_digest_goes_the_whole_way(tmp_path: Path) -> None:
    due_now(tmp_path)
    platform = ScriptedPlatform()
    await run_for(tmp_path, 1.0, {"fake": platform})
    assert [len(sent.message.cards) for sent in platform.sent] == [5]
    store = open_store(tmp_path)
    assert len(store.slots.seen(TEAM, 1)) == 5
    assert store.fact(HEARTBEAT) is not None
    store.close()


async def test_with_no_platform_it_runs_and_stops(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        await run_for(tmp_path, 0.2, {})


class Failing(ScriptedPlatform):
    runs = 0

    async def run(self) -> None:
        self.runs += 1
        raise PaperroundError("The token of this platform is wrong.")


async def test_a_platform_that_fails_is_tried_again_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runtime, "FIRST_PAUSE", 0.05)
    due_now(tmp_path)
    good, bad = ScriptedPlatform(), Failing("bad")
    await run_for(tmp_path, 1.2, {"fake": good, "bad": bad})
    assert len(good.sent) == 1
    assert 2 <= bad.runs <= 6, "with a pause that doubles"
    assert "The token of this platform is wrong." in caplog.text


async def test_a_rare_job_remembers_over_restarts_when_it_ran(tmp_path: Path) -> None:
    ran = []

    async def backup() -> None:
        ran.append(True)

    jobs = [Job("backup", timedelta(days=1), backup, timedelta(seconds=5))]
    for _ in range(3):
        await run_for(tmp_path, 0.3, {}, jobs)
    assert len(ran) == 1


def disk_is_full(*_: object) -> NoReturn:
    raise OSError("no space left on device")


async def test_without_a_heartbeat_the_process_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "SILENT_FOR", timedelta(seconds=0.1))
    monkeypatch.setattr(runtime, "TICK_EVERY", timedelta(seconds=0.2))
    monkeypatch.setattr("bot.planner.tick", disk_is_full)
    exits: list[int] = []
    await run_for(tmp_path, 2, {}, exits=exits)
    assert exits == [1]


def test_a_second_process_on_a_data_folder_is_refused(tmp_path: Path) -> None:
    with only_process(tmp_path), pytest.raises(AlreadyRunning, match=f"process {os.getpid()}"), only_process(tmp_path):
        pass
    with only_process(tmp_path):
        pass


def test_sigterm_ends_it_in_order_within_ten_seconds(tmp_path: Path) -> None:
    due_now(tmp_path)
    code = (
        "import sys; from pathlib import Path; from tests.bot.killed_child import live;"
        "live(Path(sys.argv[1]), 'http://127.0.0.1:9', False)"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stderr=subprocess.DEVNULL)
    store = open_store(tmp_path)
    deadline = time.monotonic() + 30
    while store.fact(HEARTBEAT) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    began = time.monotonic()
    child.send_signal(signal.SIGTERM)
    assert child.wait(10) == 0
    assert time.monotonic() - began < 10
    assert store.check() == []
    store.close()


async def test_heavy_work_runs_in_another_process_and_outlives_its_death() -> None:
    heavy = Heavy()
    first = await heavy(os.getpid)
    assert first != os.getpid()
    with pytest.raises(Exception, match="terminated abruptly"):
        await heavy(os.abort)
    assert await heavy(os.getpid) not in (first, os.getpid())
    heavy.close()
