"""What is said in and about digests: their headings, empty days, schedules, and targets that fail."""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from bot.message import Message, Paragraph, Tone, bold, text
from bot.texts.commands import shortened
from bot.words import backticked, counted, listed

PAUSE, CHANGE, SHOW_ANYWAY, RESUME = "Pause", "Change time", "Show anyway", "Resume"
COLD_CHANNEL = (
    "I know nothing of this channel's interests yet, so this is a varied selection of what is recent. "
    "Press 👍 on what fits; keepers add topics with `/papers-admin channel follow`."
)
CLOSE_ONES = "These came close"
IN_THREAD = "The papers are in this thread."
PREVIEW = "This is what would be sent now. Nothing is recorded, and these papers can still come."
NO_DIGEST = "You have no digest yet. `digest set` sets one up, with `at 9:00`, `days mon-fri`, `size 5`, `zone`."
NO_CHANNEL_DIGEST = "This channel has no digest yet. `/papers-admin channel start` sets one up."
NOT_IN_A_CHANNEL = "Please type this in the channel it is about."
ENDED = "Switched off. What you taught me stays; `digest set` switches it on again."
PAUSED = "paused"
STATUS, NEVER = "Status", "never"
BY_DM, IN_CHANNEL = "by direct message", "in this channel"
RESTS = "the workspace is paused"
LATE = "it could not be made in time"
INTERNAL = "an error of mine, which is in the log"


def when(moment: datetime, zone: tzinfo) -> str:
    """An instant on the reader's clock: `Mon 30 Nov, 09:00`."""
    there = moment.astimezone(zone)
    return f"{there:%a} {there.day} {there:%b}, {there:%H:%M}"


def day(moment: datetime, zone: tzinfo) -> str:
    """The reader's date: `Mon 30 Nov`."""
    there = moment.astimezone(zone)
    return f"{there:%a} {there.day} {there:%b}"


def heading(date: str, shown: int, screened: int) -> str:
    """Over a digest."""
    return f"{date} · {counted(shown, 'paper')} of {counted(screened, 'new one', 'new ones')}"


def screened_from(since: str, sources: Sequence[str]) -> str:
    """What was looked at."""
    return f"Screened since {since}: {listed(sorted(sources))}."


def wider(came_in: int, since: str, days: int) -> str:
    """When too few papers came in, and older ones that were never shown fill up."""
    few = "Nothing new" if not came_in else f"Only {counted(came_in, 'new paper')}"
    return f"{few} came in since {since}; these are from the last {days} days, and not shown before."


def close(count: int) -> str:
    """The button that shows what was nearly picked."""
    return f"{count} more {'was' if count == 1 else 'were'} close: show"


def also_in(channel: str) -> str:
    """The mark on a card that a channel of the reader's had already."""
    return f"also in {channel if channel.startswith('#') else '#' + channel}"


def nothing_announced(since: str, stalled: Sequence[str], expected: str) -> str:
    """Why a day is empty: nothing came in at all."""
    why = "".join(f" {sentence}." for sentence in stalled)
    coming = f" New papers are expected on {expected}." if expected else ""
    return f"Nothing new was announced since {since}.{why}{coming}"


def stalled(source: str, last: str) -> str:
    """A source that should have brought papers long ago."""
    return f"{source} has stalled: its last papers came on {last}" if last else f"{source} has not answered yet"


def all_muted(count: int) -> str:
    """Why a day is empty: mutes."""
    return f"All that is new is hidden by mutes: {counted(count, 'paper')}."


def all_seen(count: int) -> str:
    """Why a day is empty: nothing was left."""
    return f"Nothing that was not shown or answered before: {counted(count, 'paper')} screened."


def nothing_near(count: int) -> str:
    """Why a day is empty: the gate."""
    return f"Nothing near enough to the likes: {counted(count, 'paper')} screened."


def next_one(moment: str) -> str:
    """When the next digest comes."""
    return f"Next: {moment}."


def quiet_week(reason: str) -> str:
    """The one line a silent channel gets after a week."""
    return f"No digest this week. {reason}"


def confirmed(
    number: int, place: str, at: str, days: str, zone: str, size: int, interests: Sequence[str], next_due: str
) -> str:
    """After a change of a digest."""
    about = f", on {listed(list(interests))}" if interests else ""
    coming = f" Next: {next_due}." if next_due else " It is paused."
    return f"Digest {number} comes {place} {at}, {days} ({zone}), {counted(size, 'paper')}{about}.{coming}"


def at_text(at: str) -> str:
    """`at 09:00`, or when the batch is in."""
    return f"at {at}" if at else "when the day's batch is in (08:00 to 18:00)"


def before_batch(usual: str) -> str:
    """When a digest's time is before the batch's usual arrival."""
    return f"The day's papers usually come in about {usual} your time, after it. `digest set at new` waits for them."


def paused(until: str, next_due: str) -> str:
    """After a pause was asked for."""
    if not until:
        return "Paused. `digest resume` takes it up again."
    return f"Paused until {until}. Next: {next_due}. `digest resume` takes it up earlier."


def failing(code: str, again: str) -> str:
    """The state of a digest whose target refuses us."""
    return f"paused ({code}), tried again {again}" if again else f"paused ({code})"


def resumed(next_due: str) -> str:
    """After a pause."""
    return f"Taken up again. Next: {next_due}."


def no_such_digest(number: int, numbers: Sequence[int]) -> str:
    """For a digest's number that is not there."""
    return f"There is no digest {number}; yours: {listed([str(n) for n in numbers])}."


def too_many_digests(most: int) -> str:
    """For more digests than a person may have."""
    return f"You can have {most} digests. Change one of them with `digest set which 1`, or switch one off."


