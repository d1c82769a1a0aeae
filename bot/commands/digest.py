"""A person's digests: when they come, what they would hold now, and resting."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal

from bot.command import Flood, command
from bot.context import Context
from bot.dates import read_date
from bot.digest import more_of
from bot.digest_setup import previewed, set_up_channel, with_preview
from bot.digest_words import confirmation, rows_of, wish_of
from bot.errors import NotFound, UserError
from bot.message import Action, Buttons, Message, Table, bold, press, say, text
from bot.slots import zone_of
from bot.subscribing import MAX_DIGESTS, end, pause, resume, subscribe, wish
from bot.texts import digests as texts
from bot.texts import home as home_texts
from bot.texts import trial as trial_texts
from bot.words import backticked
from db.digests import Subscription

AT = "when: `9:00`, or `new` for when the day's papers are in"
DAYS = "weekdays: mon-fri, mon,thu, weekdays, daily"
SIZE = "how many papers, up to 20"
ZONE = "time zone, like Europe/Berlin"
INTERESTS = "which of my interests (names with commas between), or all"
WHICH = "which of my digests, by number"


@command("digest set", short="digest", worded=True)
def set_(
    context: Context,
    where: Annotated[Literal["here", "dm"] | None, "here: this channel's digest; dm: mine"] = None,
    at: Annotated[str, AT] = "",
    days: Annotated[str, DAYS] = "",
    size: Annotated[int | None, SIZE] = None,
    zone: Annotated[str, ZONE] = "",
    interest: Annotated[str, INTERESTS] = "",
    quiet: Annotated[Literal["on", "off"] | None, "on: no line on days without papers"] = None,
    repeats: Annotated[Literal["mark", "skip"] | None, "papers that a channel of mine had: mark or skip them"] = None,
    which: Annotated[int, WHICH] = 1,
) -> Message:
    """When my digest comes, and how: `digest at 9:00 days mon-fri size 5`."""
    if where == "here" and not context.place.is_direct:
        return set_up_channel(context, wish_of(context, at, days, size, zone, ""))
    wanted = wish_of(context, at, days, size, zone, interest)
    if repeats is not None:
        wanted = replace(wanted, repeats=repeats == "mark")
    store, profile = context.store, context.profile
    with store.transaction():
        if quiet is not None or wanted.zone is not None:
            off_or_on = None if quiet is None else quiet == "on"
            store.people.change_profile(context.tenant, profile.key, quiet=off_or_on, zone=wanted.zone)
    mine = {s.number: s for s in store.subscriptions.of_profile(context.tenant, profile.key)}
    found = mine.get(which)
    if found is None and (len(mine) >= MAX_DIGESTS or which > max(mine, default=0) + 1):
        raise UserError(texts.too_many_digests(MAX_DIGESTS) if len(mine) >= MAX_DIGESTS else _no(which, list(mine)))
    begun = found or subscribe(store, profile, profile.member, profile.member, which, context.now)
    stored = wish(store, begun, wanted, context.now)
    answer = confirmation(context, stored)
    return answer if found else with_preview(context, stored, answer)


@command("digest show", bare="digest")
def show(context: Context) -> Message:
    """My digests: when they come, and what is next."""
    mine = _mine(context)
    table = Table(("", "when", "next", "about"), tuple(rows_of(context, mine)))
    return Message(text(bold("Your digests")), (table, *(_buttons(found, several=len(mine) > 1) for found in mine)))


def _buttons(subscription: Subscription, *, several: bool) -> Buttons:
    """What can be done with a digest; its number is on the buttons where there are several."""
    number, mark = subscription.number, f" {subscription.number}" if several else ""
    rest = Action(texts.RESUME + mark, press("digest resume", which=number))
    if subscription.pause is None:
        rest = Action(texts.PAUSE + mark, press("digest pause", which=number))
    change = Action(texts.CHANGE + mark, press("digest set", which=number))
    return Buttons((change, Action(home_texts.PREVIEW + mark, press("digest preview", which=number)), rest))


@command("digest preview", flood=Flood.COSTLY)
def preview(context: Context, which: Annotated[int, WHICH] = 1) -> Message:
    """What my digest would hold if it came now; nothing is recorded."""
    mine = {s.number: s for s in context.store.subscriptions.of_profile(context.tenant, context.profile.key)}
    found = mine.get(which)
    if found is None and mine:
        raise NotFound(_no(which, list(mine)))
    return previewed(
        context,
        found
        or subscribe(context.store, context.profile, context.profile.member, context.profile.member, 1, context.now),
    )


@command("digest more", flood=Flood.COSTLY, hidden=True)
def more(context: Context, which: Annotated[int, WHICH] = 1) -> Message:
    """What came close to my last digest and was left out."""
    return more_of(context.services, _one(context, which), context.profile, context.now)


@command("digest pause", worded=True)
def pause_(
    context: Context,
    until: Annotated[str, "a date: 7 jan, monday, 10 days"] = "",
    which: Annotated[int | None, WHICH] = None,
) -> Message:
    """Let my digests rest, until a date or until I resume them."""
    chosen = [_one(context, which)] if which else _mine(context)
    zone = zone_of(chosen[0].zone)
    day = read_date(until, context.now.astimezone(zone).date()) if until else None
    for subscription in chosen:
        rested = pause(context.store, subscription, day, context.now)
    back = texts.when(rested.next_due, zone) if rested.next_due else ""
    return say(backticked(texts.paused(f"{day:%a} {day.day} {day:%b %Y}" if day else "", back)))


@command("digest resume", worded=True)
def resume_(context: Context, which: Annotated[int | None, WHICH] = None) -> Message:
    """Take my digests up again."""
    chosen = [_one(context, which)] if which else _mine(context)
    nexts = [resume(context.store, subscription, context.now).next_due for subscription in chosen]
    return say(texts.resumed(_when(context, chosen[0], min(moment for moment in nexts if moment))))


@command("digest off", worded=True)
def off(context: Context, which: Annotated[int | None, WHICH] = None) -> Message:
    """Switch my digests off."""
    for subscription in [_one(context, which)] if which else _mine(context):
        end(context.store, subscription, context.now)
    return say(backticked(texts.ENDED))


def _mine(context: Context) -> list[Subscription]:
    mine = context.store.subscriptions.of_profile(context.tenant, context.profile.key)
    if not mine:
        raise NotFound(texts.NO_DIGEST)
    return mine


def _one(context: Context, number: int) -> Subscription:
    mine = {subscription.number: subscription for subscription in _mine(context)}
    if number not in mine:
        raise NotFound(_no(number, list(mine)))
    return mine[number]


def _no(number: int, numbers: list[int]) -> str:
    return texts.no_such_digest(number, numbers) if numbers else texts.NO_DIGEST


def _when(context: Context, subscription: Subscription, moment: datetime) -> str:
    return texts.when(moment, zone_of(subscription.zone))


@command("trial", flood=Flood.ANSWER, hidden=True)
def trial(context: Context, part: Annotated[Literal["on", "off"], "whether to take part"]) -> Message:
    """Whether my digests take part in comparing two orders."""
    with context.store.transaction():
        context.store.trials.refuse(context.tenant, context.profile.key, refused=part == "off")
    return say(trial_texts.OFF if part == "off" else trial_texts.ON)
