"""Slash commands as Discord offers them, made of the registry."""

import json
from typing import Any

import discord
import pytest
from discord import app_commands

from adapters.discord import limits
from adapters.discord.app import DiscordPlatform
from adapters.discord.commands import commands_hash, path
from bot.command import ADMIN_ROOT, ROOT, Kind
from bot.commands import build_registry
from bot.core import Core
from tests.adapters.discord.conftest import Server, words_of
from tests.adapters.discord.openapi import DiscordApi, options
from tests.conftest import FakeClock


def payload(platform: DiscordPlatform) -> list[dict[str, Any]]:
    tree = platform.make_client().tree
    return [command.to_dict(tree) for command in tree.get_commands()]


def size_of(command: dict[str, Any]) -> int:
    """What Discord counts of a command: names, descriptions and values of choices."""
    own = len(command.get("name", "")) + len(command.get("description", ""))
    values = sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices") or [])
    return own + values + sum(size_of(option) for option in command.get("options") or [])


async def test_all_commands_are_good_by_the_api(platform: DiscordPlatform, api: DiscordApi) -> None:
    assert api.errors("PUT", "/applications/1/commands", payload(platform)) == []


async def test_every_command_of_the_registry_is_offered_with_its_options(platform: DiscordPlatform) -> None:
    registry = build_registry()
    roots = {root["name"]: root for root in payload(platform)}
    for command in [*registry.visible(ROOT), *registry.visible(ADMIN_ROOT)]:
        node = roots[command.root]
        for word in path(command, registry):
            node = next(option for option in node["options"] if option["name"] == word)
        given = {option["name"]: option for option in node["options"]}
        assert node["description"] == command.help.replace("`", "")
        for parameter in command.parameters:
            assert given[parameter.name]["required"] == parameter.required
            assert [c["value"] for c in given[parameter.name].get("choices", [])] == list(parameter.choices)


async def test_a_level_has_at_most_25_and_a_root_at_most_8000_characters(platform: DiscordPlatform) -> None:
    for root in payload(platform):
        assert size_of(root) <= limits.COMMAND_CHARACTERS, root["name"]
        for node in [root, *options(root)]:
            assert len(node.get("options") or []) <= limits.OPTIONS, node["name"]


async def test_everyones_root_works_everywhere_and_the_admins_one_in_servers(platform: DiscordPlatform) -> None:
    roots = {root["name"]: root for root in payload(platform)}
    assert sorted(roots[ROOT]["contexts"]) == [0, 1, 2]
    assert sorted(roots[ROOT]["integration_types"]) == [0, 1]
    assert roots[ROOT]["default_member_permissions"] is None
    assert roots[ADMIN_ROOT]["contexts"] == [0]
    assert roots[ADMIN_ROOT]["integration_types"] == [0]
    assert roots[ADMIN_ROOT]["default_member_permissions"] == discord.Permissions(manage_guild=True).value


async def test_names_are_translated_where_there_are_translations(platform: DiscordPlatform, api: DiscordApi) -> None:
    from adapters.discord.commands import Translator

    client = platform.make_client()
    plain = await commands_hash(client.tree)
    translator = Translator({"de": {"today": "heute"}})
    await client.tree.set_translator(translator)
    root = client.tree.get_command(ROOT)
    assert isinstance(root, app_commands.Group)
    translated = await root.get_translated_payload(client.tree, translator)
    today = next(option for option in translated["options"] if option["name"] == "today")
    assert today["name_localizations"] == {"de": "heute"}
    assert api.errors("PUT", "/applications/1/commands", [json.loads(json.dumps(translated))]) == []
    assert await commands_hash(client.tree) != plain


async def test_discord_is_told_the_commands_when_they_changed_and_not_at_every_start(
    server: Server, core: Core
) -> None:
    assert len(server.calls("PUT", "/commands")) == 1
    await server.restart()
    assert len(server.calls("PUT", "/commands")) == 1
    fact = f"discord commands {server.client.application_id}"
    await core(lambda store: store.set_fact(fact, "other"))
    await server.restart()
    assert len(server.calls("PUT", "/commands")) == 2


