"""`status`: what came in, when my digests were and will be, why one was empty, and what is paused with its way back."""

from bot.announcements import known_calendar
from bot.command import command
from bot.context import Context
from bot.digest_words import state_of
from bot.health import health_of
from bot.message import Message, Paragraph, Part, Table, bold, text
from bot.normalise import str_id
from bot.slots import zone_of
from bot.source_health import health
from bot.subscribing import zone_for
from bot.texts import digests as texts
from bot.texts import imports as import_texts
from bot.words import backticked
from db.digests import SlotState, Subscription


@command("status")
def status(context: Context) -> Message:
    """What came in, my last and next digest, and what is paused."""
    store, tenant = context.store, context.tenant
    zone = zone_of(zone_for(store, context.profile))
    found = health_of(store, context.now)
    rows = [
        (
            source.title or source.name,
            texts.when(source.last_seen, zone) if source.last_seen else texts.NEVER,
            str(source.last_size),
            source.problem or source.standing.value,
            texts.when(source.expected, zone) if source.expected else "",
        )
        for source in (health(row, context.now, known_calendar()) for row in found.sources)
    ]
    parts: list[Part] = [Table(("source", "last batch", "papers", "state", "next"), tuple(rows))] if rows else []
    if found.heartbeat is not None and not found.alive:
        parts.append(Paragraph(text(texts.no_heartbeat(texts.when(found.heartbeat, zone)))))
    pause = store.subscriptions.workspace_pause(tenant)
    if pause is not None:
        parts.append(Paragraph(backticked(texts.workspace_rests(pause.code))))
    mine = store.subscriptions.of_profile(tenant, context.profile.key)
    here = [] if context.place.is_direct else store.subscriptions.of_target(tenant, context.place.channel)
    for subscription in (*here, *mine):
        parts += [Paragraph(backticked(line)) for line in _lines(context, subscription)]
    unknown = store.awaited.unknown_of(tenant, context.profile.key)
    if unknown:
        parts.append(Paragraph(text(import_texts.unknown([str_id(name) for name in unknown]))))
    if not mine:
        parts.append(Paragraph(backticked(texts.NO_DIGEST)))
    return Message(text(bold(texts.STATUS)), tuple(parts))


def _lines(context: Context, subscription: Subscription) -> list[str]:
    zone = zone_of(subscription.zone)
    channel = "" if subscription.direct else context.place.name or context.place.channel
    lines = [texts.next_of(subscription.number, state_of(subscription), channel=channel)]
    last = context.store.slots.recent(context.tenant, subscription.key)
    if last:
        posts = context.store.outbox.of_subscription(context.tenant, subscription.key, limit=1)
        sent = last[0].state is SlotState.COMPOSED and posts and posts[0].slot == last[0].key
        state = posts[0].state.value if sent else last[0].state.value
        lines.append(texts.last_of(texts.when(last[0].due, zone), state, last[0].screened, last[0].reason))
    if subscription.pause is not None:
        lines.append(texts.way_back_of(subscription.pause.code))
    return lines
