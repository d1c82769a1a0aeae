"""Named interests: each is learned apart, and they share one digest."""

from typing import Annotated

from bot import ledger, standing
from bot.command import command
from bot.context import Context
from bot.errors import UserError, WrongArgument
from bot.message import Action, Buttons, Message, Paragraph, Table, bold, press, say, text
from bot.splitting import halves_of
from bot.splitting import split as part
from bot.texts import forget as forget_texts
from bot.texts import papers as texts
from bot.words import backticked
from db.models import Interest, Verb

MAX_INTERESTS = 10
MAX_NAME = 40


@command("interests list", bare="interests")
def list_(context: Context) -> Message:
    """My interests and what each has learned from."""
    people, events = context.store.people, ledger.active(context)
    rules = context.store.rules.active(context.tenant, context.profile.key, context.now)
    rows = []
    for interest in people.interests(context.tenant, context.profile.key):
        followed = [r.value for r in rules if r.verb is Verb.FOLLOW and r.interest == interest.key]
        mark = "→ " if interest.is_default else "  "
        likes = len(standing.liked(events, interest.key))
        rows.append((mark + interest.name, str(likes), ", ".join(followed) or "–"))
    table = Table(("interest", "likes", "follows"), tuple(rows))
    return Message(text(bold("Your interests")), (table, Paragraph(backticked(texts.INTERESTS_HINT))))


@command("interests add")
def add(context: Context, name: Annotated[str, "what to call it"]) -> Message:
    """A new interest, learned apart from the others."""
    name = _checked(context, name)
    mine = context.store.people.interests(context.tenant, context.profile.key)
    if len(mine) >= MAX_INTERESTS:
        raise UserError(texts.too_many_interests(MAX_INTERESTS))
    with context.store.transaction():
        context.store.people.add_interest(context.tenant, context.profile.key, name, context.now)
    return say(backticked(texts.interest_added(name)))


@command("interests rename")
def rename(
    context: Context,
    interest: Annotated[Interest, "its name now (in quotes where it has several words)"],
    name: Annotated[str, "its new name"],
) -> Message:
    """Give an interest another name."""
    name = _checked(context, name, renamed=interest)
    with context.store.transaction():
        context.store.people.rename_interest(context.tenant, interest, name)
    return say(texts.interest_renamed(interest.name, name))


@command("interests remove")
def remove(context: Context, interest: Annotated[Interest, "which one"]) -> Message:
    """Put an interest away; what it learned no longer counts."""
    people = context.store.people
    others = [i for i in people.interests(context.tenant, context.profile.key) if i.key != interest.key]
    if not others:
        raise UserError(texts.LAST_INTEREST)
    with context.store.transaction():
        people.remove_interest(context.tenant, interest, context.now)
        if interest.is_default:
            people.use_interest(context.tenant, others[0])
    default = next((i for i in others if i.is_default), others[0])
    return say(texts.interest_removed(interest.name, default.name))


@command("interests split", hidden=True)
def split(context: Context, interest: Annotated[Interest, "which one"]) -> Message:
    """Make two interests of one whose likes fall into two clear groups."""
    halves = halves_of(context, interest)
    if halves is None:
        return say(forget_texts.NOTHING_TO_SPLIT)
    made = part(context, interest, halves)
    undo = Buttons((Action("Undo", press("undo")),))
    return Message(parts=(Paragraph(text(forget_texts.split_done(made.name, len(halves.second)))), undo))


@command("interests use")
def use(context: Context, interest: Annotated[Interest, "which one"]) -> Message:
    """Send my next answers to this interest."""
    with context.store.transaction():
        context.store.people.use_interest(context.tenant, interest)
    return say(texts.interest_used(interest.name))


def _checked(context: Context, name: str, renamed: Interest | None = None) -> str:
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME:
        raise WrongArgument(texts.bad_interest_name(MAX_NAME))
    mine = context.store.people.interests(context.tenant, context.profile.key)
    if any(i.name.casefold() == name.casefold() and i != renamed for i in mine):
        raise WrongArgument(texts.interest_exists(name))
    return name