async def test_today_is_answered_to_the_caller_alone(server: Server) -> None:
    result = await server.ann.slash(server.channel, "papers today", count=3)
    assert result.acknowledged
    assert result.ephemeral
    assert "3 papers for you" in words_of(result.response)
    deferral = server.calls("POST", "/callback")[0].json
    assert deferral == {"type": 5, "data": {"flags": 64}}


@pytest.mark.parametrize(
    "line",
    [
        "papers help",
        "papers search",
        "papers saved list",
        "papers interests list",
        "papers profile show",
        "papers status",
    ],
)
async def test_commands_of_all_shapes_are_answered(server: Server, line: str) -> None:
    given = {"words": "learning"} if line.endswith("search") else {}
    result = await server.ann.slash(server.channel, line, **given)
    assert result.ephemeral
    assert len(words_of(result.response)) > 20


async def test_a_refusal_is_a_sentence(server: Server) -> None:
    result = await server.ann.slash(server.channel, "papers like", paper="no such paper at all")
    assert "No paper's title has the words" in words_of(result.response)


async def test_a_paper_is_completed_from_the_last_list(server: Server) -> None:
    await server.ann.slash(server.channel, "papers today", count=5)
    offered = await server.ann.autocomplete(server.channel, "papers like", "paper", "")
    assert len(offered) == 5
    assert offered[0]["name"].startswith("1. ")
    result = await server.ann.slash(server.channel, "papers like", paper=offered[1]["value"])
    assert "More like" in words_of(result.response)


async def test_a_zone_is_completed_with_at_most_25(server: Server) -> None:
    offered = await server.ann.autocomplete(server.channel, "papers digest set", "zone", "europe/")
    assert len(offered) == 25
    assert {"name": "Europe/Berlin", "value": "Europe/Berlin"} in offered


async def test_an_interest_is_completed(server: Server) -> None:
    await server.ann.slash(server.channel, "papers interests add", name="graphs")
    offered = await server.ann.autocomplete(server.channel, "papers interests use", "interest", "gra")
    assert [choice["value"] for choice in offered] == ["graphs"]


async def test_admin_commands_are_checked_on_our_side_as_well(server: Server) -> None:
    root = next(found for found in await server.client.tree.fetch_commands() if found.name == ADMIN_ROOT)
    server.guild.set_command_permissions(root.id, {server.guild.default_role: True})
    refused = await server.ann.slash(server.channel, "papers-admin health")
    assert "Only admins" in words_of(refused.response)
    allowed = await server.admin.slash(server.channel, "papers-admin health")
    assert "last tick" in words_of(allowed.response)


async def test_in_a_direct_message_the_profile_of_the_last_server_is_meant(server: Server) -> None:
    await server.ann.slash(server.channel, "papers interests add", name="graphs")
    result = await server.ann.user.slash("papers interests list")
    assert "graphs" in words_of(result.response)


async def test_every_command_is_answered_and_none_fails_inside(server: Server, clock: FakeClock) -> None:
    registry = build_registry()
    fillers = {Kind.PAPER: "1", Kind.INTEREST: "main", Kind.SUBJECT: "diffusion models", Kind.TEXT: "diffusion"}
    await server.admin.slash(server.channel, "papers today", count=3)
    seen = []
    for command in [*registry.visible(ROOT), *registry.visible(ADMIN_ROOT)]:
        clock.advance(minutes=2)
        given = {p.name: fillers.get(p.kind, p.choices and p.choices[0]) for p in command.parameters if p.required}
        words = " ".join([command.root, *path(command, registry)])
        result = await server.admin.slash(server.channel, words, **given)
        if result.modal is not None:
            continue
        told = "\n".join(words_of(message) for message in (result.response, *result.followups))
        assert told.strip(), words
        assert "Something went wrong" not in told, f"{words}: {told}"
        assert "a lot at once" not in told, words
        seen.append(words)
    assert len(seen) > 40
    assert server.env.errors == []
