"""A world for tests: a clock that stands still, a store, one filled with the seeds, and a chat that types commands."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.sources.files import read_library
from bot.commands import build_registry
from bot.config import Settings
from bot.context import Context, Place, Services
from bot.dispatch import Dispatcher
from bot.message import Bars, Buttons, Card, Checklist, Message, Paragraph, Table, plain
from bot.recommendations import Recommendations
from db.models import ProfileKind, Tenant
from db.store import DATABASE_NAME, Store, open_store

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("PAPERROUND_SHARED") or ROOT.parent / "shared")
START = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
LOCAL = Tenant("local", "local")


@dataclass
class FakeClock:
    """Stands still until a test moves it."""

    instant: datetime = START
    seconds: float = 0.0

    def now(self) -> datetime:
        return self.instant

    def monotonic(self) -> float:
        return self.seconds

    def advance(self, **duration: float) -> None:
        step = timedelta(**duration)
        self.instant += step
        self.seconds += step.total_seconds()


@dataclass
class Chat:
    """Types commands as one person and gives the replies, as messages or as text."""

    services: Services
    dispatcher: Dispatcher
    tenant: Tenant = LOCAL
    person: str = "ann"
    is_admin: bool = False
    place: Place = field(default_factory=Place)

    def context(self) -> Context:
        store, now = self.services.store, self.services.clock.now()
        with store.transaction():
            profile = store.people.meet(self.tenant, ProfileKind.PERSON, self.person, now)
        return Context(self.tenant, profile, self.place, now, self.services, is_admin=self.is_admin)

    def message(self, line: str, root: str = "papers") -> Message:
        return self.dispatcher.line(self.context(), line, root)

    def press(self, value: str) -> str:
        return spoken(self.dispatcher.press(self.context(), value))

    def __call__(self, line: str, root: str = "papers") -> str:
        return spoken(self.message(line, root))

    def someone_else(self, person: str, tenant: Tenant | None = None, **changes: object) -> "Chat":
        return Chat(self.services, self.dispatcher, tenant or self.tenant, person, **changes)  # type: ignore[arg-type]


def spoken(message: Message) -> str:
    """All the words of a message, a line a part."""
    lines = [plain(message.heading)]
    for part in message.parts:
        match part:
            case Paragraph():
                lines.append(plain(part.text))
            case Card():
                words = (part.note, *part.marks, part.authors, part.origin)
                lines.append(f"{part.number}. {plain(part.title)} {' '.join(w for w in words if w)}".strip())
                lines += [plain(part.summary), f"why: {plain(part.why)}" if part.why else ""]
            case Table():
                lines += [" | ".join(row) for row in (part.columns, *part.rows)]
            case Bars():
                lines += [part.title, *(f"{bar.label} {bar.share:+.2f}" for bar in part.bars)]
            case Checklist():
                lines += [part.title, *(choice.label for choice in part.choices)]
            case Buttons():
                lines.append(" ".join(f"[{action.label}]" for action in part.actions))
    lines += [file.content.decode() for file in message.files if not file.media_type.startswith("image/")]
    return "\n".join(line for line in [*lines, plain(message.footer)] if line)


def make_chat(store: Store, folder: Path, clock: FakeClock) -> Chat:
    """A chat over a store."""
    registry = build_registry()
    services = Services(
        store=store,
        registry=registry,
        recommendations=Recommendations(store, folder),
        settings=Settings(data_dir=folder),
        read_library=read_library,
        clock=clock,
        generator=random.Random(0),
    )
    return Chat(services, Dispatcher(registry, clock.monotonic))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "data")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def seeded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the 95 seeds in it, made once a worker and copied by whoever needs it."""
    from adapters.sources.seeds import read_seeds, seed_files
    from bot.ingest import ingest

    folder = tmp_path_factory.mktemp("seeded")
    opened = open_store(folder)
    ingest(opened, "seed", read_seeds(seed_files()), START - timedelta(hours=1))
    opened.close()
    return folder / DATABASE_NAME


@pytest.fixture
def seeded(tmp_path: Path, seeded_file: Path) -> Iterator[Store]:
    folder = tmp_path / "seeded"
    folder.mkdir()
    shutil.copy(seeded_file, folder / DATABASE_NAME)
    opened = open_store(folder)
    yield opened
    opened.close()


@pytest.fixture
def chat(seeded: Store, clock: FakeClock) -> Chat:
    return make_chat(seeded, seeded.path.parent, clock)


@pytest.fixture
def empty_chat(store: Store, clock: FakeClock) -> Chat:
    return make_chat(store, store.path.parent, clock)


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """A folder of the shared data by name; the test is skipped where it is missing."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"the shared folder {name} is not here")
        return path

    return find
