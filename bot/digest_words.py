"""Between what is typed about a digest and a wish, and between a subscription and the words that tell of it."""

from collections.abc import Iterator, Sequence
from datetime import time

from bot.context import Context
from bot.convert import interest as find_interest
from bot.errors import WrongArgument
from bot.message import Message, Paragraph
from bot.slots import BATCH_UNTIL, zone_of
from bot.subscribing import MAX_SIZE, Wish
from bot.texts import digests as texts
from bot.words import backticked
from bot.zones import days_text, read_days, read_time, read_zone
from db.digests import Subscription


def wish_of(context: Context, at: str, days: str, size: int | None, zone: str, interests: str) -> Wish:
    """What the words ask for; empty ones ask for nothing. Raises WrongArgument or NotFound."""
    if size is not None and size > MAX_SIZE:
        raise WrongArgument(texts.wrong_size(size, MAX_SIZE))
    chosen: tuple[int, ...] | None = None
    if interests:
        names = [name.strip() for name in interests.split(",") if name.strip()]
        everything = [name.casefold() for name in names] == ["all"]
        chosen = () if everything else tuple(find_interest(context, name).key for name in names)
    return Wish(
        at=read_time(at) if at else None,
        timed=bool(at),
        days=read_days(days) if days else None,
        size=size,
        zone=read_zone(zone) if zone else None,
        interests=chosen,
    )


def confirmation(context: Context, subscription: Subscription) -> Message:
    """What the digest is from now on, with its next date in the reader's zone."""
    zone = zone_of(subscription.zone)
    coming = texts.when(subscription.next_due, zone) if subscription.next_due else ""
    line = texts.confirmed(
        subscription.number,
        texts.BY_DM if subscription.direct else texts.IN_CHANNEL,
        texts.at_text(f"{subscription.at:%H:%M}" if subscription.at else ""),
        days_text(subscription.days),
        subscription.zone,
        subscription.size,
        _interest_names(context, subscription),
        coming,
    )
    usual = usual_arrival(context, subscription)
    hint = [Paragraph(backticked(texts.before_batch(f"{usual:%H:%M}")))] if usual else []
    return Message(parts=(Paragraph(backticked(line)), *hint))


def usual_arrival(context: Context, subscription: Subscription) -> time | None:
    """The batch's usual time on the reader's clock, if the digest comes before it and could wait for it."""
    seen = [source.batch_seen for source in context.store.sources.all() if source.batch_seen is not None]
    if not seen or subscription.at is None:
        return None
    usual = max(seen).astimezone(zone_of(subscription.zone)).time()
    return usual if subscription.at < usual < BATCH_UNTIL else None


def rows_of(context: Context, subscriptions: Sequence[Subscription]) -> Iterator[tuple[str, str, str, str]]:
    """A table's rows: number, when, next, about."""
    for subscription in subscriptions:
        at = f"{subscription.at:%H:%M}" if subscription.at else "new"
        about = ", ".join(_interest_names(context, subscription)) or "all interests"
        yield (
            str(subscription.number),
            f"{at} {days_text(subscription.days)} ({subscription.zone})",
            state_of(subscription),
            f"{about}, size {subscription.size}",
        )


def state_of(subscription: Subscription) -> str:
    """When it comes next, or why it rests."""
    zone, pause = zone_of(subscription.zone), subscription.pause
    if pause is not None and pause.failed:
        return texts.failing(pause.code, texts.day(pause.until, zone) if pause.until else "")
    if subscription.next_due is None:
        return texts.PAUSED
    return texts.when(subscription.next_due, zone)


def _interest_names(context: Context, subscription: Subscription) -> list[str]:
    interests = context.store.people.interests(context.tenant, subscription.profile)
    return [interest.name for interest in interests if interest.key in subscription.interests]
