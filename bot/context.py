"""Who asks, from where, and with what at hand: what every command's handler gets first."""

import random
from dataclasses import dataclass, field
from datetime import datetime

from bot.command import Registry
from bot.config import Settings
from bot.library_files import LibraryReader
from bot.ports import Clock, Core
from bot.recommendations import Recommendations
from db.models import Profile, Tenant
from db.store import Store


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command was given. `channel` is the platform's id; a direct message has none that others read."""

    channel: str = ""
    name: str = ""
    is_direct: bool = True
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a command: its name and its bytes."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Services:
    """What the composition root hands to all commands. The store belongs to the thread that runs them.

    `core` is there where others are served meanwhile: work that is too long for that thread goes through it in pieces.
    """

    store: Store
    registry: Registry
    recommendations: Recommendations
    settings: Settings
    clock: Clock
    generator: random.Random = field(repr=False)
    read_library: LibraryReader
    challenger: Recommendations | None = None
    core: Core | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """One command's circumstances."""

    tenant: Tenant
    profile: Profile
    place: Place
    now: datetime
    services: Services
    is_admin: bool = False
    upload: Upload | None = None
    roles: frozenset[str] = frozenset()

    @property
    def store(self) -> Store:
        """The database."""
        return self.services.store
