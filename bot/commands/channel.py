"""`/papers-admin channel …`: a channel's shared digest, changed by its keepers, in the channel."""

from dataclasses import replace
from typing import Annotated, Literal

from bot.command import ADMIN_ROOT, Flood, Role, command
from bot.command import Wish as Topic
from bot.commands import interests as interest_commands
from bot.commands import profile as profile_commands
from bot.commands import wishes
from bot.commands.digest import AT, DAYS, SIZE, ZONE
from bot.context import Context
from bot.convert import interest as find_interest
from bot.dates import read_date
from bot.digest_setup import previewed, set_up_channel
from bot.digest_words import rows_of, wish_of
from bot.errors import NotFound
from bot.keepers import as_channel, channel_of
from bot.message import Action, Buttons, Message, Table, bold, press, say, text
from bot.slots import zone_of
from bot.subscribing import Wish, end, pause, resume
from bot.texts import channels as texts
from bot.texts import digests as digest_texts
from bot.words import backticked
from db.digests import Subscription
from db.models import Profile, ProfileKind

UNDO = Buttons((Action("Undo", press("channel undo")),))


@command("channel start", root=ADMIN_ROOT, role=Role.KEEPER, worded=True)
def start(
    context: Context,
    at: Annotated[str, AT] = "",
    days: Annotated[str, DAYS] = "",
    size: Annotated[int | None, SIZE] = None,
    zone: Annotated[str, ZONE] = "",
) -> Message:
    """Set up this channel's digest; who does is its first keeper."""
    return set_up_channel(context, wish_of(context, at, days, size, zone, ""))


@command("channel digest", root=ADMIN_ROOT, role=Role.KEEPER, worded=True)
def change(
    context: Context,
    at: Annotated[str, AT] = "",
    days: Annotated[str, DAYS] = "",
    size: Annotated[int | None, SIZE] = None,
    zone: Annotated[str, ZONE] = "",
) -> Message:
    """Show or change when this channel's digest comes, and how."""
    wanted = wish_of(context, at, days, size, zone, "")
    if wanted != Wish():
        return set_up_channel(context, wanted)
    subscription = _subscription(context, channel_of(context))
    rows = tuple(row[1:] for row in rows_of(context, [subscription]))
    return Message(text(bold(texts.HEADING)), (Table(("when", "next", "about"), rows),))


@command("channel preview", root=ADMIN_ROOT, role=Role.KEEPER, flood=Flood.COSTLY)
def preview(context: Context) -> Message:
    """What this channel's digest would hold if it came now; nothing is recorded."""
    channel = as_channel(context)
    return previewed(channel, _subscription(context, channel.profile))


@command("channel pause", root=ADMIN_ROOT, role=Role.KEEPER, worded=True)
def pause_(context: Context, until: Annotated[str, "a date: 7 jan, monday, 10 days"] = "") -> Message:
    """Let this channel's digest rest, until a date or until it is resumed."""
    channel = as_channel(context)
    subscription = _subscription(context, channel.profile)
    zone = zone_of(subscription.zone)
    day = read_date(until, context.now.astimezone(zone).date()) if until else None
    rested = pause(context.store, subscription, day, context.now)
    back = digest_texts.when(rested.next_due, zone) if rested.next_due else ""
    return say(backticked(texts.paused(f"{day:%a} {day.day} {day:%b %Y}" if day else "", back)))


@command("channel resume", root=ADMIN_ROOT, role=Role.KEEPER)
def resume_(context: Context) -> Message:
    """Take this channel's digest up again."""
    channel = as_channel(context)
    taken_up = resume(context.store, _subscription(context, channel.profile), context.now)
    assert taken_up.next_due is not None
    return say(digest_texts.resumed(digest_texts.when(taken_up.next_due, zone_of(taken_up.zone))))


@command("channel off", root=ADMIN_ROOT, role=Role.KEEPER)
def off(context: Context) -> Message:
    """Switch this channel's digest off."""
    channel = as_channel(context)
    end(context.store, _subscription(context, channel.profile), context.now)
    return say(texts.CHANNEL_OFF)


@command("channel follow", root=ADMIN_ROOT, role=Role.KEEPER)
def follow(context: Context, subject: Annotated[Topic, wishes.WHAT]) -> Message:
    """Bring this channel papers on a topic, by an author, or of a category."""
    return _for_all(wishes.follow(as_channel(context), subject))


@command("channel mute", root=ADMIN_ROOT, role=Role.KEEPER)
def mute(context: Context, subject: Annotated[str, f"{wishes.WHAT}; `for 30d` ends it"]) -> Message:
    """Hide a topic, an author or a category from this channel."""
    return _for_all(wishes.mute(as_channel(context), subject))


@command("channel remove", root=ADMIN_ROOT, role=Role.KEEPER)
def remove(context: Context, what: Annotated[str, "anything the channel follows or mutes"]) -> Message:
    """Take a follow or a mute of this channel back."""
    return _for_all(wishes.remove(as_channel(context), what))


