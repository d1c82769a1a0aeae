"""What the bot has learned about a person, each piece removable, and starting afresh."""

from bot import ledger, standing
from bot.command import command
from bot.commands.papers import remember
from bot.commands.wishes import UNDO, described_rule
from bot.context import Context
from bot.map_picture import can_draw, picture
from bot.message import (
    Action,
    Bar,
    Bars,
    Buttons,
    File,
    Message,
    Paragraph,
    Part,
    bold,
    italic,
    paper_key,
    press,
    say,
    text,
)
from bot.splitting import halves_of
from bot.texts import forget as forget_texts
from bot.texts import papers as texts
from bot.words import backticked, counted, listed
from db.models import ActKind, Interest, Paper, Rule, Verb

LIKES_SHOWN = 20


@command("profile show", bare="profile")
def show(context: Context) -> Message:
    """What you have learned about me: words, liked papers, what I follow and mute."""
    known = context.services.recommendations.known(context.profile, context.now)
    if not known.events and not known.rules:
        return say(backticked(texts.NOTHING_LEARNED))
    parts: list[Part] = []
    for interest in known.interests:
        parts += _interest(context, interest, [rule for rule in known.rules if rule.interest == interest.key])
    mutes = [rule for rule in known.rules if rule.verb is Verb.MUTE]
    parts += [_removable(rule) for rule in mutes]
    forgotten = context.store.feedback.acts(context.tenant, context.profile.key, [ActKind.FORGET])
    parts += [Paragraph(text(act.note)) for act in forgotten]
    liked = _last_liked(context)
    parts += _likes(context, liked)
    found = context.services.recommendations.map(liked)
    files: tuple[File, ...] = ()
    if found is not None and can_draw():
        files = (picture(found, [paper.title for paper in liked], texts.MAP),)
    elif found is not None:
        parts.append(Paragraph(backticked(texts.NO_PICTURES)))
    return Message(text(bold("Your profile")), tuple(parts), backticked(texts.PROFILE_FOOTER), files)


@command("profile reset")
def reset(context: Context) -> Message:
    """Forget everything you learned about me (undo brings it back)."""
    known = context.services.recommendations.known(context.profile, context.now)
    if not known.events and not known.rules:
        return say(texts.NOTHING_TO_RESET)

    def write(act: int) -> None:
        events = [event.key for event in known.events]
        context.store.feedback.withdraw(context.tenant, act, events, [rule.key for rule in known.rules])

    note = f"reset of {counted(len(known.events), 'answer')} and {counted(len(known.rules), 'rule')}"
    ledger.perform(context, ActKind.RESET, note, write)
    return Message(parts=(Paragraph(backticked(texts.RESET_DONE)), UNDO))


def _interest(context: Context, interest: Interest, rules: list[Rule]) -> list[Part]:
    events = ledger.active(context)
    heading = texts.profile_interest(interest.name, len(standing.liked(events, interest.key)))
    learned = context.services.recommendations.learned(context.profile, interest, context.now)
    largest = max((abs(value) for _, value in learned), default=0.0)
    bars = tuple(Bar(word, value / largest) for word, value in learned if largest)
    parts: list[Part] = [Bars(heading, bars)] if bars else [Paragraph(text(bold(heading)))]
    halves = halves_of(context, interest)
    if halves is not None:
        words = forget_texts.two_interests(listed(halves.first_words), listed(halves.second_words))
        parts.append(Paragraph(text(words)))
        parts.append(Buttons((Action(forget_texts.SPLIT_BUTTON, press("interests split", interest=interest.name)),)))
    return [*parts, *(_removable(rule) for rule in rules)]


def _removable(rule: Rule) -> Part:
    verb = "follows" if rule.verb is Verb.FOLLOW else "mutes"
    until = f" until {rule.until:%d %b %Y}" if rule.until else ""
    return Paragraph(text(f"{verb} {described_rule(rule)}{until}"))


def _last_liked(context: Context) -> list[Paper]:
    return context.store.papers.many(standing.liked(ledger.active(context))[::-1][:LIKES_SHOWN])


def _likes(context: Context, papers: list[Paper]) -> list[Part]:
    if not papers:
        return []
    remember(context, papers)
    lines: list[Part] = [Paragraph(text(bold("Liked papers")))]
    lines += [Paragraph(text(f"{number:>2}  ", italic(paper.title))) for number, paper in enumerate(papers, start=1)]
    presses = tuple(
        Action(f"Remove {number}", press("remove", what=paper_key(paper.key)))
        for number, paper in enumerate(papers[:5], start=1)
    )
    return [*lines, Buttons(presses)]
