"""The desk answers at once; what takes longer is done afterwards, and tells its outcome itself."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.sources.files import read_library
from bot.commands import build_registry
from bot.commands.importing import AT_ONCE
from bot.config import Settings
from bot.context import Services, Upload
from bot.core import Core
from bot.desk import Desk, Visitor
from bot.message import Message
from bot.recommendations import Recommendations
from db.models import ProfileKind, Tenant
from db.store import Store
from tests.conftest import FakeClock, spoken

TEAM = Tenant("slack", "T1")


@pytest.fixture
async def core(tmp_path: Path) -> AsyncIterator[Core]:
    opened = Core()
    await opened.open(tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def desk(core: Core, tmp_path: Path) -> Desk:
    registry = build_registry()

    def services(store: Store) -> Services:
        return Services(
            store=store, registry=registry, recommendations=Recommendations(store, tmp_path),
            settings=Settings(data_dir=tmp_path), clock=FakeClock(), generator=random.Random(0),
            read_library=read_library, core=core,
        )  # fmt: skip

    return Desk(core, registry, services)


def library(count: int) -> bytes:
    words = ("fish", "stars", "code", "rocks", "birds", "waves")
    entries = (
        f"@article{{k{n}, title={{About {words[n % 6]} {n} and {words[n % 5]} {n * 7}}}, year={{2025}}}}"
        for n in range(count)
    )
    return "\n".join(entries).encode()


async def start_import(desk: Desk, content: bytes) -> Message:
    visitor = Visitor(TEAM, "U1", upload=Upload("library.bib", content))
    offered = await desk.line(visitor, "start papers")
    presses = [a.press for part in offered.parts for a in getattr(part, "actions", ())]
    return await desk.press(Visitor(TEAM, "U1"), presses[0])


async def test_a_large_library_is_imported_while_others_are_served_and_its_owner_told(desk: Desk, core: Core) -> None:
    reply = await start_import(desk, library(AT_ONCE + 100))
    assert "I will write to you when they are in" in spoken(reply)
    assert "What you can say" in spoken(await desk.line(Visitor(TEAM, "U2"), "help"))
    async with asyncio.timeout(60):
        while not await core(lambda store: store.outbox.listed()):  # noqa: ASYNC110 - waits for what is not its own
            await asyncio.sleep(0.05)
    (post,) = await core(lambda store: store.outbox.listed())
    assert (post.target, post.direct) == ("U1", True)
    assert f"{AT_ONCE + 100} references" in post.payload
    profile = await core(lambda store: store.people.profile(TEAM, ProfileKind.PERSON, "U1"))
    assert profile is not None
    assert await core(lambda store: store.feedback.active(TEAM, profile.key))
    assert "the import of" in spoken(await desk.line(Visitor(TEAM, "U1"), "undo"))
    assert await core(lambda store: store.feedback.active(TEAM, profile.key)) == []


async def test_a_small_library_is_in_with_the_answer(desk: Desk, core: Core) -> None:
    reply = await start_import(desk, library(3))
    assert "3 references, 3 used" in spoken(reply)
    assert await core(lambda store: store.outbox.listed()) == []
