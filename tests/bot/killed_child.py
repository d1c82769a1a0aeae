"""The process that the kill test kills: the real runtime on a data folder, with short patience and a plain ranking."""

import asyncio
import random
import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adapters.sources.files import read_library
from bot import runtime
from bot.command import Registry
from bot.config import Settings
from bot.context import Services
from bot.core import Core
from bot.outcomes import Limits
from bot.recommendations import Known, Pick, Ranking
from db.models import Paper, Profile
from db.store import Store
from recommender.recommendation import Reason
from tests.bot.fake_chat import FakePlatform

LIMITS = Limits(
    timeout=timedelta(seconds=1),
    lease=timedelta(seconds=1.6),
    first_pause=timedelta(seconds=0.05),
    longest_pause=timedelta(seconds=0.5),
    attempts=1000,
    gap=timedelta(seconds=0.02),
)


class WallClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class PlainRanking:
    """Ranks by row: ranking itself has its own tests, and its import would take most of a child's life."""

    def known(self, profile: Profile, now: datetime) -> Known:
        return Known((), (), ())

    def rank(
        self, profile: Profile, candidates: Sequence[Paper], count: int, now: datetime, *,
        interests: Collection[int] | None = None, exclude: Collection[int] = (), **_: object,
    ) -> Ranking:  # fmt: skip
        left = [paper for paper in candidates if paper.key not in exclude][:count]
        picks = tuple(Pick(paper, 1.0, 0.5, None, Reason.NEAR, None) for paper in left)
        return Ranking(picks, screened=len(candidates))


def services(store: Store, folder: Path) -> Services:
    return Services(
        store=store,
        registry=Registry(),
        recommendations=PlainRanking(),  # type: ignore[arg-type]
        settings=Settings(data_dir=folder),
        clock=WallClock(),
        generator=random.Random(0),
        read_library=read_library,
    )


def live(folder: Path, url: str, nonces: bool) -> None:
    """Run until killed or told to stop by SIGTERM."""
    runtime.DELIVER_EVERY = timedelta(seconds=0.1)
    runtime.TICK_EVERY = timedelta(seconds=0.2)
    asyncio.run(_live(folder, url, nonces))


async def _live(folder: Path, url: str, nonces: bool) -> None:
    core = Core()
    await core.open(folder)
    platform = FakePlatform(url, nonces=nonces)
    await runtime.Runtime(
        core, lambda store: services(store, folder), {"fake": platform}, [], WallClock(), limits=LIMITS
    ).run()
    await core.close()