def no_such_zone(given: str, nearest: Sequence[str]) -> str:
    """For a word that is no time zone."""
    hint = f" Did you mean {listed([f'`{name}`' for name in nearest], 'or')}?" if nearest else ""
    return f"“{shortened(given)}” is no time zone I know.{hint} Zones are named like `Europe/Berlin`."


def no_time(given: str) -> str:
    """For a word that is no time of day."""
    return f"“{shortened(given)}” is no time of day. Write it like `9:00` or `18:30`, or `new` for when papers are in."


def no_days(given: str) -> str:
    """For words that are no weekdays."""
    return f"“{shortened(given)}” names no weekdays. Write them like `mon-fri`, `mon,thu`, `weekdays` or `daily`."


def no_date(given: str) -> str:
    """For words that are no date."""
    return f"“{shortened(given)}” is no date to come. Write it like `2027-01-07`, `7 jan`, `monday` or `10 days`."


def wrong_size(given: int, most: int) -> str:
    """For a digest's size out of bounds."""
    return f"A digest has 1 to {most} papers, not {given}."


def keepers_only(keepers: Sequence[str]) -> str:
    """For somebody who may not change a channel's digest."""
    if not keepers:
        return "Only admins of this workspace may set up a channel's digest."
    return f"Only this channel's keepers may do that: {listed(keepers)}, and the workspace's admins."


def made_already(date: str, state: str) -> str:
    """For a second digest on one date."""
    return f"The digest of {date} is {state} already, and no date gets two. `digest preview` shows what would come."


def nothing_to_send(reason: str) -> str:
    """For sending an empty digest."""
    return f"There is nothing to send. {reason}"


def no_such_post(key: int) -> str:
    """For a number that is no post's."""
    return f"There is no post {key}. `paperround digest list` shows them."


def not_to_retry(key: int, state: str) -> str:
    """For a post that needs no retry."""
    return f"Post {key} is {state}; only posts that are unsure, dead, expired or cancelled can be tried again."


def not_to_drop(key: int, state: str) -> str:
    """For a post that cannot be let go."""
    return f"Post {key} is {state}; only posts that are new or unsure can be dropped."


def purged(key: int) -> str:
    """For a post whose text is gone."""
    return f"The text of post {key} was removed, as it ended more than 30 days ago."


def target_failed(channel: str, code: str) -> Message:
    """What the owner of a channel's digest is told, once, when it cannot be posted."""
    name = f"#{channel.removeprefix('#')}" if channel else "your channel"
    return Message(
        heading=text(bold(f"The digest for {name} is paused")),
        parts=(Paragraph(backticked(f"{way_back(code)} (code: `{code}`). I try again once a week.")),),
        tone=Tone.ERROR,
    )


def next_of(number: int, state: str, *, channel: str = "") -> str:
    """A digest's next date, or that it rests."""
    name = f"The digest of #{channel.removeprefix('#')}" if channel else f"Digest {number}"
    return f"{name}: {state}." if state.startswith(PAUSED) else f"{name} comes next on {state}."


STATES = {
    "sent": "came",
    "new": "is on its way",
    "sending": "is on its way",
    "unsure": "may have come; the platform did not say",
    "planned": "is being made",
    "empty": "was empty",
    "skipped": "was skipped",
    "expired": "could not be sent in time",
    "dead": "could not be sent",
    "failed": "could not be sent",
    "cancelled": "could not be sent",
}


def last_of(due: str, state: str, screened: int, reason: str) -> str:
    """What became of a digest's last date."""
    looked = f", {counted(screened, 'paper')} screened" if screened else ""
    why = f": {reason.rstrip('.')}" if reason else ""
    return f"The last one, {due}, {STATES.get(state, state)}{looked}{why}."


def way_back_of(code: str) -> str:
    """The way back from a paused target."""
    return f"{way_back(code)} (code: `{code}`)."


def no_heartbeat(since: str) -> str:
    """When the scheduler does not run."""
    return f"The scheduler has not run since {since}; no digest comes until the admin starts the bot."


def workspace_rests(code: str) -> str:
    """When the whole workspace rests."""
    if code == "asked":
        return "All digests of this workspace are paused by its admin."
    return f"All digests of this workspace are paused. {way_back(code)} (code: `{code}`)."


WAYS_BACK = {
    ("is_archived", "50083"): "The channel or thread is archived. Unarchive it, or set the digest up elsewhere",
    ("not_in_channel", "channel_not_found", "50001", "10003", "10004"): (
        "I am not in the channel, or it is gone. Invite me, or set the digest up elsewhere"
    ),
    ("restricted_action", "no_permission", "access_denied", "50013"): (
        "I may not post there. Let me write in the channel, then `digest resume`"
    ),
    ("50007", "50278", "messages_tab_disabled", "user_not_found", "user_disabled", "user_not_visible", "10013"): (
        "Direct messages to you are closed. Allow them for this server, then `digest resume`"
    ),
    (
        "invalid_auth",
        "token_revoked",
        "token_expired",
        "account_inactive",
        "not_authed",
        "40001",
        "50014",
        "http_401",
    ): ("The bot's token is no longer valid. The admin renews it, then starts the bot again"),
    ("missing_scope",): "The app lacks a permission. The admin installs it again with the manifest",
    ("asked",): "Paused on request. `digest resume` takes it up again",
}


def way_back(code: str) -> str:
    """What to do about a paused target, by the platform's code."""
    for codes, sentence in WAYS_BACK.items():
        if code in codes or (code.startswith("restricted_action") and "restricted_action" in codes):
            return sentence
    return "The platform refused the post. When the cause is gone, `digest resume`"