@command("channel interests", root=ADMIN_ROOT, role=Role.KEEPER)
def interests(
    context: Context,
    do: Annotated[
        Literal["list", "add", "remove", "use"], "list, add, remove, or use for what is followed next"
    ] = "list",
    name: Annotated[str, "the interest's name"] = "",
) -> Message:
    """The channel's interests: each learned apart, sharing the digest."""
    channel = as_channel(context)
    if do == "list" or not name:
        return interest_commands.list_(channel)
    if do == "add":
        return interest_commands.add(channel, name)
    found = find_interest(channel, name)
    return interest_commands.remove(channel, found) if do == "remove" else interest_commands.use(channel, found)


@command("channel undo", root=ADMIN_ROOT, role=Role.KEEPER, hidden=True)
def undo(context: Context) -> Message:
    """Take the last follow or mute of this channel back."""
    channel = as_channel(context)
    act = context.store.feedback.last_act(channel.tenant, channel.profile.key)
    if act is None:
        return say(texts.UNDONE_NOTHING)
    with context.store.transaction():
        context.store.feedback.undo(channel.tenant, act.key, context.now)
    return say(texts.undone(act.note))


@command("channel profile", root=ADMIN_ROOT, role=Role.KEEPER)
def profile(context: Context) -> Message:
    """What this channel has learned: topics and rules, and how many votes count; never whose."""
    channel = as_channel(context)
    votes = context.store.channels.votes(channel.tenant, channel.profile.key, context.now)
    counted = texts.learned(len(votes), len({vote.paper for vote in votes}))
    shown = profile_commands.show(channel)
    return Message(text(bold(texts.PROFILE)), (*say(counted).parts, *shown.parts))


@command("channel reset", root=ADMIN_ROOT, role=Role.KEEPER)
def reset(context: Context) -> Message:
    """Let no vote before now count for this channel."""
    channel = as_channel(context)
    store, key = context.store, channel.profile.key
    with store.transaction():
        settings = replace(store.channels.settings(channel.tenant, key), votes_since=context.now)
        store.channels.change_settings(channel.tenant, key, settings)
    return say(texts.RESET)


@command("channel votes", root=ADMIN_ROOT, role=Role.KEEPER, worded=True)
def votes(
    context: Context,
    reactions: Annotated[Literal["on", "off"] | None, "whether 👍 reactions count"] = None,
    role: Annotated[str, "a role whose members vote from their first day; none for no role"] = "",
) -> Message:
    """Whose votes count here: members known for a week, those with a role, and reactions."""
    channel = as_channel(context)
    store, key = context.store, channel.profile.key
    settings = store.channels.settings(channel.tenant, key)
    if reactions is not None:
        settings = replace(settings, reactions=reactions == "on")
    if role:
        settings = replace(settings, trusted_role="" if role.lower() == "none" else role)
    with store.transaction():
        store.channels.change_settings(channel.tenant, key, settings)
    return say(texts.role_set(settings.trusted_role), texts.reactions_set(on=settings.reactions))


@command("channel keepers", root=ADMIN_ROOT, role=Role.KEEPER)
def keepers(
    context: Context,
    do: Annotated[Literal["list", "add", "remove"], "list, add or remove"] = "list",
    member: Annotated[str, "who"] = "",
) -> Message:
    """Who may change this channel's digest: show, add or remove them."""
    channel = channel_of(context) if do == "list" else as_channel(context).profile
    store, tenant = context.store, context.tenant
    who = member.strip().removeprefix("<@").removesuffix(">").partition("|")[0].removeprefix("!").removeprefix("@")
    if do != "list" and not who:
        raise NotFound(texts.NOBODY)
    with store.transaction():
        if do == "add":
            store.channels.add_keeper(tenant, channel.key, who, _name_of(context, who), context.now)
        removed = do == "remove" and store.channels.remove_keeper(tenant, channel.key, who)
    names = [name or key for key, name in store.channels.keepers(tenant, channel.key).items()]
    if do == "add":
        return say(texts.keeper_added(_name_of(context, who) or who, names))
    if do == "remove":
        return say(texts.keeper_removed(who, names) if removed else texts.no_keeper(who))
    return say(texts.keepers_are(names))


def _subscription(context: Context, channel: Profile) -> Subscription:
    mine = context.store.subscriptions.of_profile(context.tenant, channel.key)
    if not mine:
        raise NotFound(digest_texts.NO_CHANNEL_DIGEST)
    return mine[0]


def _for_all(answer: Message) -> Message:
    """A person's answer as the channel's: its undo takes the channel's deed back."""
    parts = [part for part in answer.parts if not isinstance(part, Buttons)]
    return replace(answer, parts=(*parts, UNDO))


def _name_of(context: Context, member: str) -> str:
    known = context.store.people.profile(context.tenant, ProfileKind.PERSON, member)
    return known.name if known else ""
