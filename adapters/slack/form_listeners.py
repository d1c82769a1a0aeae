"""Registers the forms with Bolt: a fault is shown in the form itself, all else goes on after the acknowledgement."""

import asyncio

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack import blocks as kit
from adapters.slack import limits, modals
from adapters.slack.recent import Recent
from adapters.slack.render import plain_payload
from adapters.slack.replies import answer
from adapters.slack.surface import Surface
from adapters.slack.visit import Body, ResponseUrl, Visit, fingerprint, visit_of
from adapters.slack.work import Work
from bot.message import Message, Tone
from bot.texts import slack as texts

FORM_SECONDS = limits.ACK_SECONDS * 2 / 3
"""A form waits so long for its command, to show a fault in its own place; what takes longer is told afterwards."""


def register_forms(app: AsyncApp, surface: Surface, work: Work, recent: Recent) -> None:
    """Register all forms."""
    _schedule(app, surface, work, recent)
    _import(app, surface, work, recent)
    _phrases(app, surface, work, recent)


def _schedule(app: AsyncApp, surface: Surface, work: Work, recent: Recent) -> None:
    async def schedule(ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        values = modals.read_schedule(body["view"])
        if not values[modals.DAYS]:
            await _refuse(ack, {modals.DAYS: texts.NO_DAYS})
            return
        if recent.again(fingerprint(body)):
            await ack()
            return
        visit = _back_to(body, visit_of(body, context))
        saving = asyncio.create_task(surface.save_schedule(visit, values))
        done, _ = await asyncio.wait({saving}, timeout=FORM_SECONDS)
        message = saving.result() if done and saving.exception() is None else None
        if message is not None and message.tone is Tone.ERROR:
            await _refuse(ack, _faults(message, values))
            return
        await ack()
        work.begin(visit, lambda: _tell_saved(surface, visit, saving), "the schedule's form")

    app.view(modals.SCHEDULE)(schedule)


def _import(app: AsyncApp, surface: Surface, work: Work, recent: Recent) -> None:
    async def bring_in(ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        pasted, files = modals.read_import(body["view"])
        if not pasted and not files:
            await _refuse(ack, {modals.TEXT: texts.NOTHING_TO_IMPORT})
            return
        visit, again = _back_to(body, visit_of(body, context)), recent.again(fingerprint(body))
        await ack()
        if not again:
            work.begin(visit, lambda: surface.bring_in(visit, pasted, files), "the import's form")

    app.view(modals.IMPORT)(bring_in)


def _phrases(app: AsyncApp, surface: Surface, work: Work, recent: Recent) -> None:
    async def phrases(ack: AsyncAck, body: Body, context: AsyncBoltContext) -> None:
        given = modals.read_phrases(body["view"])
        if not given:
            await _refuse(ack, {modals.FIRST: texts.NO_PHRASE})
            return
        visit, again = _back_to(body, visit_of(body, context)), recent.again(fingerprint(body))
        await ack()
        if not again:
            work.begin(visit, lambda: surface.line(visit, f"start phrases {given}"), "the phrases' form")

    app.view(modals.PHRASES)(phrases)


async def _refuse(ack: AsyncAck, faults: dict[str, str]) -> None:
    """Keep the form open, with each fault at its field."""
    await ack(response_action="errors", errors=faults)


async def _tell_saved(surface: Surface, visit: Visit, saving: asyncio.Task[Message]) -> None:
    await answer(visit, await saving)
    surface.homes.changed(visit)


def _back_to(body: Body, visit: Visit) -> Visit:
    """The visit of a form, as if made where the form was opened."""
    origin = modals.Origin.unpacked(body["view"].get("private_metadata") or "")
    return Visit(
        installed=visit.installed,
        client=visit.client,
        user=visit.user,
        team=visit.team,
        channel=origin.channel,
        channel_name=origin.channel_name,
        thread=origin.thread,
        response=ResponseUrl(origin.response_url),
    )


def _faults(message: Message, values: dict[str, str]) -> dict[str, str]:
    """An error of the command at the field whose value it names, else at the first."""
    sentence = kit.clip(plain_payload(message)["text"], limits.DESCRIPTION)
    fields = (modals.ZONE, modals.SIZE, modals.DAYS, modals.AT)
    named = next((name for name in fields if values.get(name) and values[name] in sentence), modals.AT)
    return {named: sentence}
