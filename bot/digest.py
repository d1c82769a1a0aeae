"""Composing a digest: which papers a reader gets now, as messages, or why there are none. Writes nothing.

`product.md` says what it looks like. What leaves for a channel holds nothing of any one person.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot import standing
from bot.announcements import known_calendar
from bot.cards import SOURCE_NAMES, card
from bot.context import Services
from bot.message import Action, Buttons, Card, Message, Paragraph, Part, Tone, bold, press, say, text
from bot.reasons import why_line
from bot.recommendations import Pick, Ranking, Recommendations
from bot.slots import zone_of
from bot.source_health import Standing, health
from bot.texts import digests as texts
from bot.texts import news as news_texts
from bot.texts import papers as paper_texts
from bot.texts import trial as trial_texts
from bot.texts.channels import liked_by
from bot.trial import mixed, takes_part
from bot.words import backticked
from db.digests import Covered, SlotState, Subscription
from db.models import Paper, Profile, ProfileKind
from recommender.recommendation import Reason

FIRST_WINDOW = timedelta(days=7)
FETCHED_FOR = timedelta(days=2)
"""A fetch takes its time: a paper may be kept so long after the instant that it bears, and then still counts as new."""
WIDER_DAYS = (7, 30)
"""When fewer papers than asked came in at all, it looks back so far for papers that were not shown."""
NEWS_SHOWN = 5
"""Lines about changed papers of the library in one digest."""
CARDS_BESIDE = 5
"""A channel's main message holds so many cards; more of them go into its thread."""
FEWEST_COUNTED = 3
"""A channel's card tells how many members liked its kind from so many on."""
SILENT_FOR = timedelta(days=7)
GATE_AFTER = 5
"""The gate that can say "nothing today" starts after so many digests."""


@dataclass(frozen=True, slots=True)
class Window:
    """What a digest chooses from: the papers that came in since `since`, and with them older ones where too few did."""

    since: datetime
    came_in: tuple[Paper, ...]
    candidates: tuple[Paper, ...]
    wider_days: int = 0


