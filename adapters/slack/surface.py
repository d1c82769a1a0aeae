"""What each kind of request does: lines, presses, forms, reactions, files. Asks the desk, and brings the answer back.

Runs after the acknowledgement. Knows nothing of Bolt's listeners; they are registered elsewhere.
"""

import logging
import re
from dataclasses import replace
from typing import Any

from slack_sdk.errors import SlackApiError

from adapters.slack import modals, replies
from adapters.slack.answered import with_answer
from adapters.slack.client import code_of
from adapters.slack.files import download, upload
from adapters.slack.homes import Homes
from adapters.slack.members import Members
from adapters.slack.render import fallback
from adapters.slack.visit import Visit, typed_line
from bot.command import ADMIN_ROOT, ROOT
from bot.context import Context, Place, Upload
from bot.desk import Desk, Visitor
from bot.errors import UserError
from bot.message import MAX_PRESS, Action, Buttons, Message, Tone, paper_key, press, read_press, say
from bot.paper_names import read_paper_name
from bot.subscribing import zone_for
from bot.tenancy import reacted_to
from bot.texts import slack as texts

logger = logging.getLogger(__name__)

Body = dict[str, Any]
ADDRESS = re.compile(r"https?://[^\s<>|\"'\\]+")
FORMS = frozenset({"digest set", "digest show"})
"""Presses without arguments that open the schedule's form here."""
FIRST_STEPS = {
    "start?how=papers": modals.import_form,
    "start?how=phrases": modals.phrases_form,
}
"""Presses that open a form of their own."""
BRING = "start?how=papers"
"""What a file that was sent means."""
CHANNEL_LINES = re.compile(r"(channel|digest|status)\b", re.IGNORECASE)
"""Lines in which a channel's mention says what they are about."""


