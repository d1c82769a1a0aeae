"""The schedule's form, the import's form, the home tab, files, reactions, comings and goings."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from adapters.slack import modals
from bot.subscribing import Wish, subscribe, wish
from bot.tenancy import GONE
from db.digests import Draft, Pause
from db.models import ProfileKind, Tenant
from db.store import Store
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.conftest import Bot, Json, button
from tests.adapters.slack.fake_slack import ANN, BEA, BOT, CHANNEL, TEAM, Failure
from tests.conftest import START

TENANT = Tenant("slack", TEAM)
CHANGE = {"action_id": "press:1", "type": "button", "value": "digest show"}


def filled(**changes: Any) -> Json:
    """The schedule's fields as Slack sends them back."""
    values: Json = {
        "at": {"type": "timepicker", "selected_time": "08:15"},
        "days": {"type": "checkboxes", "selected_options": [{"value": "mon"}, {"value": "thu"}]},
        "size": {"type": "number_input", "value": "7"},
        "zone": {"type": "external_select", "selected_option": {"value": "Asia/Tokyo"}},
        "more": {"type": "checkboxes", "selected_options": []},
    }
    return values | changes


async def mine(bot: Bot, person: str = ANN) -> Any:
    def work(store: Store) -> Any:
        profile = store.people.profile(TENANT, ProfileKind.PERSON, person)
        assert profile is not None
        return store.subscriptions.of_profile(TENANT, profile.key)

    return await bot.store(work)


async def test_the_schedules_form_shows_the_persons_own_zone_and_the_defaults(bot: Bot) -> None:
    await bot.click(CHANGE, person=BEA)
    form = bot.slack.views[-1]
    fields = {block["block_id"]: block["element"] for block in form["blocks"]}
    assert fields["zone"]["initial_option"]["value"] == "America/New_York"
    assert fields["at"]["initial_time"] == "09:00"
    assert [option["value"] for option in fields["days"]["initial_options"]] == ["mon", "tue", "wed", "thu", "fri"]
    assert fields["size"]["initial_value"] == "5"


async def test_a_submitted_schedule_becomes_a_digest_and_is_confirmed_where_it_was_opened(bot: Bot) -> None:
    await bot.click(CHANGE)
    assert await bot.submit(bot.slack.views[-1], filled()) is None
    found = (await mine(bot))[0]
    assert (f"{found.at:%H:%M}", found.days, found.size, found.zone) == ("08:15", (0, 3), 7, "Asia/Tokyo")
    assert "08:15" in words(bot.slack.responses[-1])
    await bot.click(CHANGE)
    fields = {block["block_id"]: block["element"] for block in bot.slack.views[-1]["blocks"]}
    assert fields["at"]["initial_time"] == "08:15"


async def test_a_form_with_a_fault_stays_open_and_says_it_at_its_field(bot: Bot) -> None:
    await bot.click(CHANGE)
    form = bot.slack.views[-1]
    answer = await bot.submit(form, filled(days={"selected_options": []}))
    assert answer == {"response_action": "errors", "errors": {"days": "Please choose at least one day."}}
    answer = await bot.submit(form, filled(zone={"selected_option": {"value": "Mars/Phobos"}}))
    assert answer is not None
    assert list(answer["errors"]) == ["zone"]
    assert await mine(bot) == []


async def test_waiting_for_the_days_papers_and_quiet_days_are_boxes_of_the_form(bot: Bot) -> None:
    await bot.click(CHANGE)
    both = {"selected_options": [{"value": modals.AS_NEW}, {"value": modals.QUIET}]}
    await bot.submit(bot.slack.views[-1], filled(more=both))
    profile = await bot.store(lambda store: store.people.profile(TENANT, ProfileKind.PERSON, ANN))
    assert ((await mine(bot))[0].at, profile.quiet) == (None, True)


async def test_zones_are_suggested_while_they_are_typed(bot: Bot) -> None:
    payload = {
        "type": "block_suggestion", "action_id": "value", "block_id": "zone", "value": "berlin", "team": {"id": TEAM},
        "user": {"id": ANN, "team_id": TEAM}, "container": {"type": "view"}, "enterprise": None,
        "is_enterprise_install": False, "api_app_id": "A1",
    }  # fmt: skip
    answer = await bot.deliver("interactive", payload)
    assert answer is not None
    assert [option["value"] for option in answer["options"]] == ["Europe/Berlin"]


async def test_a_trigger_that_ran_out_is_told_in_words(bot: Bot) -> None:
    bot.slack.failures["views.open"].append(Failure("expired_trigger_id"))
    assert "press again" in words(await bot.click(CHANGE))