@dataclass(frozen=True, slots=True)
class Composed:
    """A digest as it would be sent: no messages where nothing is to be said. `reason` says why there are no papers.

    `covered` is what it had to choose from. `teams` says which of two rankers gave each paper (by key) while they are
    compared, else it is empty.
    """

    messages: tuple[Message, ...]
    reason: str
    screened: int
    covered: Covered
    teams: Mapping[int, int] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether it holds no papers."""
        return bool(self.reason)


def compose(services: Services, subscription: Subscription, profile: Profile, now: datetime) -> Composed:
    """The digest that a subscription would get now."""
    covered = Covered(now, services.store.slots.newest_paper())
    seen = services.store.slots.seen(profile.tenant, profile.key)
    if not subscription.repeats:
        seen |= services.store.slots.seen_in_channels(profile.tenant, profile.member)
    window = _window(services, subscription, seen, now)
    gate = may_be_silent(services, subscription)
    ranking = _rank(services, subscription, profile, window, seen, now, gate=gate)
    screened = len(window.came_in)
    if not ranking.picks:
        reason = _why_empty(services, subscription, window, ranking, now)
        return Composed(_empty(services, subscription, profile, reason, now), reason, screened, covered)
    cards = _cards(services, subscription, profile, ranking, now)
    news = _news_of_saved(services, profile, window.since)
    messages = _messages(subscription, profile, window, ranking, cards, news, now)
    given = {pick.paper.key: team for pick, team in zip(ranking.picks, ranking.teams, strict=False)}
    return Composed(messages, "", screened, covered, given)


def _window(services: Services, subscription: Subscription, seen: frozenset[int], now: datetime) -> Window:
    store = services.store
    covered = store.slots.covered(subscription.tenant, subscription.key)
    since = min(covered.until, now) if covered else now - FIRST_WINDOW
    earliest = since - FETCHED_FOR if covered else since
    kept = store.papers.seen_between(earliest, now)
    came_in = tuple(paper for paper in kept if covered is None or paper.key > covered.newest)
    if len(came_in) >= subscription.size:
        return Window(since, came_in, came_in)
    for days in WIDER_DAYS:
        older = tuple(store.papers.seen_between(min(earliest, now - timedelta(days=days)), now))
        if sum(paper.key not in seen for paper in older) >= subscription.size:
            break
    return Window(since, came_in, older, days if len(older) > len(came_in) else 0)


def _rank(
    services: Services,
    subscription: Subscription,
    profile: Profile,
    window: Window,
    seen: frozenset[int],
    now: datetime,
    *,
    gate: bool,
) -> Ranking:
    def rank_with(recommendations: Recommendations) -> Ranking:
        return recommendations.rank(
            profile,
            window.candidates,
            subscription.size,
            now,
            interests=subscription.interests or None,
            exclude=seen,
            gate=gate,
        )

    ranking = rank_with(services.recommendations)
    if ranking.picks and takes_part(services, profile):
        return mixed(services, subscription, ranking, rank_with)
    return ranking


def _cards(
    services: Services, subscription: Subscription, profile: Profile, ranking: Ranking, now: datetime
) -> list[Card]:
    store, shared = services.store, profile.kind is ProfileKind.CHANNEL
    known = services.recommendations.known(profile, now)
    liked = store.papers.many(list({event.paper for event in known.events}))
    titles = {paper.id: paper.title for paper in liked}
    keys = [pick.paper.key for pick in ranking.picks]
    elsewhere = {} if shared else store.slots.channels_with(profile.tenant, profile.member, keys)
    cards = []
    for number, pick in enumerate(ranking.picks, start=1):
        marks = [paper_texts.DIFFERENT] if pick.reason is Reason.DIFFERENT else []
        if shared:
            marks += _supported(services, profile, pick, now)
        if pick.paper.key in elsewhere:
            marks.append(texts.also_in(elsewhere[pick.paper.key]))
        why = why_line(pick, titles, several=len(known.interests) > 1, shared=shared)
        cards.append(card(number, pick.paper, zone=zone_of(subscription.zone), why=why, marks=tuple(marks)))
    return cards


def _supported(services: Services, profile: Profile, pick: Pick, now: datetime) -> list[str]:
    """`3 of you liked papers like this`: a number, and only from as many as hide each one."""
    names = [name for name, _ in pick.told.papers] if pick.told else []
    papers = {paper.key for name in names if (paper := services.store.papers.by_id(name))}
    count = services.store.channels.supporters(profile.tenant, profile.key, papers, now) if papers else 0
    return [liked_by(count)] if count >= FEWEST_COUNTED else []


def _messages(
    subscription: Subscription,
    profile: Profile,
    window: Window,
    ranking: Ranking,
    cards: Sequence[Card],
    news: Sequence[Part],
    now: datetime,
) -> tuple[Message, ...]:
    zone, shared = zone_of(subscription.zone), profile.kind is ProfileKind.CHANNEL
    since = texts.when(window.since, zone)
    heading = text(bold(texts.heading(texts.day(now, zone), len(cards), len(window.came_in))))
    sources = {SOURCE_NAMES.get(paper.source, paper.source) for paper in window.candidates}
    notes: list[Part] = [Paragraph(text(texts.screened_from(since, sorted(sources))))]
    if window.wider_days:
        notes = [Paragraph(text(texts.wider(len(window.came_in), since, window.wider_days)))]
    if ranking.picks[0].reason is Reason.RECENT:
        notes.append(Paragraph(backticked(texts.COLD_CHANNEL if shared else paper_texts.COLD)))
    buttons = Buttons(_footer(subscription, shared, ranking))
    notes += news
    footer = text(trial_texts.TWO_ORDERS) if ranking.teams else ()
    if not shared or len(cards) <= CARDS_BESIDE:
        return (Message(heading, (*notes, *cards, buttons), footer, tone=Tone.DIGEST, shared=shared),)
    main = Message(heading, (*notes, Paragraph(text(texts.IN_THREAD)), buttons), tone=Tone.DIGEST, shared=True)
    return main, Message(parts=tuple(cards), tone=Tone.DIGEST, shared=True)


def _footer(subscription: Subscription, shared: bool, ranking: Ranking) -> tuple[Action, ...]:
    if shared:
        return (Action(texts.PAUSE, press("channel pause")), Action(texts.CHANGE, press("channel digest")))
    number = subscription.number
    close = ranking.close
    more = (Action(texts.close(close), press("digest more", which=number)),) if close else ()
    refuse = (Action(trial_texts.REFUSE, press("trial", part="off")),) if ranking.teams else ()
    pause = Action(texts.PAUSE, press("digest pause", which=number))
    return (*more, pause, Action(texts.CHANGE, press("digest show", which=number)), *refuse)


def _why_empty(services: Services, subscription: Subscription, window: Window, ranking: Ranking, now: datetime) -> str:
    zone = zone_of(subscription.zone)
    if not window.came_in:
        return _nothing_announced(services, window, zone, now)
    if ranking.below_gate:
        return texts.nothing_near(len(window.came_in))
    if ranking.muted:
        return texts.all_muted(len(ranking.muted))
    return texts.all_seen(len(window.came_in))


def _nothing_announced(services: Services, window: Window, zone: ZoneInfo, now: datetime) -> str:
    """With the sources that have stalled, and when the next batch is expected."""
    found = [health(row, now, known_calendar()) for row in services.store.sources.all()]
    stalled = [
        texts.stalled(source.title or source.name, texts.when(source.last_seen, zone) if source.last_seen else "")
        for source in found
        if source.standing is Standing.STALLED
    ]
    coming = [s.expected for s in found if s.expected and s.expected > now and s.standing is not Standing.STALLED]
    expected = texts.when(min(coming), zone) if coming else ""
    return texts.nothing_announced(texts.when(window.since, zone), stalled, expected)


def _empty(
    services: Services, subscription: Subscription, profile: Profile, reason: str, now: datetime
) -> tuple[Message, ...]:
    """One line in a direct message, unless it is to be quiet; in a channel only after a week of silence."""
    zone = zone_of(subscription.zone)
    if profile.kind is ProfileKind.CHANNEL:
        posts = services.store.outbox.of_subscription(subscription.tenant, subscription.key, limit=1)
        last = posts[0].created if posts else subscription.created
        if now - last < SILENT_FOR:
            return ()
        return (Message(parts=(Paragraph(text(texts.quiet_week(reason))),), tone=Tone.DIGEST, shared=True),)
    if profile.quiet:
        return ()
    coming = subscription.next_due
    line = f"{reason} {texts.next_one(texts.when(coming, zone))}" if coming and coming > now else reason
    anyway = Buttons((Action(texts.SHOW_ANYWAY, press("today")),))
    return (Message(parts=(Paragraph(text(line)), anyway), tone=Tone.DIGEST),)


def more_of(services: Services, subscription: Subscription, profile: Profile, now: datetime) -> Message:
    """What came close to the last digest: the best of a week that were not shown. For the reader alone."""
    candidates = services.store.papers.seen_between(now - FIRST_WINDOW, now)
    window = Window(now - FIRST_WINDOW, tuple(candidates), tuple(candidates))
    seen = services.store.slots.seen(profile.tenant, profile.key)
    ranking = _rank(services, subscription, profile, window, seen, now, gate=False)
    if not ranking.picks:
        return say(texts.all_seen(len(candidates)))
    cards = _cards(services, subscription, profile, ranking, now)
    with services.store.transaction():
        services.store.people.remember_list(profile.tenant, profile.key, [card.paper for card in cards])
    return Message(text(bold(texts.CLOSE_ONES)), tuple(cards))


def may_be_silent(services: Services, subscription: Subscription) -> bool:
    """Whether the gate may say that nothing is near enough: in direct messages, once it has had some digests."""
    had = services.store.slots.count(subscription.tenant, subscription.key, SlotState.COMPOSED)
    return subscription.direct and had >= GATE_AFTER


def _news_of_saved(services: Services, profile: Profile, since: datetime) -> list[Part]:
    """A line for each paper in the person's library that was withdrawn or has a new version since their last digest."""
    if profile.kind is ProfileKind.CHANNEL:
        return []
    library = standing.saved(services.store.feedback.active(profile.tenant, profile.key))
    last = {change.paper: change for change in services.store.copies.changes(library, since)} if library else {}
    titles = {paper.key: paper.title for paper in services.store.papers.many(list(last))}
    changes = [(titles[key], change) for key, change in last.items() if key in titles][:NEWS_SHOWN]
    return [Paragraph(text(news_texts.changed(t, c.version, withdrawn=c.withdrawn))) for t, c in changes]
