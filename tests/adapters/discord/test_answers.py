"""Buttons, menus, forms and files: answered at once, twice, late, after a restart, and to the right person alone."""

import asyncio
from typing import Any

import pytest

from bot.core import Core
from db.models import Tenant
from tests.adapters.discord.conftest import Server, buttons_of, walk, words_of

BIBTEX = b"@article{a, title={Attention is all you need}, author={Vaswani, A.}, year={2017}}"


async def today(server: Server, who: Any = None) -> Any:
    result = await (who or server.ann).slash(server.channel, "papers today", count=3)
    return result.response


def styles(message: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for component in walk(message):
        if component["type"] == 2:
            found.setdefault(component["label"], component["style"])
    return found


async def likes(core: Core, server: Server, member: int) -> int:
    tenant = Tenant("discord", str(server.guild.id))

    def count(store: Any) -> int:
        from db.models import ProfileKind

        profile = store.people.profile(tenant, ProfileKind.PERSON, str(member))
        return len(store.feedback.active(tenant, profile.key)) if profile else 0

    return await core(count)


async def test_every_button_of_a_card_is_answered_and_a_second_press_does_no_harm(server: Server, core: Core) -> None:
    shown = await today(server)
    for label, said, again in (
        ("👍 relevant", "More like", "already"),
        ("👎 not for me", "will stay away", "already"),
        ("🔖 save", "is saved", "already"),
    ):
        first = await server.ann.click(shown, custom_id=buttons_of(shown)[label])
        assert first.acknowledged
        assert said in words_of(first.followups[-1])
        second = await server.ann.click(shown, custom_id=buttons_of(shown)[label])
        assert again in words_of(second.followups[-1])
    assert await likes(core, server, server.ann.id) == 3


async def test_the_pressed_button_of_a_private_list_looks_pressed(server: Server) -> None:
    shown = await today(server)
    await server.ann.click(shown, custom_id=buttons_of(shown)["👍 relevant"])
    assert styles(shown)["👍 relevant"] == 3
    await server.ann.click(shown, custom_id=buttons_of(shown)["👎 not for me"])
    assert (styles(shown)["👍 relevant"], styles(shown)["👎 not for me"]) == (2, 3)


async def test_the_menu_of_a_card_has_its_other_actions(server: Server) -> None:
    shown = await today(server)
    menu = await server.ann.click(shown, custom_id=buttons_of(shown)["⋯"])
    assert menu.ephemeral
    for label, said in (
        ("Why in full", "Why"),
        ("Similar papers", "Like"),
        ("Abstract", ""),
        ("Mute its kind", "Muted"),
    ):
        answer = await server.ann.click(menu.response, custom_id=buttons_of(menu.response)[label])
        assert said in words_of(answer.response or answer.followups[-1])


async def test_undo_takes_the_answer_back(server: Server, core: Core) -> None:
    shown = await today(server)
    answer = await server.ann.click(shown, custom_id=buttons_of(shown)["👍 relevant"])
    undo = await server.ann.click(answer.followups[-1].message, label="Undo")
    assert "Taken back" in words_of(undo.followups[-1])
    assert await likes(core, server, server.ann.id) == 0


async def test_a_button_works_after_a_restart(server: Server, core: Core) -> None:
    shown = await today(server)
    await server.restart()
    answer = await server.ann.click(shown, custom_id=buttons_of(shown)["🔖 save"])
    assert "is saved" in words_of(answer.followups[-1])
    assert await likes(core, server, server.ann.id) == 1


async def test_no_task_and_no_view_is_left_behind(server: Server) -> None:
    for _ in range(3):
        await today(server)
    shown = await today(server)
    await server.ann.click(shown, custom_id=buttons_of(shown)["🔖 save"])
    names = [task.get_name() for task in asyncio.all_tasks()]
    assert [name for name in names if "discord-ui" in name] == []
    assert [task for task in asyncio.all_tasks() if "timeout" in repr(task.get_coro())] == []
    assert not server.client._connection._view_store._views
    assert not server.client._connection._view_store._synced_message_views


async def test_an_unknown_button_of_an_older_version_gets_a_sentence(server: Server, core: Core) -> None:
    from adapters.discord.render import render
    from bot.message import Action, Buttons, Message

    rendered = render(Message(parts=(Buttons((Action("Old", "gone?x=1"),)),)))
    old = await server.client.get_partial_messageable(server.channel.id).send(view=rendered.view)
    rendered.view.stop()
    answer = await server.ann.click(old, label="Old")
    assert "older version" in words_of(answer.response)


async def test_a_late_interaction_is_let_go_and_nothing_is_recorded(server: Server, core: Core) -> None:
    shown = await today(server)
    server.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await server.ann.click(shown, custom_id=buttons_of(shown)["👍 relevant"])
    assert await likes(core, server, server.ann.id) == 0
    assert server.env.errors == []


async def test_a_doubled_acknowledgement_is_followed_up_all_the_same(server: Server, core: Core) -> None:
    shown = await today(server)
    server.env.inject_error("POST", "/interactions/*", status=400, code=40060)
    await server.ann.click(shown, custom_id=buttons_of(shown)["👍 relevant"])
    assert await likes(core, server, server.ann.id) == 1


async def test_an_answer_that_comes_after_fifteen_minutes_is_a_log_line(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await today(server)
    server.env.inject_error("POST", "/webhooks/*", status=401, code=50027)
    await server.ann.slash(server.channel, "papers help")
    assert "came too late" in caplog.text
    assert server.env.errors == []


async def test_a_shared_post_never_changes_and_the_voter_alone_is_answered(server: Server, core: Core) -> None:
    from adapters.discord.render import render
    from tests.adapters.discord.conftest import make_digest

    rendered = render(make_digest(2))
    post = await server.client.get_partial_messageable(server.channel.id).send(view=rendered.view)
    before = words_of(server.channel.last_message), styles(server.channel.last_message)
    answer = await server.ann.click(post, label="👍 relevant", custom_id=buttons_of(post)["👍 relevant"])
    assert answer.ephemeral
    assert (words_of(server.channel.last_message), styles(server.channel.last_message)) == before
    assert server.calls("PATCH", "/messages/") == []
    assert len(server.channel.history(viewer=server.admin)) == 1


async def test_the_greeting_comes_once_in_private_and_nothing_stands_in_the_channel(server: Server) -> None:
    await server.ann.slash(server.channel, "papers help")
    await server.ann.slash(server.channel, "papers today")
    greetings = server.ann.user.dm_channel.history()
    assert [("Hello, I'm Paperround" in words_of(message)) for message in greetings] == [True]
    assert server.channel.history() == []


async def test_who_takes_no_direct_messages_is_greeted_below_the_answer(server: Server) -> None:
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    result = await server.ann.slash(server.channel, "papers help")
    assert "Hello, I'm Paperround" in words_of(result.followups[-1])


async def test_the_first_steps_wait_for_the_first_admin_command(server: Server) -> None:
    first = await server.admin.slash(server.channel, "papers-admin health")
    assert any("Setting Paperround up" in words_of(message) for message in first.followups)
    second = await server.admin.slash(server.channel, "papers-admin health")
    assert not any("Setting Paperround up" in words_of(message) for message in second.followups)
    assert server.channel.history() == []


async def test_a_bare_digest_set_opens_a_form_that_sets_the_digest(server: Server, core: Core) -> None:
    shown = await server.ann.slash(server.channel, "papers digest set")
    assert shown.modal is not None
    assert [part["type"] for part in shown.modal["components"]] == [18, 18, 18, 18]
    sent = await server.ann.submit_modal(shown, {"at": "8:30", "days": "mon,thu", "size": "3", "zone": "Europe/Berlin"})
    assert sent.ephemeral
    assert "08:30" in words_of(sent.response)
    assert "3 papers" in words_of(sent.response)


async def test_a_form_that_was_opened_before_a_restart_is_taken_after_it(server: Server) -> None:
    shown = await server.ann.slash(server.channel, "papers digest set")
    await server.restart()
    sent = await server.ann.submit_modal(shown, {"at": "8:30"})
    assert "08:30" in words_of(sent.response)


async def test_a_form_that_nobody_sends_in_leaves_nothing_behind(server: Server) -> None:
    await server.ann.slash(server.channel, "papers digest set")
    assert server.client._connection._view_store._modals == {}
    assert [task for task in asyncio.all_tasks() if "timeout" in repr(task.get_coro())] == []


async def test_change_time_on_a_digest_opens_the_form_for_that_digest(server: Server) -> None:
    await server.ann.slash(server.channel, "papers digest set", at="9:00")
    await server.ann.slash(server.channel, "papers digest set", at="10:00", which=2)
    from adapters.discord.render import render
    from bot.message import Action, Buttons, Message

    view = render(
        Message(parts=(Buttons((Action("Change time", "digest show?which=2"),)),)), home=str(server.guild.id)
    ).view
    dm = await server.client.create_dm(server.client.get_partial_messageable(server.ann.id))
    post = await dm.send(view=view)
    shown = await server.ann.user.click(post, label="Change time")
    assert shown.modal is not None
    held = [part["component"].get("value") for part in shown.modal["components"]]
    assert held == ["10:00", "mon-fri", "5", "UTC"]
    sent = await server.ann.user.submit_modal(shown, {"at": "17:15"})
    assert "Digest 2" in words_of(sent.response)
    assert "17:15" in words_of(sent.response)


async def test_an_admin_sets_a_channels_digest_up_from_the_first_steps(server: Server) -> None:
    first = await server.admin.slash(server.channel, "papers-admin health")
    card = next(message for message in first.followups if "Setting Paperround up" in words_of(message))
    shown = await server.admin.click(card.message, label="Set this channel's digest up")
    sent = await server.admin.submit_modal(shown, {"at": "9:00", "zone": "Europe/Berlin"})
    assert "09:00" in words_of(sent.response)
    assert server.channel.history() == []


async def test_more_like_this_finds_the_papers_of_a_message(server: Server) -> None:
    link = await server.ann.send(server.channel, "see https://arxiv.org/abs/1706.03762 please")
    nothing = await server.ann.send(server.channel, "good morning")
    unknown = await server.ann.context_menu(server.channel, "More like this", link)
    assert "1706.03762" in words_of(unknown.response)
    empty = await server.ann.context_menu(server.channel, "More like this", nothing)
    assert "I see no paper" in words_of(empty.response)


async def test_more_like_this_asks_which_of_several(server: Server) -> None:
    from adapters.discord.render import render
    from tests.adapters.discord.conftest import make_digest

    post = await server.client.get_partial_messageable(server.channel.id).send(view=render(make_digest(3)).view)
    result = await server.ann.context_menu(server.channel, "More like this", post)
    assert set(buttons_of(result.response)) >= {"1", "2", "3"}
    chosen = await server.ann.click(result.response, label="2")
    assert "Like" in words_of(chosen.response or chosen.followups[-1])


async def test_an_export_comes_as_a_file(server: Server) -> None:
    shown = await today(server)
    await server.ann.click(shown, custom_id=buttons_of(shown)["🔖 save"])
    result = await server.ann.slash(server.channel, "papers saved export", format="ris")
    assert [attachment.filename for attachment in result.response.attachments] == ["library.ris"]
    assert any(part["type"] == 13 for part in walk(result.response))


async def test_unticked_lines_of_a_checklist_are_kept(
    server: Server, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from adapters.discord.render import render
    from bot.message import Action, Checklist, Choice, Message, say

    heard: list[str] = []

    async def press(_visitor: object, value: str, _root: str = "") -> Message:
        heard.append(value)
        return say("done")

    monkeypatch.setattr(desk, "press", press)
    ticks = Checklist(
        "Forget these?", tuple(Choice(f"v{n}", f"line {n}") for n in range(4)), Action("Forget", "forget?what=x")
    )
    view = render(Message(parts=(ticks,))).view
    post = await server.client.get_partial_messageable(server.channel.id).send(view=view)
    menu = next(part for part in walk(post) if part["type"] == 3)
    await server.ann.select(post, ["v0", "v3"], custom_id=menu["custom_id"])
    await server.ann.click(server.channel.last_message, label="Forget")
    assert heard == ["forget?what=x&keep=v1,v2"]


async def test_reactions_count_only_where_keepers_switched_them_on(server: Server, core: Core) -> None:
    from adapters.discord.render import render
    from tests.adapters.discord.conftest import make_digest

    post = await server.client.get_partial_messageable(server.channel.id).send(view=render(make_digest(3)).view)
    await server.ann.react(post, "2️⃣")
    assert await likes(core, server, server.ann.id) == 0
    await server.admin.slash(server.channel, "papers-admin channel start", at="9:00", zone="UTC")
    await server.admin.slash(server.channel, "papers-admin channel votes", reactions="on")
    await server.ann.unreact(post, "2️⃣")
    await server.ann.react(post, "2️⃣")
    assert await likes(core, server, server.ann.id) == 1
    await server.ann.react(post, "👎")
    await server.ann.react(post, "👍")
    assert await likes(core, server, server.ann.id) == 1
    await server.ann.unreact(post, "2️⃣")
    assert await likes(core, server, server.ann.id) == 0


async def test_a_private_list_is_shared_by_a_button_without_what_tells_of_me(server: Server) -> None:
    await server.ann.slash(server.channel, "papers follow", subject="diffusion models")
    shown = await today(server)
    assert "why:" in words_of(shown)
    await server.ann.click(shown, label="Share here")
    (post,) = server.channel.history(viewer=server.admin)
    assert "3 papers" in words_of(post)
    assert "why:" not in words_of(post)
    assert not post.flags.ephemeral


async def test_start_opens_the_form_for_papers_and_takes_a_file(server: Server) -> None:
    await server.ann.slash(server.channel, "papers help")
    greeting = server.ann.user.dm_channel.history()[0]
    shown = await server.ann.user.click(greeting, label="Start with papers I have")
    assert [part["component"]["type"] for part in shown.modal["components"]] == [4, 19]
    sent = await server.ann.user.submit_modal(shown, {"file": [("library.bib", BIBTEX)]})
    assert "1 reference" in words_of(sent.response)
    done = await server.ann.user.click(sent.response, label="Learn and save")
    assert "main" in words_of(done.response or done.followups[-1])


async def test_a_file_that_is_too_large_is_refused_with_its_size(server: Server) -> None:
    shown = await server.ann.slash(server.channel, "papers start", how="papers")
    sent = await server.ann.submit_modal(shown, {"file": [("library.bib", b"x" * (9 * 2**20))]})
    assert "9.0 MiB" in words_of(sent.response)


async def test_two_phrases_are_followed_from_the_form(server: Server) -> None:
    shown = await server.ann.slash(server.channel, "papers start", how="phrases")
    sent = await server.ann.submit_modal(shown, {"given": "diffusion models; protein folding"})
    assert "“diffusion models”" in words_of(sent.response)


async def test_my_digests_are_shown_with_what_can_be_done_to_them(server: Server) -> None:
    await server.ann.slash(server.channel, "papers digest set", at="9:00", zone="Europe/Berlin")
    shown = await server.ann.slash(server.channel, "papers digest show")
    assert set(buttons_of(shown.response)) == {"Change time", "Preview", "Pause"}
    form = await server.ann.click(shown.response, label="Change time")
    assert form.modal is not None
    paused = await server.ann.click(shown.response, label="Pause")
    assert "Paused" in words_of(paused.response or paused.followups[-1])


async def test_a_menu_of_a_profile_works_after_a_restart(server: Server) -> None:
    from adapters.discord.render import render
    from bot.message import Bar, Bars, Message, press

    await server.ann.slash(server.channel, "papers follow", subject="diffusion")
    bars = Bars("What I learned", (Bar("diffusion", 1.0, press("remove", what="diffusion")),))
    post = await server.client.get_partial_messageable(server.channel.id).send(view=render(Message(parts=(bars,))).view)
    await server.restart()
    answer = await server.ann.select(post, ["remove?what=diffusion"])
    assert "Removed" in words_of(answer.response)


async def test_a_file_attached_to_start_is_offered_for_import(server: Server) -> None:
    result = await server.ann.slash(server.channel, "papers start", file=("library.bib", BIBTEX))
    assert "1 reference" in words_of(result.response)


async def test_a_file_that_cannot_be_fetched_is_told_of(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    import discord

    async def gone(_url: str) -> bytes:
        raise discord.NotFound(_Answer(), "asset not found")  # type: ignore[arg-type]

    monkeypatch.setattr(server.client.http, "get_from_cdn", gone)
    result = await server.ann.slash(server.channel, "papers start", file=("library.bib", BIBTEX))
    assert "could not read that file" in words_of(result.response)


class _Answer:
    status, reason = 404, "Not Found"
