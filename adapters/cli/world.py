"""What commands of the command line work with: settings, store, recommendations and dispatcher, put together."""

import contextlib
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from adapters.sources.files import read_library
from bot.command import Registry
from bot.commands import build_registry
from bot.config import Settings, load_settings
from bot.context import Context, Place, Services
from bot.dispatch import Dispatcher
from bot.model_keeper import PREVIOUS_NAME
from bot.ports import Core
from bot.recommendations import Recommendations
from db.models import Profile, ProfileKind, Tenant
from db.store import Store, open_store

LOCAL = Tenant("local", "local")
DEFAULT_PERSON = "me"


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant, UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class World:
    """Everything a command needs, open and ready."""

    services: Services
    dispatcher: Dispatcher

    @property
    def store(self) -> Store:
        """The database."""
        return self.services.store

    def context(self, person: str = DEFAULT_PERSON) -> Context:
        """The circumstances of a local person, who is their own admin."""
        return self.context_for(self.meet(person))

    def context_for(self, profile: Profile) -> Context:
        """The circumstances of a command given for a profile at the terminal."""
        return Context(profile.tenant, profile, Place(), self.services.clock.now(), self.services, is_admin=True)

    def meet(self, person: str) -> Profile:
        """The local person's profile, made at the first meeting."""
        with self.store.transaction():
            return self.store.people.meet(LOCAL, ProfileKind.PERSON, person, self.services.clock.now(), name=person)


@contextlib.contextmanager
def open_world(data_dir: Path | None = None, *, seed: int | None = None) -> Iterator[World]:
    """Open the world of a data folder and close it afterwards. Raises PaperroundError with a sentence."""
    settings: Settings = load_settings(data_dir)
    store = open_store(settings.data_dir)
    try:
        registry, clock = build_registry(), SystemClock()
        services = make_services(settings, registry, clock, store, random.Random(seed))
        yield World(services, Dispatcher(registry, clock.monotonic))
    finally:
        store.close()


def print_json(value: Any) -> None:
    """Machine-readable output: UTF-8 JSON, one document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def is_interactive() -> bool:
    """Whether a person sits at the terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def make_services(
    settings: Settings,
    registry: Registry,
    clock: SystemClock,
    store: Store,
    generator: random.Random,
    core: Core | None = None,
) -> Services:
    """What commands, digests and jobs have at hand, on the store's thread; `core` where others are served meanwhile."""
    return Services(
        store=store,
        registry=registry,
        recommendations=Recommendations(store, settings.data_dir, encoder_folder=settings.operation.encoder_folder),
        settings=settings,
        clock=clock,
        generator=generator,
        read_library=read_library,
        challenger=_challenger(settings, store),
        core=core,
    )


def _challenger(settings: Settings, store: Store) -> Recommendations | None:
    """The ranker before the last refit, where it is compared with the serving one."""
    if not settings.operation.trial or not (settings.data_dir / PREVIOUS_NAME).exists():
        return None
    return Recommendations(store, settings.data_dir, PREVIOUS_NAME, settings.operation.encoder_folder)
