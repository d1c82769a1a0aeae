"""`/papers-admin`: counts of subscriptions, health, and letting the whole workspace rest. Never anyone's own things."""

from datetime import datetime

from bot.command import ADMIN_ROOT, Role, command
from bot.context import Context
from bot.digest_words import state_of
from bot.health import health_of
from bot.message import Message, Paragraph, Part, Table, bold, say, text
from bot.slots import zone_of
from bot.subscribing import zone_for
from bot.texts import channels as texts
from bot.texts import digests as digest_texts
from bot.words import backticked
from db.digests import ASKED, Pause


@command("subscriptions", root=ADMIN_ROOT, role=Role.ADMIN)
def subscriptions(context: Context) -> Message:
    """How many digests there are, and the channels' ones by name."""
    store, tenant = context.store, context.tenant
    every = store.subscriptions.of_workspace(tenant)
    direct = [subscription for subscription in every if subscription.direct]
    paused = sum(subscription.next_due is None or subscription.pause is not None for subscription in every)
    parts: list[Part] = [Paragraph(text(texts.subscriptions(len(direct), len(every) - len(direct), paused)))]
    rows = []
    for subscription in every:
        channel = None if subscription.direct else store.people.profile_by_key(tenant, subscription.profile)
        if channel is not None:
            rows.append((f"#{channel.name or channel.member}", state_of(subscription)))
    if rows:
        parts.append(Table(("channel", "next"), tuple(rows)))
    return Message(text(bold("Digests of this workspace")), tuple(parts))


@command("pause-all", root=ADMIN_ROOT, role=Role.ADMIN)
def pause_all(context: Context) -> Message:
    """Let all digests of this workspace rest."""
    with context.store.transaction():
        context.store.subscriptions.pause_workspace(context.tenant, Pause(ASKED, context.now))
    return say(backticked(texts.WORKSPACE_PAUSED))


@command("resume-all", root=ADMIN_ROOT, role=Role.ADMIN)
def resume_all(context: Context) -> Message:
    """Take the workspace's digests up again."""
    if context.store.subscriptions.workspace_pause(context.tenant) is None:
        return say(texts.NOT_PAUSED)
    with context.store.transaction():
        context.store.subscriptions.resume_workspace(context.tenant)
    return say(texts.WORKSPACE_RESUMED)


@command("health", root=ADMIN_ROOT, role=Role.ADMIN)
def health(context: Context) -> Message:
    """Whether the scheduler runs, what the sources did, and which digests failed."""
    zone = zone_of(zone_for(context.store, context.profile))
    found = health_of(context.store, context.now)

    def when(moment: datetime | None) -> str:
        return digest_texts.when(moment, zone) if moment else "never"

    lines = [
        ("last tick", when(found.heartbeat) + ("" if found.alive else " (stopped)")),
        *((f"digests {state}, 24 h", str(count)) for state, count in sorted(found.slots.items())),
        *((f"posts {state}, 24 h", str(count)) for state, count in sorted(found.posts.items())),
        *(
            (f"source {source.name}", source.problem or f"last batch {when(source.batch_seen)}")
            for source in found.sources
        ),
    ]
    return Message(text(bold("Health")), (Table(("what", "state"), tuple(lines)),))
