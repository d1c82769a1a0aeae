"""Where platforms bring what people typed and pressed: the async door to commands, one for all adapters.

Everything behind it runs on the core thread; a platform acknowledges first, then awaits the answer here.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from bot.command import ROOT, Kind, Registry
from bot.context import Context, Place, Services, Upload
from bot.dispatch import Dispatcher
from bot.message import Job, Message
from bot.parse import Call
from bot.ports import Core
from bot.suggestions import Suggestion, suggest
from bot.texts import welcome as texts
from bot.texts.setup import set_up_card
from bot.zones import known_zone
from db.models import Profile, ProfileKind, Tenant
from db.store import Store

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who speaks, and from where. `zone` is what the platform's profile tells, empty where it does not; `roles` are the
    ids and names of what roles the person holds there.
    """

    tenant: Tenant
    member: str
    name: str = ""
    zone: str = ""
    place: Place = field(default_factory=Place)
    is_admin: bool = False
    upload: Upload | None = None
    roles: frozenset[str] = frozenset()


class Desk:
    """Answers visitors. `make_services` is called once, on the core thread, with its store."""

    def __init__(self, core: Core, registry: Registry, make_services: Callable[[Store], Services]) -> None:
        self._core = core
        self._make_services = make_services
        self._services: Services | None = None
        self._dispatcher: Dispatcher | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self.registry = registry

    async def line(self, visitor: Visitor, line: str, root: str = ROOT) -> Message:
        """The answer to a typed line."""
        return await self._answer(visitor, lambda dispatcher, context: dispatcher.line(context, line, root))

    async def press(self, visitor: Visitor, value: str, root: str = ROOT) -> Message:
        """The answer to a button, a menu's entry or a reaction."""
        return await self._answer(visitor, lambda dispatcher, context: dispatcher.press(context, value, root))

    async def call(self, visitor: Visitor, call: Call) -> Message:
        """The answer to a command whose arguments the platform has taken apart."""
        return await self._answer(visitor, lambda dispatcher, context: dispatcher.call(context, call))

    async def welcome(self, visitor: Visitor) -> Message | None:
        """The one private message at a person's first meeting; None ever after."""

        def work(store: Store) -> Message | None:
            context = self._context(store, visitor)
            if context.profile.welcomed is not None:
                return None
            with store.transaction():
                store.people.change_profile(context.tenant, context.profile.key, welcomed=context.now)
            return texts.welcome()

        return await self._core(work)

    async def set_up(self, visitor: Visitor) -> Message | None:
        """The card with an admin's first steps, at the first admin command in a workspace; None ever after."""
        fact = f"set-up card {visitor.tenant}"

        def work(store: Store) -> Message | None:
            with store.transaction():
                if store.fact(fact) is not None:
                    return None
                store.set_fact(fact, "shown")
            return set_up_card()

        return await self._core(work)

    async def home(self, platform: str, member: str) -> Tenant | None:
        """The workspace where a platform's user was last met, None before the first meeting."""
        return await self._core(lambda store: store.people.last_tenant(platform, member))

    async def counts_reactions(self, tenant: Tenant, channel: str) -> bool:
        """Whether a channel's keepers let 👍 reactions count."""

        def work(store: Store) -> bool:
            profile = store.people.profile(tenant, ProfileKind.CHANNEL, channel)
            return profile is not None and store.channels.settings(tenant, profile.key).reactions

        return await self._core(work)

    async def suggest(self, visitor: Visitor, kind: Kind, name: str, typed: str) -> list[Suggestion]:
        """Completions for an argument of this kind and name, at most 25."""
        return await self._core(lambda store: suggest(self._context(store, visitor), kind, name, typed))

    async def ask(self, visitor: Visitor, work: Callable[[Context], T]) -> T:
        """What `work` makes of the visitor's circumstances; it says nothing and changes nothing."""
        return await self._core(lambda store: work(self._context(store, visitor)))

    async def first_time(self, event: str) -> bool:
        """Whether a platform's event, by its own name, is taken up for the first time within a day."""

        def work(store: Store, now: datetime) -> bool:
            with store.transaction():
                return store.events.first_time(event, now)

        return await self.note(work)

    async def note(self, work: Callable[[Store, datetime], T]) -> T:
        """What `work` makes of the store and the time: for what a platform tells with no person asking."""
        return await self._core(lambda store: work(store, self._ready(store).clock.now()))

    async def _answer(self, visitor: Visitor, answer: Callable[[Dispatcher, Context], Message]) -> Message:
        def work(store: Store) -> Message:
            context = self._context(store, visitor)
            assert self._dispatcher is not None
            return answer(self._dispatcher, context)

        message = await self._core(work)
        if message.job is not None:
            task = asyncio.create_task(self._do(message.job))
            self._jobs.add(task)
            task.add_done_callback(self._jobs.discard)
        return message

    async def _do(self, job: Job) -> None:
        try:
            await job()
        except Exception:
            logger.exception("work that an answer promised failed")

    def _context(self, store: Store, visitor: Visitor) -> Context:
        services = self._ready(store)
        now = services.clock.now()
        with store.transaction():
            profile: Profile = store.people.meet(
                visitor.tenant, ProfileKind.PERSON, visitor.member, now, name=visitor.name
            )
            if known_zone(visitor.zone) and not profile.zone:
                store.people.change_profile(visitor.tenant, profile.key, zone=visitor.zone)
                profile = replace(profile, zone=visitor.zone)
        return Context(
            visitor.tenant,
            profile,
            visitor.place,
            now,
            services,
            is_admin=visitor.is_admin,
            upload=visitor.upload,
            roles=visitor.roles,
        )

    def _ready(self, store: Store) -> Services:
        if self._services is None:
            self._services = self._make_services(store)
            self._dispatcher = Dispatcher(self.registry, self._services.clock.monotonic)
        return self._services