class Surface:
    """The bot as people in Slack meet it."""

    def __init__(self, desk: Desk, members: Members) -> None:
        self.desk = desk
        self.members = members
        self.homes = Homes(desk, self.visitor)

    async def visitor(self, visit: Visit, brought: Upload | None = None, place: Place | None = None) -> Visitor | None:
        """The person as the desk knows them; None for people of other organisations, who get no profile."""
        member = await self.members.member(
            visit.client, visit.installed, visit.user, visit.team, shared_channel=visit.shared_channel
        )
        if member.is_stranger:
            return None
        return Visitor(
            visit.installed.tenant,
            visit.user,
            name=member.name,
            zone=member.zone,
            place=place or visit.place,
            is_admin=member.is_admin,
            upload=brought,
        )

    async def line(self, visit: Visit, words: str, root: str = ROOT) -> None:
        """A typed line: a slash command, a mention, a direct message."""
        line, named = typed_line(words, visit.installed.bot_user)
        place = named if named and CHANNEL_LINES.match(line) else None
        if place is not None:
            line = line.replace(f"#{place.name or place.channel}", " ")
        if visit.typed and re.match(rf"/?{ADMIN_ROOT}\b", line):
            root, line = ADMIN_ROOT, re.sub(rf"^/?{ADMIN_ROOT}\s*", "", line)
        visitor = await self.visitor(visit, place=place)
        if visitor is None:
            await self._strange(visit)
            return
        await self._welcome(visit, visitor)
        message = await self.desk.line(visitor, line, root)
        await replies.answer(visit, _shareable(visit, message))
        if root == ADMIN_ROOT and visitor.is_admin:
            await self._first_admin_steps(visit, visitor)
        self.homes.changed(visit)

    async def press(self, visit: Visit, body: Body, value: str) -> None:
        """A button, a menu's entry, or a choice that takes something back."""
        visitor = await self.visitor(visit)
        if visitor is None:
            await self._strange(visit)
            return
        if value in FORMS and visit.trigger:
            await self._open_schedule(visit, visitor)
            return
        if value in FIRST_STEPS and visit.trigger:
            await self.open_form(visit, FIRST_STEPS[value](_origin(visit)))
            return
        await self._welcome(visit, visitor)
        message = await self.desk.press(visitor, value)
        await self._bring(visit, body, value, message)
        self.homes.changed(visit)

    async def _bring(self, visit: Visit, body: Body, value: str, message: Message) -> None:
        view, container = body.get("view") or {}, body.get("container") or {}
        if view.get("type") == "home":
            if message.cards or message.files or len(message.parts) > 2:
                await replies.direct(visit, replace(message, shared=False))
                for file in message.files:
                    await upload(visit, file)
                message = say(texts.IN_MESSAGES)
            await self.homes.show(visit, note=message)
            return
        alone = bool(container.get("is_ephemeral"))
        blocks = (body.get("message") or {}).get("blocks")
        if visit.is_direct and blocks and not alone:
            row = str((body.get("actions") or [{}])[0].get("block_id") or "")
            redrawn = with_answer(blocks, row, value, message)
            words = str((body.get("message") or {}).get("text") or fallback(message))
            if redrawn is not None and await replies.update_original(visit, redrawn, words):
                return
        await replies.answer(visit, _shareable(visit, message), replace=alone and read_press(value)[0] == "undo")

    async def open_form(self, visit: Visit, form: dict[str, Any]) -> None:
        """Open a modal; a trigger that has run out is told in words."""
        try:
            await visit.client.views_open(trigger_id=visit.trigger, view=form)
        except SlackApiError as error:
            if code_of(error) not in ("expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id"):
                raise
            raise UserError(texts.LATE_MODAL) from error

    async def _open_schedule(self, visit: Visit, visitor: Visitor) -> None:
        schedule = await self.desk.ask(visitor, _schedule)
        await self.open_form(visit, modals.schedule_form(schedule, _origin(visit, which=schedule.which)))

    async def save_schedule(self, visit: Visit, values: dict[str, str]) -> Message:
        """What the submitted schedule brought: the command's answer."""
        visitor = await self.visitor(visit)
        if visitor is None:
            return say(texts.STRANGER, tone=Tone.ERROR)
        given = "&".join(f"{name}={value}" for name, value in values.items() if value)
        return await self.desk.press(visitor, f"digest set?{given}")

    async def bring_in(self, visit: Visit, pasted: str, files: list[dict[str, Any]]) -> None:
        """What was pasted or chosen in the import's form, as one upload each."""
        uploads = [await download(visit, told) for told in files[:1]]
        if pasted:
            uploads.append(Upload("pasted.txt", pasted.encode()))
        for one in uploads:
            visitor = await self.visitor(visit, one)
            if visitor is None:
                await self._strange(visit)
                return
            await replies.answer(visit, await self.desk.press(visitor, BRING))
        self.homes.changed(visit)

    async def more_like(self, visit: Visit, shown: Body) -> None:
        """The message shortcut: papers like the first one that a message links to."""
        names = list(dict.fromkeys(paper_links(shown)))
        visitor = await self.visitor(visit)
        if visitor is None:
            await self._strange(visit)
            return
        if not names:
            await replies.answer(visit, say(texts.NO_LINK, tone=Tone.ERROR))
            return
        held = await self.desk.note(lambda store, _: [name for name in names if store.papers.by_id(name)])
        message = await self.desk.line(visitor, f'similar "{[*held, *names][0]}"')
        await replies.answer(visit, _shareable(visit, message))

    async def reaction(self, visit: Visit, reference: str, *, added: bool) -> None:
        """👍 on one of our posts, where a keeper lets reactions count."""
        tenant = visit.installed.tenant
        keys = await self.desk.note(lambda store, _: reacted_to(store, tenant, visit.channel, reference))
        visitor = await self.visitor(visit) if keys else None
        if visitor is None:
            return
        if len(keys) > 1:
            message = say(texts.SEVERAL_ON_POST)
        else:
            what = paper_key(keys[0])
            message = await self.desk.press(visitor, press("like", paper=what) if added else press("remove", what=what))
        await replies.answer(visit, message)

    async def meet(self, visit: Visit) -> None:
        """The first look at the home tab: the greeting, once."""
        visitor = await self.visitor(visit)
        if visitor is not None:
            await self._welcome(visit, visitor)

    async def _welcome(self, visit: Visit, visitor: Visitor) -> None:
        greeting = await self.desk.welcome(visitor)
        if greeting is None:
            return
        try:
            await replies.direct(visit, greeting)
        except SlackApiError as error:
            logger.warning("the greeting of %s could not be sent: %s", visit.user, code_of(error))

    async def _first_admin_steps(self, visit: Visit, visitor: Visitor) -> None:
        card = await self.desk.set_up(visitor)
        if card is not None:
            await replies.answer(visit, card)

    async def _strange(self, visit: Visit) -> None:
        """People of other organisations get one open word a day in a shared channel, and leave nothing here."""
        message = say(texts.STRANGER)
        if not visit.typed:
            await replies.answer(visit, message)
        elif await self.desk.first_time(f"slack:stranger:{visit.channel}:{visit.user}"):
            await replies.answer(replace(visit, thread=visit.thread or visit.said), replace(message, shared=True))


def _schedule(context: Context) -> modals.Schedule:
    """The person's first digest as it is, or as it would be."""
    mine = context.store.subscriptions.of_profile(context.tenant, context.profile.key)
    if not mine:
        return modals.Schedule(zone=zone_for(context.store, context.profile), quiet=context.profile.quiet)
    first = mine[0]
    return modals.Schedule(first.at, first.days, first.size, first.zone, context.profile.quiet, first.number)


def _origin(visit: Visit, which: int = 1) -> modals.Origin:
    return modals.Origin(visit.channel, visit.channel_name, visit.thread, visit.response.url, which)


def _shareable(visit: Visit, message: Message) -> Message:
    """A private reply with papers, given where others could see them, with a button that shows them."""
    if visit.is_direct or message.shared or not message.cards or message.tone is Tone.ERROR:
        return message
    keys: list[str] = []
    room = MAX_PRESS - len(press("share", papers=""))
    for card in message.cards:
        if len(",".join([*keys, paper_key(card.paper)])) > room:
            break
        keys.append(paper_key(card.paper))
    button = Buttons((Action(texts.SHARE, press("share", papers=",".join(keys))),))
    return replace(message, parts=(*message.parts, button))


def paper_links(value: Any) -> list[str]:
    """The papers that a message links to anywhere in it, as ids, in order."""
    if isinstance(value, dict):
        return [name for item in value.values() for name in paper_links(item)]
    if isinstance(value, list):
        return [name for item in value for name in paper_links(item)]
    if not isinstance(value, str):
        return []
    names = [read_paper_name(address.rstrip(".,);]")) for address in ADDRESS.findall(value)]
    return [f"{name.kind}:{name.value}" for name in names if name is not None]
