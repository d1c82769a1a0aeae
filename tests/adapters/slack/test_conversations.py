"""What people do in Slack, and what they are shown: commands, buttons, direct messages, threads."""

import asyncio
import time

import pytest

from db.models import ProfileKind, Tenant
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.conftest import Bot, Json, button, buttons
from tests.adapters.slack.fake_slack import ANN, BEA, BOT, CHANNEL, STRANGER, TEAM

TENANT = Tenant("slack", TEAM)


@pytest.fixture(params=["socket", "http"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def test_a_slash_command_is_answered_to_the_caller_alone(bot: Bot) -> None:
    assert "papers for you" in await bot.slash("today 3")
    assert {r["response_type"] for r in bot.slack.responses} == {"ephemeral"}
    assert CHANNEL not in bot.slack.messages


async def test_a_bare_command_is_help_and_a_mistyped_one_gets_the_nearest(bot: Bot) -> None:
    assert "What you can say" in await bot.slash("")
    assert "Did you mean today" in await bot.slash("todya")


async def test_what_phones_make_of_quotes_and_spaces_is_understood(bot: Bot) -> None:
    assert "“graph neural networks”" in await bot.slash("follow\u00a0“graph neural networks”")
    assert "1 paper for you" in await bot.slash("today count=1")


async def test_a_press_is_answered_at_once_and_twice_does_no_harm(bot: Bot) -> None:
    await bot.slash("today 2")
    element, block = button(bot.slack.responses[-1], "👍")
    first = await bot.click(element, block)
    second = await bot.click(element, block)
    assert "More like" in words(first)
    assert "nothing changed" in words(second)


async def test_the_same_request_sent_again_is_not_done_again(bot: Bot) -> None:
    await bot.slash("today 1")
    element, block = button(bot.slack.responses[-1], "🔖")
    payload = bot.click_payload(element, block)
    await bot.deliver("interactive", payload)
    before = len(bot.slack.responses)
    await bot.deliver("interactive", payload)
    assert len(bot.slack.responses) == before


async def test_every_button_of_a_card_and_every_entry_of_its_menu_does_something(bot: Bot) -> None:
    await bot.slash("today 1")
    card = bot.slack.responses[-1]
    for block, element in buttons(card):
        choices: list[Json] = [{}]
        if element["type"] == "overflow":
            choices = [{"selected_option": option} for option in element["options"]]
        for choice in choices:
            said = words(await bot.click({**element, **choice}, block))
            assert said
            assert "went wrong" not in said
            assert "older version" not in said


async def test_undo_replaces_what_it_takes_back(bot: Bot) -> None:
    await bot.slash("today 1")
    liked = await bot.click(*button(bot.slack.responses[-1], "👍"))
    undone = await bot.click(*button(liked[0], "Undo"))
    assert undone[0]["replace_original"] is True
    assert "Taken back" in words(undone)


async def test_a_link_button_and_a_ticked_box_are_acknowledged_and_do_nothing(bot: Bot) -> None:
    assert await bot.click({"action_id": "link:0", "type": "button", "url": "https://arxiv.org"}) == []
    assert await bot.click({"action_id": "boxes:0:0", "type": "checkboxes", "selected_options": []}) == []


async def test_a_reply_with_papers_can_be_shown_to_the_channel_without_its_reasons(bot: Bot) -> None:
    await bot.slash("follow diffusion")
    await bot.slash("today 2")
    private = bot.slack.responses[-1]
    assert "Why:" in words(private)
    shown = await bot.click(*button(private, "Share here"))
    assert shown[0]["response_type"] == "in_channel"
    assert "Ann shares 2 papers" in words(shown)
    assert "Why:" not in words(shown)


async def test_in_direct_messages_a_line_is_a_command_and_is_answered_there(bot: Bot) -> None:
    said = await bot.say("today 2")
    assert "papers for you" in words(said)
    assert bot.slack.ephemeral == []
    assert not any(label.startswith("Share") for label in words(said).splitlines())


async def test_an_answered_card_in_direct_messages_says_so_in_its_place_and_offers_undo(bot: Bot) -> None:
    message = (await bot.say("today 2"))[-1]
    redrawn = (await bot.click(*button(message, "👍"), channel=f"D{ANN}", message=message))[0]
    assert redrawn["replace_original"] is True
    assert "More like" in words(redrawn)
    assert len(redrawn["blocks"]) == len(message["blocks"]) + 1
    again = {**message, "blocks": redrawn["blocks"]}
    undone = (await bot.click(*button(again, "Undo"), channel=f"D{ANN}", message=again))[0]
    assert "Removed" in words(undone)
    with pytest.raises(AssertionError):
        button(undone, "Undo")


async def test_a_shared_post_never_changes_for_one_persons_answer(bot: Bot) -> None:
    await bot.slash("today 2")
    post = {**bot.slack.responses[-1], "ts": "1.0"}
    answered = await bot.click(*button(post, "👍"), person=BEA, message=post)
    assert [(r["response_type"], r["replace_original"]) for r in answered] == [("ephemeral", False)]


async def test_in_a_thread_a_mention_is_a_command_answered_to_the_caller_alone_there(bot: Bot) -> None:
    event = {"type": "app_mention", "user": ANN, "channel": CHANNEL, "ts": "5.0", "thread_ts": "4.0", "team": TEAM}
    await bot.event({**event, "text": f"<@{BOT}> search &amp; learning"})
    assert bot.slack.ephemeral[-1]["thread_ts"] == "4.0"
    assert bot.slack.ephemeral[-1]["user"] == ANN
    assert "learning" in words(bot.slack.ephemeral[-1]["blocks"])


async def test_who_is_not_in_the_channel_is_answered_directly(bot: Bot) -> None:
    bot.slack.members[CHANNEL].discard(ANN)
    await bot.event({"type": "app_mention", "user": ANN, "channel": CHANNEL, "ts": "5.0", "text": f"<@{BOT}> help"})
    assert "What you can say" in words(bot.slack.messages[f"D{ANN}"])


async def test_our_own_words_other_bots_and_edits_are_not_answered(bot: Bot) -> None:
    for changes in ({"bot_id": "B7"}, {"subtype": "message_changed"}, {"user": BOT}, {"hidden": True}):
        assert await bot.say("help", **changes) == []


async def test_a_line_that_two_events_tell_of_is_answered_once(bot: Bot) -> None:
    event = {"user": ANN, "channel": f"D{ANN}", "ts": "7.0", "text": f"<@{BOT}> help", "team": TEAM}
    await bot.event({**event, "type": "message", "channel_type": "im"})
    before = len(bot.slack.messages[f"D{ANN}"])
    await bot.event({**event, "type": "app_mention"})
    assert len(bot.slack.messages[f"D{ANN}"]) == before


async def test_a_retried_event_is_taken_up_once(bot: Bot) -> None:
    event = {"type": "message", "channel_type": "im", "channel": f"D{ANN}", "user": ANN, "text": "help", "ts": "8.0"}
    for _ in range(3):
        await bot.event(event, event_id="EvSAME")
    assert len(bot.slack.messages[f"D{ANN}"]) == 2, "the greeting and one answer"


async def test_the_greeting_comes_once_privately_and_never_again(bot: Bot) -> None:
    await bot.slash("help")
    await bot.event({"type": "app_home_opened", "user": ANN, "tab": "home", "channel": f"D{ANN}"})
    await bot.slash("help")
    greetings = bot.slack.messages[f"D{ANN}"]
    assert len(greetings) == 1
    assert "Hello" in words(greetings)
    assert CHANNEL not in bot.slack.messages


async def test_the_zone_and_the_name_come_from_the_persons_slack_profile(bot: Bot) -> None:
    await bot.slash("help", person=BEA)
    profile = await bot.store(lambda store: store.people.profile(TENANT, ProfileKind.PERSON, BEA))
    assert (profile.name, profile.zone) == ("Bea", "America/New_York")


async def test_admin_commands_are_for_admins_as_slack_knows_them(bot: Bot) -> None:
    assert "Only admins" in await bot.slash("subscriptions", person=BEA, root="papers-admin")
    assert "Digests of this workspace" in await bot.slash("subscriptions", root="papers-admin")
    assert "Digests of this workspace" in words(await bot.say("papers-admin subscriptions"))


async def test_a_named_channel_and_a_named_member_are_understood(bot: Bot) -> None:
    line = f"channel keepers add <@{BEA}|bea> <#{CHANNEL}|lab>"
    assert "may change this channel's digest" in await bot.slash(line, root="papers-admin", channel="C7")
    keepers = await bot.store(
        lambda store: store.channels.keepers(
            TENANT,
            store.people.profile(TENANT, ProfileKind.CHANNEL, CHANNEL).key,  # type: ignore[union-attr]
        )
    )
    assert list(keepers) == [BEA]


async def test_people_of_other_organisations_get_an_open_word_and_leave_no_profile(bot: Bot) -> None:
    event = {"type": "app_mention", "user": STRANGER, "user_team": "T9", "channel": CHANNEL, "text": f"<@{BOT}> today"}
    for ts in ("1.0", "2.0"):
        await bot.event({**event, "ts": ts}, is_ext_shared_channel=True)
    await bot.click(
        {"action_id": "press:0", "value": "like?paper=~1"}, person=STRANGER, team="T9", message={"ts": "1.0"}
    )
    assert len(bot.slack.messages[CHANNEL]) == 1
    assert bot.slack.ephemeral == []
    assert f"D{STRANGER}" not in bot.slack.messages
    profile = await bot.store(lambda store: store.people.profile(TENANT, ProfileKind.PERSON, STRANGER))
    assert profile is None


async def test_a_team_that_never_installed_the_app_gets_a_sentence(bot: Bot) -> None:
    payload = {**bot.slash_payload("today"), "team_id": "T404"}
    bot.slack.faults.clear()
    await bot.deliver("slash_commands", payload)
    assert "not installed in your workspace" in bot.slack.responses[-1]["text"]
    assert await bot.store(lambda store: store.people.workspace(Tenant("slack", "T404"))) is None
    bot.slack.faults.clear()


async def test_a_message_shortcut_finds_papers_like_the_one_a_message_links_to(bot: Bot) -> None:
    key = await bot.store(lambda store: store.papers.recent(1)[0].id)
    message = {"ts": "1.0", "text": f"look: <https://arxiv.org/abs/1706.03762|this> and {key}", "blocks": []}
    payload = {
        "type": "message_action", "callback_id": "more_like_this", "team": {"id": TEAM}, "trigger_id": bot.trigger(),
        "user": {"id": ANN, "team_id": TEAM}, "channel": {"id": CHANNEL, "name": "lab"}, "message": message,
        "response_url": bot.slack.response_url(), "enterprise": None, "is_enterprise_install": False,
    }  # fmt: skip
    await bot.deliver("interactive", payload)
    assert "I don't have arxiv:1706.03762" in words(bot.slack.responses[-1])
    await bot.deliver("interactive", {**payload, "message": {"ts": "1.0", "text": "no link"}})
    assert "no paper's link" in words(bot.slack.responses[-1])


async def test_after_five_answers_a_reply_finds_another_way(bot: Bot) -> None:
    payload = bot.slash_payload("today 20")
    bot.slack.response_uses[payload["response_url"].rpartition("/")[2]] = 5
    await bot.deliver("slash_commands", payload)
    assert "papers for you" in words([e["blocks"] for e in bot.slack.ephemeral])


async def test_an_acknowledgement_never_waits_for_the_work(bot: Bot) -> None:
    """The core's thread is held by something long, as by a big ranking; benchmarks/slack_acks.py has the figures."""
    await bot.slash("undo")
    holding = asyncio.create_task(bot.core(lambda store: time.sleep(2.0)))
    began = time.monotonic()
    await asyncio.gather(*(bot.acknowledged("slash_commands", bot.slash_payload("undo")) for _ in range(20)))
    assert time.monotonic() - began < 1.5
    assert not holding.done()
    await holding
    await bot.settled()


async def test_a_long_list_can_be_shared_too_as_much_of_it_as_a_button_can_carry(bot: Bot) -> None:
    shown = await bot.slash("today 20")
    assert "papers for you" in shown
    assert "Something went wrong" not in shown
    assert "Share here" in shown
