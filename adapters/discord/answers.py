"""What happens on an interaction: acknowledge at once, ask the desk, follow up. Every fault ends in a log line and a
sentence to the person where one can still be sent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from adapters.discord.files import Attached, Refused, read
from adapters.discord.ids import TICK
from adapters.discord.mentions import papers_in
from adapters.discord.modals import TIMES, Form, form_for_command, form_for_press, make_form, read_form
from adapters.discord.replies import acknowledge, follow_up, send_direct, show_again, show_pressed
from adapters.discord.schedules import channel_times, own_times
from adapters.discord.visitors import data_of, is_private, visitor_of
from bot.command import ADMIN_ROOT, Command, Flood, Kind
from bot.context import Context
from bot.desk import Desk, Visitor
from bot.message import MAX_PRESS, Action, Buttons, Message, Tone, paper_key, press, read_press, say
from bot.parse import Call
from bot.settings_discord import DiscordSettings
from bot.suggestions import Suggestion
from bot.texts import discord as texts

logger = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
OPINIONS = ("like", "dislike", "known")
"""Answers of which one overrules the others."""
PATIENCE_SECONDS = 1.5
"""How long what a form holds at first is waited for; Discord takes the form within three."""


class Answers:
    """Answers interactions through the desk."""

    def __init__(self, desk: Desk, settings: DiscordSettings) -> None:
        self._desk = desk
        self._settings = settings
        self._working: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def command(
        self, interaction: Interaction, command: Command, given: dict[str, str], file: Attached | None
    ) -> None:
        """Answer a slash command; a bare one that has a form opens it."""
        form = form_for_command(command, given) if file is None else None
        if form is not None:
            await self._open(interaction, form, given)
        else:
            await self.submit(interaction, command, given, file)

    async def submit(
        self,
        interaction: Interaction,
        command: Command,
        given: dict[str, str],
        file: Attached | None,
        home: str = "",
    ) -> None:
        """Answer a command whose arguments are complete."""

        async def work() -> tuple[Visitor, Message]:
            try:
                upload = await read(interaction.client, file, self._settings) if file else None
            except Refused as refused:
                visitor = await visitor_of(interaction, self._desk, home=home)
                return visitor, say(str(refused), tone=Tone.ERROR)
            visitor = await visitor_of(interaction, self._desk, home=home, upload=upload)
            return visitor, await self._desk.call(visitor, Call(command, given))

        await self._answer(interaction, work, is_admins=command.root == ADMIN_ROOT)

    async def press(self, interaction: Interaction, pressed: str, home: str) -> None:
        """Answer a button or a menu's entry."""
        form = form_for_press(pressed)
        if form is not None:
            await self._open(interaction, form[0], form[1], home)
            return
        name = read_press(pressed)[0]
        command = self._desk.registry.get(name)
        marks = command is not None and command.flood is Flood.ANSWER and name != "menu" and _is_ours_alone(interaction)

        async def work() -> tuple[Visitor, Message]:
            visitor = await visitor_of(interaction, self._desk, home=home)
            answer = await self._desk.press(visitor, pressed + unticked(interaction.message))
            if marks and answer.tone is not Tone.ERROR:
                await show_pressed(interaction, OPINIONS if name in OPINIONS else ())
            return visitor, answer

        await self._answer(interaction, work, thinking=not marks)

    async def tick(self, interaction: Interaction) -> None:
        """Keep a checklist's ticks in the message itself, so that confirming finds them there."""
        chosen = set(data_of(interaction).get("values", []))
        own = data_of(interaction).get("custom_id")
        if interaction.message is None:
            return
        view = ui.LayoutView.from_message(interaction.message, timeout=None)
        view.stop()
        for item in view.walk_children():
            if isinstance(item, ui.Select) and item.custom_id == own:
                for option in item.options:
                    option.default = option.value in chosen
        if await acknowledge(interaction, thinking=False):
            await show_again(interaction, view)

    async def more_like(self, interaction: Interaction, message: discord.Message) -> None:
        """Papers like the one in a message, or a button for each of several."""
        found = papers_in(message)

        async def work() -> tuple[Visitor, Message]:
            visitor = await visitor_of(interaction, self._desk)
            if not found:
                return visitor, say(texts.NO_PAPER_IN_IT, tone=Tone.ERROR)
            if len(found) == 1:
                return visitor, await self._desk.press(visitor, press("similar", paper=found[0]))
            buttons = [Action(str(n), press("similar", paper=paper)) for n, paper in enumerate(found, start=1)]
            return visitor, Message(parts=(*say(texts.WHICH_ONE).parts, Buttons(tuple(buttons))))

        await self._answer(interaction, work)

    async def complete(self, interaction: Interaction, kind: Kind, name: str, typed: str) -> list[Suggestion]:
        """Completions; a fault means none, as there is nowhere to say more."""
        visitor = await visitor_of(interaction, self._desk)
        return await self._desk.suggest(visitor, kind, name, typed)

    async def drain(self, seconds: float) -> None:
        """Take no more, and wait for the answers that are on their way."""
        self._stopping = True
        if self._working:
            await asyncio.wait(self._working, timeout=seconds)

    async def filled(self, interaction: Interaction) -> None:
        """Answer a form that was sent in, whenever it was opened."""
        form = read_form(data_of(interaction))
        if form is None:
            return
        registry = self._desk.registry
        command = registry.get(form.command) or registry.get(form.command, ADMIN_ROOT)
        if command is None:
            await self._answer(interaction, lambda: self._old(interaction, form.home))
        else:
            await self.submit(interaction, command, form.given, form.file, form.home)

    async def _open(self, interaction: Interaction, form: Form, given: dict[str, str], home: str = "") -> None:
        shown = await self._times(interaction, form, given, home)
        modal = make_form(form, self._desk.registry, given, home, shown)
        if modal is None:
            await self._answer(interaction, lambda: self._old(interaction, home))
            return
        try:
            await interaction.response.send_modal(modal)
        except discord.HTTPException as error:
            logger.warning("interaction %s: the form could not be shown: %s", interaction.id, error)

    async def _times(self, interaction: Interaction, form: Form, given: dict[str, str], home: str) -> dict[str, str]:
        """What a schedule's form holds at first; nothing where the desk is too busy, as a form cannot be shown late."""
        if form.fields != TIMES:
            return {}
        number = int(given["which"]) if given.get("which", "").isdigit() else 1

        def times(context: Context) -> dict[str, str]:
            return channel_times(context) if form.root == ADMIN_ROOT else own_times(context, number)

        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._desk.ask(await visitor_of(interaction, self._desk, home=home), times)
        except TimeoutError:
            return {}

    async def _old(self, interaction: Interaction, home: str) -> tuple[Visitor, Message]:
        return await visitor_of(interaction, self._desk, home=home), say(texts.CHANGED, tone=Tone.ERROR)

    async def _answer(
        self,
        interaction: Interaction,
        work: Callable[[], Awaitable[tuple[Visitor, Message]]],
        *,
        thinking: bool = True,
        is_admins: bool = False,
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            if not await acknowledge(interaction, thinking=thinking):
                return
            if self._stopping:
                visitor, answer = await visitor_of(interaction, self._desk), say(texts.STOPPING, tone=Tone.ERROR)
            else:
                visitor, answer = await work()
            await follow_up(interaction, shareable(visitor, answer), visitor.tenant)
            if not self._stopping:
                await self._greet(interaction, visitor, is_admins=is_admins)
        except Exception:
            logger.exception("interaction %s failed", interaction.id)
        finally:
            self._working.discard(task)

    async def _greet(self, interaction: Interaction, visitor: Visitor, *, is_admins: bool) -> None:
        """What is said once: the first steps to an admin, the greeting to a person, in private where they allow it."""
        if is_admins and visitor.is_admin:
            card = await self._desk.set_up(visitor)
            if card is not None:
                await follow_up(interaction, card, visitor.tenant)
        greeting = await self._desk.welcome(visitor)
        if greeting is not None and not await send_direct(interaction.user, greeting, visitor.tenant):
            await follow_up(interaction, greeting, visitor.tenant)


def _is_ours_alone(interaction: Interaction) -> bool:
    """Whether nobody else sees the message of a button: then its row may show the answer."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or is_private(interaction))


def shareable(visitor: Visitor, answer: Message) -> Message:
    """A private reply with papers, given where others could see them, with a button that shows them."""
    if visitor.place.is_direct or answer.shared or not answer.cards:
        return answer
    keys = [paper_key(card.paper) for card in answer.cards]
    while len(press("share", papers="")) + len(",".join(keys)) > MAX_PRESS:
        keys.pop()
    share = Buttons((Action(texts.SHARE, press("share", papers=",".join(keys))),))
    return replace(answer, parts=(*answer.parts, share))


def unticked(message: discord.Message | None) -> str:
    """What a checklist's confirmation adds to its press: the lines that are not ticked."""
    if message is None:
        return ""
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    selects = [item for item in view.walk_children() if isinstance(item, ui.Select) and item.custom_id.startswith(TICK)]
    kept = [option.value for select in selects for option in select.options if not option.default]
    return f"&keep={','.join(kept)}" if kept else ""
