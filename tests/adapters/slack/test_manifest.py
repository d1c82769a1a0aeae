"""The manifest: valid, the least, as committed, and with a reason for each scope in the guide."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator

from adapters.cli.slack import slack
from adapters.slack import limits
from adapters.slack.events import register_events
from adapters.slack.manifest import HISTORY_SCOPES, REACTION_SCOPES, SCOPES, approval_request, manifest, scopes
from bot.commands import build_registry
from tests.conftest import ROOT

COMMITTED = ROOT / "docs/slack-manifest.json"
SCHEMA = json.loads((ROOT / "tests/schemas/slack_manifest.json").read_text())
KINDS: list[dict[str, Any]] = [
    {},
    {"with_history": True, "with_reactions": True},
    {"public_url": "https://bot.example/", "many": True},
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_manifest_fits_the_schema_and_slacks_limits(kind: dict[str, Any]) -> None:
    made = manifest(build_registry(), **kind)
    assert [error.message for error in Draft7Validator(SCHEMA).iter_errors(made)] == []
    shown = made["display_information"]
    assert len(shown["name"]) <= limits.APP_NAME
    assert len(shown["description"]) <= limits.DESCRIPTION
    assert 175 <= len(shown["long_description"]) <= 4_000
    for command in made["features"]["slash_commands"]:
        assert len(command["usage_hint"]) <= limits.USAGE_HINT
        assert len(command["command"]) <= limits.COMMAND_NAME


def test_the_committed_manifest_is_the_one_that_is_printed() -> None:
    done = CliRunner().invoke(slack, ["manifest"])
    assert json.loads(done.stdout) == json.loads(COMMITTED.read_text()), (
        "paperround slack manifest > docs/slack-manifest.json"
    )


def test_without_being_asked_for_it_can_read_no_channel() -> None:
    least = scopes()
    assert [scope for scope in least if scope.endswith(":history")] == ["im:history"]
    assert not set(least) & {*HISTORY_SCOPES, *REACTION_SCOPES}
    assert set(scopes(with_history=True, with_reactions=True)) == {*SCOPES, *HISTORY_SCOPES, *REACTION_SCOPES}


def test_every_event_that_is_listened_to_is_subscribed_and_no_other() -> None:
    heard: list[str] = []

    class Listening:
        def event(self, name: Any) -> Any:
            heard.extend([name] if isinstance(name, str) else [])
            return lambda listener: listener

    register_events(Listening(), None, None)  # type: ignore[arg-type]
    made = manifest(build_registry(), with_reactions=True)
    subscribed = {"message" if e == "message.im" else e for e in made["settings"]["event_subscriptions"]["bot_events"]}
    assert subscribed == {*heard, "app_uninstalled", "tokens_revoked"}


def test_the_hint_names_every_command() -> None:
    hint = manifest(build_registry())["features"]["slash_commands"][0]["usage_hint"].split(" | ")
    assert hint == list(dict.fromkeys(c.name.split()[0] for c in build_registry().visible()))


def test_the_guide_and_the_letter_give_each_scope_its_reason() -> None:
    guide = (ROOT / "docs/slack.md").read_text()
    letter = approval_request(with_history=True, with_reactions=True)
    for scope, reason in {**SCOPES, **HISTORY_SCOPES, **REACTION_SCOPES}.items():
        assert f"| `{scope}` | {reason} |" in guide
        assert f"- {scope}: {reason}" in letter


def test_what_the_switches_win_and_cost_is_said() -> None:
    done = CliRunner().invoke(slack, ["manifest", "--with-history"])
    assert "With  --with-history" in done.stderr
    assert "Not asked for  --with-reactions" in done.stderr


def test_many_workspaces_need_an_address() -> None:
    assert CliRunner().invoke(slack, ["manifest", "--many"]).exit_code == 2
    assert CliRunner().invoke(slack, ["manifest", "--url", "http://x"]).exit_code == 2