async def test_pasted_text_and_a_chosen_file_reach_the_import(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[tuple[str, bytes]] = []
    answer = bot.desk.press

    async def press(visitor: Any, value: str, root: str = "papers") -> Any:
        if visitor.upload is not None:
            brought.append((visitor.upload.name, visitor.upload.content))
        return await answer(visitor, value, root)

    monkeypatch.setattr(bot.desk, "press", press)
    await bot.click({"action_id": "press:0", "type": "button", "value": "start?how=papers"})
    form = bot.slack.views[-1]
    told = bot.slack.put_file("mine.bib", b"@misc{a}")
    empty = {"text": {"value": None}, "file": {"files": []}}
    assert "paste something" in str(await bot.submit(form, empty))
    await bot.submit(form, {"text": {"value": "arXiv:1706.03762"}, "file": {"files": [told]}})
    assert brought == [("mine.bib", b"@misc{a}"), ("pasted.txt", b"arXiv:1706.03762")]
    brought.clear()
    shared = {"type": "message", "subtype": "file_share", "channel_type": "im", "channel": f"D{ANN}", "user": ANN}
    other = bot.slack.put_file("more.ris", b"TY  - JOUR")
    await bot.event({**shared, "text": "", "ts": "3.0", "files": [other]})
    await bot.event({"type": "file_shared", "file_id": other["id"], "user_id": ANN, "channel_id": f"D{ANN}"})
    assert brought == [("more.ris", b"TY  - JOUR")]


async def test_two_phrases_are_asked_for_and_find_papers_to_pick(bot: Bot) -> None:
    await bot.click({"action_id": "press:0", "type": "button", "value": "start?how=phrases"})
    form = bot.slack.views[-1]
    assert "write a phrase" in str(await bot.submit(form, {"first": {"value": " "}, "second": {"value": None}}))
    await bot.submit(form, {"first": {"value": "sparse autoencoders"}, "second": {"value": "diffusion"}})
    answer = bot.slack.responses[-1]
    assert "sparse autoencoders" in words(answer)
    assert button(answer, "👍")


async def test_what_an_older_version_drew_and_events_that_nobody_asked_for_are_acknowledged(bot: Bot) -> None:
    assert await bot.click({"action_id": "long gone", "type": "button", "value": "x"}) == []
    await bot.event({"type": "emoji_changed"})


async def test_an_admins_first_command_brings_the_first_steps_once_and_to_them_alone(bot: Bot) -> None:
    assert "Setting Paperround up here" not in await bot.slash("health", person=BEA, root="papers-admin")
    assert "Setting Paperround up here" in await bot.slash("health", root="papers-admin")
    assert "Setting Paperround up here" not in await bot.slash("health", root="papers-admin")
    assert {r["response_type"] for r in bot.slack.responses} == {"ephemeral"}


async def test_a_file_that_is_kept_elsewhere_is_not_asked_for_with_our_token(bot: Bot) -> None:
    told = {"id": "F77", "name": "x.bib", "url_private_download": "https://evil.example/x.bib"}
    shared = {"type": "message", "subtype": "file_share", "channel_type": "im", "channel": f"D{ANN}", "user": ANN}
    await bot.event({**shared, "text": "", "ts": "3.0", "files": [told]})
    assert "not kept at Slack" in words(bot.slack.messages[f"D{ANN}"])


async def test_an_export_comes_as_a_file_into_the_direct_messages(bot: Bot) -> None:
    await bot.slash("today 1")
    await bot.click(*button(bot.slack.responses[-1], "🔖"))
    await bot.slash("saved export bibtex")
    assert [bot.slack.files[name]["ims"] for name in bot.slack.files] == [[f"D{ANN}"]]
    assert next(iter(bot.slack.uploads.values())).startswith(b"@")
    assert next(iter(bot.slack.files.values()))["name"] == "library.bib"


async def test_a_file_that_slack_refuses_is_told_with_its_code(bot: Bot) -> None:
    await bot.slash("today 1")
    await bot.click(*button(bot.slack.responses[-1], "🔖"))
    bot.slack.failures["files.getUploadURLExternal"].append(Failure("missing_scope"))
    assert "missing_scope" in await bot.slash("saved export")


async def opened(bot: Bot, **event: Any) -> Json:
    await bot.event({"type": "app_home_opened", "user": ANN, "tab": "home", "channel": f"D{ANN}", **event})
    return bot.slack.homes[ANN]


async def test_the_home_tab_shows_todays_best_what_was_learned_the_schedule_and_the_library(bot: Bot) -> None:
    home = await opened(bot)
    headings = [block["text"]["text"] for block in home["blocks"] if block["type"] == "header"]
    assert headings == ["Today's best for you", "What I have learned", "Your digest", "Your library"]
    await bot.click(*button(home, "👍"), view=home)
    home = bot.slack.homes[ANN]
    assert words(home["blocks"]).startswith("👍 More like")
    assert "main: 1 like" in words(home["blocks"])


async def test_looking_at_the_home_tab_does_not_change_what_a_number_means(bot: Bot) -> None:
    await bot.slash("today 2")
    before = await bot.slash("why 1")
    await opened(bot)
    assert await bot.slash("why 1") == before


async def test_two_drawings_of_a_home_tab_at_once_are_settled(bot: Bot) -> None:
    await opened(bot)
    bot.slack.homes[ANN]["hash"] = "drawn by somebody else"
    await opened(bot)
    assert [params.get("hash") for params in bot.slack.called("views.publish")].count(None) == 2
    assert bot.slack.homes[ANN]["hash"].startswith("hash")


async def test_the_home_tab_follows_what_is_done_elsewhere(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.slack.homes.QUIET_SECONDS", 0.0)
    await opened(bot)
    await bot.slash("follow sparse autoencoders")
    await until(lambda: "sparse autoencoders" in words(bot.slack.homes[ANN]["blocks"]))


async def test_what_is_too_long_for_the_home_tab_comes_into_the_direct_messages(bot: Bot) -> None:
    home = await opened(bot)
    await bot.click(*button(home, "Show five more"), view=home)
    assert "papers for you" in words(bot.slack.messages[f"D{ANN}"])
    assert "direct messages" in words(bot.slack.homes[ANN]["blocks"])


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


async def posted(bot: Bot, papers: int, *, reactions: bool) -> str:
    """A channel's post with papers, as the outbox remembers it; gives its ts."""

    def work(store: Store) -> None:
        with store.transaction():
            channel = store.people.meet(TENANT, ProfileKind.CHANNEL, CHANNEL, START)
            settings = store.channels.settings(TENANT, channel.key)
            store.channels.change_settings(TENANT, channel.key, type(settings)(reactions=reactions))
            keys = [paper.key for paper in store.papers.recent(papers)]
            post = store.outbox.add(TENANT, Draft(CHANNEL, False, "{}"), "token", START, START)
            store.db.execute("UPDATE outbox SET reference = ? WHERE id = ?", [f"{CHANNEL}:9.0", post])
            store.slots.show(TENANT, channel.key, keys, post, START)

    await bot.store(work)
    return "9.0"


def thumb(ts: str, kind: str = "reaction_added", name: str = "+1::skin-tone-3") -> Json:
    item = {"type": "message", "channel": CHANNEL, "ts": ts}
    return {"type": kind, "user": BEA, "reaction": name, "item": item, "item_user": BOT, "event_ts": "1.0"}


async def test_a_thumb_counts_where_a_keeper_switched_it_on_and_taking_it_off_takes_it_back(bot: Bot) -> None:
    ts = await posted(bot, 1, reactions=True)
    await bot.event(thumb(ts))
    assert "More like" in words(bot.slack.ephemeral[-1]["blocks"])
    await bot.event(thumb(ts, "reaction_removed"))
    assert "Removed: like" in words(bot.slack.ephemeral[-1]["blocks"])
    await bot.event(thumb(ts, name="-1"))
    assert len(bot.slack.ephemeral) == 2


async def test_a_thumb_elsewhere_does_nothing_and_leaves_no_profile(bot: Bot) -> None:
    ts = await posted(bot, 1, reactions=False)
    await bot.event(thumb(ts))
    await bot.event(thumb("1.0"))
    assert bot.slack.ephemeral == []
    assert await bot.store(lambda store: store.people.profile(TENANT, ProfileKind.PERSON, BEA)) is None


async def test_a_thumb_on_a_post_of_several_papers_asks_which(bot: Bot) -> None:
    await bot.event(thumb(await posted(bot, 3, reactions=True)))
    assert "Press 👍 under the one you mean" in words(bot.slack.ephemeral[-1]["blocks"])


async def test_an_invitation_takes_a_failed_channel_up_again(bot: Bot) -> None:
    def failed(store: Store) -> None:
        channel = store.people.meet(TENANT, ProfileKind.CHANNEL, CHANNEL, START)
        made = wish(store, subscribe(store, channel, CHANNEL, ANN, 1, START), Wish(), START)
        store.subscriptions.change(TENANT, replace(made, pause=Pause("not_in_channel", START)))

    await bot.store(failed)
    await bot.event({"type": "member_joined_channel", "user": BOT, "channel": CHANNEL, "team": TEAM})
    found = await bot.store(lambda store: store.subscriptions.of_target(TENANT, CHANNEL)[0])
    assert found.pause is None
    assert found.next_due is not None


async def test_a_workspace_that_removes_the_app_is_paused(bot: Bot) -> None:
    await bot.slash("help")
    await bot.event({"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": []}})
    assert await bot.store(lambda store: store.subscriptions.workspace_pause(TENANT)) is None
    await bot.event({"type": "app_uninstalled"})
    assert (await bot.store(lambda store: store.subscriptions.workspace_pause(TENANT))).code == GONE
    await bot.stop()
    await bot.start()
    assert await bot.store(lambda store: store.subscriptions.workspace_pause(TENANT)) is None, (
        "its token is valid again"
    )
