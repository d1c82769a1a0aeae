"""Digests by command: a person's own, a channel's by its keepers, and what status tells."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.composing import compose_next
from bot.context import Place
from db.digests import Pause
from db.store import Store
from tests.bot.digest_world import tick
from tests.conftest import LOCAL, Chat, FakeClock

LAB = Place("C1", "lab", is_direct=False)
ADMIN = "papers-admin"


@pytest.fixture
def keeper(chat: Chat) -> Chat:
    return chat.someone_else("kim", place=LAB, is_admin=True)


@pytest.fixture
def member(chat: Chat) -> Chat:
    return chat.someone_else("mo", place=LAB)


def state(chat: Chat) -> str:
    return "".join(f"{row}" for row in chat.services.store.db.execute("SELECT * FROM subscriptions").fetchall())


def test_setting_a_digest_up_confirms_the_next_date_and_ends_with_its_preview(chat: Chat) -> None:
    reply = chat("digest set at 9:30 days mon-fri size 3 zone Europe/Berlin")
    assert "at 09:30, mon-fri (Europe/Berlin), 3 papers" in reply
    assert "Next: Mon 30 Nov, 09:30." in reply
    assert reply.count("why: ") == 3
    assert "Nothing is recorded" in reply


def test_a_change_keeps_the_rest_and_tells_the_next_date_in_the_readers_zone(chat: Chat) -> None:
    chat("digest set at 9:30 days mon,thu size 3 zone Asia/Kolkata")
    assert "at 18:00, mon, thu (Asia/Kolkata), 3 papers. Next: Mon 30 Nov, 18:00." in chat("digest at 18")
    assert "mon, thu (Asia/Kolkata), 7 papers" in chat("digest size 7")
    assert "Next: Tue 1 Dec, 18:00." in chat("digest set days=tue")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("digest set zone Europe/Berlni", "Did you mean `Europe/Berlin`"),
        ("digest set zone Zürich/Ümläut", "is no time zone I know"),
        ("digest set at 25:00", "is no time of day"),
        ("digest set days someday", "names no weekdays"),
        ("digest set size 40", "A digest has 1 to 20 papers, not 40"),
        ("digest set size none", "is no whole number"),
        ("digest set which 7", "You have no digest yet"),
        ("digest set interest cooking", "You have no interest called"),
        ("digest pause until yesterday", "You have no digest yet"),
        ("digest off", "You have no digest yet"),
        ("digest bananas", "“bananas” is no time of day"),
        ("digest at 9 bananas", "“9 bananas” is no time of day"),
    ],
)
def test_a_wrong_word_gets_a_sentence_and_changes_nothing(chat: Chat, line: str, sentence: str) -> None:
    before = state(chat)
    assert sentence.replace("`", "") in chat(line).replace("`", "")
    assert state(chat) == before


def test_a_pause_is_said_with_its_end_and_resumed(chat: Chat) -> None:
    chat("digest set at 9")
    assert "Paused until Thu 7 Jan 2027. Next: Thu 7 Jan, 09:00." in chat("digest pause until 7 jan")
    assert "Next: Mon 30 Nov, 09:00." in chat("digest resume")
    assert chat("digest pause").startswith("Paused.")
    assert "paused" in chat("digest")
    assert "no date to come" in chat("digest pause until last summer")


def test_several_digests_each_with_its_interest(chat: Chat) -> None:
    chat("interests add robots")
    chat("digest set at 9")
    assert "on robots" in chat("digest set which 2 at 18 interest robots size 2")
    listed = chat("digest")
    assert "1 | 09:00 mon-fri" in listed
    assert "2 | 18:00 mon-fri" in listed
    assert "main and robots" in chat("digest set which 2 interest main,robots")
    assert "on main" not in chat("digest set which 2 interest all")
    assert "Switched off" in chat("digest off which 2")
    assert "There is no digest 2" in chat("digest pause which 2")
    assert [chat(f"digest set which {n} at 9").count("Digest") for n in (2, 3, 4, 5)] == [1, 1, 1, 1]
    assert "You can have 5 digests" in chat("digest set which 6 at 9")


def test_a_preview_records_nothing(chat: Chat, seeded: Store) -> None:
    chat("digest set at 9")
    assert chat("digest preview") == chat("digest preview")
    counts = [seeded.db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("slots", "outbox", "shown")]
    assert counts == [0, 0, 0]


def test_a_time_before_the_batch_is_said_and_waiting_is_offered(chat: Chat, seeded: Store, clock: FakeClock) -> None:
    with seeded.transaction():
        seeded.sources.add("arxiv:cs.LG", "arxiv", clock.now())
        seeded.db.execute("UPDATE sources SET batch_seen = ?", [(clock.now() + timedelta(hours=2)).isoformat()])
    assert "usually come in about 10:00" in chat("digest set at 7")
    assert "when the day's batch is in" in chat("digest at new")
    assert "usually" not in chat("digest at 11")


def test_quiet_is_switched_with_the_digest(chat: Chat) -> None:
    chat("digest set at 9 quiet on")
    assert chat.context().profile.quiet
    chat("digest set quiet off")
    assert not chat.context().profile.quiet


def test_status_says_why_the_last_one_was_empty_and_what_is_next(chat: Chat, seeded: Store, clock: FakeClock) -> None:
    chat("digest set at 9 days daily")
    seeded.db.execute("UPDATE papers SET withdrawn = 1")
    clock.advance(hours=1)
    tick(seeded, clock)
    compose_next(chat.services, {"local": lambda message: [message]}, clock.now())
    status = chat("status")
    assert "Digest 1 comes next on Tue 1 Dec, 09:00." in status
    assert "The last one, Mon 30 Nov, 09:00, was empty: Nothing new was announced since" in status


def test_status_names_the_code_and_the_way_back(chat: Chat, seeded: Store, clock: FakeClock) -> None:
    chat("digest set at 9")
    mine = seeded.subscriptions.of_workspace(LOCAL)[0]
    with seeded.transaction():
        pause = Pause("50007", clock.now(), clock.now() + timedelta(days=7))
        seeded.subscriptions.change(LOCAL, replace(mine, pause=pause))
        seeded.subscriptions.pause_workspace(LOCAL, Pause("token_revoked", clock.now()))
    status = chat("status")
    assert "paused (50007), tried again Mon 7 Dec" in status
    assert "Direct messages to you are closed" in status
    assert "The bot's token is no longer valid" in status


class TestChannels:
    """`/papers-admin channel …` and who may."""

    def test_who_sets_a_channels_digest_up_becomes_its_keeper(self, keeper: Chat) -> None:
        assert "in this channel at 08:00, mon-fri" in keeper("channel start at 8 size 2", ADMIN)
        assert "Keepers of this channel: kim" in keeper("channel keepers", ADMIN)

    def test_anyone_else_gets_a_sentence_naming_the_keepers(self, keeper: Chat, member: Chat) -> None:
        assert "Only admins" in member("channel start", ADMIN)
        keeper("channel start", ADMIN)
        before = state(keeper)
        deeds = (
            "pause", "resume", "off", "undo", "reset", "follow x", "mute x", "remove x", "digest at 9", "preview",
            "profile", "keepers add mo", "votes reactions on", "interests",
        )  # fmt: skip
        refusal = "Only this channel's keepers may do that: kim, and the workspace's admins."
        assert [deed for deed in deeds if refusal not in member(f"channel {deed}", ADMIN)] == []
        assert "Only this channel's keepers" in member("digest set here at 9")
        assert state(keeper) == before

    def test_a_keeper_names_another_who_then_may(self, keeper: Chat, member: Chat) -> None:
        keeper("channel start", ADMIN)
        keeper("channel keepers add <@mo>", ADMIN)
        assert "Paused." in member("channel pause", ADMIN)
        keeper("channel keepers remove mo", ADMIN)
        assert "Only this channel's keepers" in member("channel resume", ADMIN)

    def test_what_a_channel_follows_is_not_its_keepers_and_undo_is_the_channels(self, keeper: Chat) -> None:
        keeper("channel start", ADMIN)
        reply = keeper("channel follow diffusion models", ADMIN)
        assert "Following “diffusion models”" in reply
        assert "diffusion" not in keeper("profile")
        assert "diffusion" in keeper("channel profile", ADMIN)
        assert "Taken back" in keeper.press("channel undo")
        assert "diffusion" not in keeper("channel profile", ADMIN)

    def test_a_channel_has_interests_of_its_own(self, keeper: Chat) -> None:
        keeper("channel start", ADMIN)
        keeper("channel interests add reading group", ADMIN)
        assert "reading group" in keeper("channel interests", ADMIN)
        assert "reading group" not in keeper("interests")
        keeper("channel interests use reading group", ADMIN)
        assert "in “reading group”" in keeper("channel follow graphs", ADMIN)
        keeper("channel interests remove reading group", ADMIN)
        assert "reading group" not in keeper("channel interests", ADMIN)

    def test_it_is_said_in_the_channel_it_is_about(self, chat: Chat) -> None:
        assert "Please type this in the channel" in chat.someone_else("kim", is_admin=True)("channel start", ADMIN)

    def test_a_channels_digest_is_changed_paused_and_switched_off(self, keeper: Chat) -> None:
        assert "has no digest yet" in keeper("channel pause", ADMIN)
        keeper("channel start at 8", ADMIN)
        assert "at 10:00" in keeper("channel digest at 10", ADMIN)
        assert "10:00 mon-fri" in keeper("channel digest", ADMIN)
        assert "Next: Mon 7 Dec, 10:00." in keeper("channel pause until monday", ADMIN)
        assert "Next: Mon 30 Nov, 10:00." in keeper("channel resume", ADMIN)
        assert "switched off" in keeper("channel off", ADMIN)
        assert "has no digest yet" in keeper("channel digest", ADMIN)

    def test_reset_and_whose_votes_count(self, keeper: Chat) -> None:
        keeper("channel start", ADMIN)
        assert "no longer count here" in keeper("channel reset", ADMIN)
        reply = keeper("channel votes reactions on role phd", ADMIN)
        assert "role phd" in reply
        assert "👍 reactions on papers count" in reply

    def test_a_vote_here_is_the_members_and_the_channels(self, keeper: Chat, member: Chat, seeded: Store) -> None:
        keeper("channel start", ADMIN)
        channel = seeded.subscriptions.of_workspace(LOCAL)[0].profile
        with seeded.transaction():
            seeded.channels.met(LOCAL, channel, "mo", member.services.clock.now() - timedelta(days=10))
            seeded.slots.show(LOCAL, channel, [1], None, member.services.clock.now())
        member.press("like?paper=~1")
        member.press("like?paper=~2")
        assert "1 vote on 1 paper count now" in keeper("channel profile", ADMIN)
        assert len(seeded.feedback.active(LOCAL, member.context().profile.key)) == 2
        member("undo")
        member("undo")
        assert "0 votes" in keeper("channel profile", ADMIN)


class TestAdmins:
    """Counts, health, and letting everything rest."""

    def test_admins_see_counts_and_channels_but_no_person(self, chat: Chat, keeper: Chat) -> None:
        chat.someone_else("zoe")("digest set at 9")
        keeper("channel start", ADMIN)
        reply = keeper("subscriptions", ADMIN)
        assert "1 digest by direct message, 1 channel digest; 0 paused." in reply
        assert "#lab" in reply
        assert "zoe" not in reply

    def test_all_digests_rest_and_are_taken_up(self, chat: Chat, keeper: Chat, seeded: Store, clock: FakeClock) -> None:
        chat("digest set at 9 days daily")
        keeper("pause-all", ADMIN)
        assert "paused by its admin" in chat("status")
        clock.advance(hours=1)
        assert tick(seeded, clock).planned == 0
        keeper("resume-all", ADMIN)
        clock.advance(days=1)
        assert tick(seeded, clock).planned == 1

    def test_health_tells_of_the_heartbeat(self, keeper: Chat) -> None:
        assert "never (stopped)" in keeper("health", ADMIN)

    @pytest.mark.parametrize("line", ["subscriptions", "health", "pause-all", "resume-all"])
    def test_members_are_refused(self, member: Chat, line: str) -> None:
        assert "Only admins" in member(line, ADMIN)
