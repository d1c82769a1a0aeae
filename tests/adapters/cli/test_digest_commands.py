"""`paperround digest`: preview, send, list, retry and drop, as text and as JSON."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adapters.cli.digests import digest
from bot.errors import NotFound, UserError
from db.digests import DeliveryState
from db.models import ProfileKind
from db.store import Store, open_store
from tests.bot.digest_world import TEAM, a_digest, a_post, papers


@pytest.fixture
def folder(tmp_path: Path, seeded_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(seeded_file, data)
    monkeypatch.setenv("PAPERROUND_DATA_DIR", str(data))
    with_now = open_store(data)
    with_now.db.execute("UPDATE papers SET first_seen = ?", [datetime.now(UTC).isoformat(timespec="microseconds")])
    with_now.close()
    return data


@pytest.fixture
def data(folder: Path) -> Iterator[Store]:
    opened = open_store(folder)
    yield opened
    opened.close()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(digest, arguments, catch_exceptions=True)


def as_json(*arguments: str) -> object:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_preview_shows_the_digest_and_keeps_nothing(folder: Path, data: Store) -> None:
    assert "5 papers of 95 new ones" in run("preview").stdout
    first, again = as_json("preview"), as_json("preview")
    assert first == again
    assert isinstance(first, dict)
    assert len(first["papers"]) == 5
    assert data.outbox.listed() == []


def test_a_local_digest_is_shown_once_a_date(folder: Path, data: Store) -> None:
    assert "5 papers of 95 new ones" in run("send").stdout
    second = run("send")
    assert isinstance(second.exception, UserError)
    assert "no date gets two" in str(second.exception)
    assert [post.state for post in data.outbox.listed()] == [DeliveryState.SENT]


def test_a_platforms_digest_is_ordered_and_made_by_the_running_bot(folder: Path, data: Store) -> None:
    channel = a_digest(data, datetime.now(UTC), "C1", ProfileKind.CHANNEL)
    data.db.execute("UPDATE workspaces SET platform = 'slack' WHERE platform = 'fake'")
    assert "`paperround run` makes and posts it" in run("send", "slack:T1/C1", "--channel").stdout
    planned = data.slots.planned(9, ["slack"])
    assert [slot.subscription for slot in planned] == [channel.key]
    assert isinstance(run("send", "slack:T1/C1", "--channel").exception, UserError)


def test_looking_at_another_persons_digest_takes_a_reason_that_is_kept(folder: Path, data: Store) -> None:
    a_digest(data, datetime.now(UTC), "U1")
    data.db.execute("UPDATE workspaces SET platform = 'slack' WHERE platform = 'fake'")
    refused = run("preview", "slack:T1/U1")
    assert refused.exit_code == 2
    assert "--reason" in refused.output
    assert run("preview", "slack:T1/U1", "--reason", "they asked me to").exit_code == 0
    assert data.db.execute("SELECT reason FROM looks").fetchall() == [("they asked me to",)]


def test_posts_are_listed_without_what_they_say_or_to_whom(folder: Path, data: Store) -> None:
    assert "No posts." in run("list").stdout
    a_post(data, a_digest(data, datetime.now(UTC), "U0PERSON"), datetime.now(UTC))
    listed = as_json("list")
    assert isinstance(listed, list)
    assert [(post["state"], post["attempts"]) for post in listed] == [("new", 0)]
    assert "U0PERSON" not in json.dumps(listed)
    assert "part 0" not in json.dumps(listed)
    assert "new" in run("list").stdout
    assert as_json("list", "--unsure") == []
    assert as_json("list", "--state", "dead", "--state", "new") == listed


def test_an_unsure_post_is_retried_or_dropped(folder: Path, data: Store) -> None:
    now = datetime.now(UTC)
    made = a_digest(data, now)
    keys = [
        a_post(data, made, now, day=day, shown=[p.key for p in papers(data, 1, now, first=day)])[0].key
        for day in (0, 1)
    ]
    with data.transaction():
        for key in keys:
            data.outbox.settle(key, DeliveryState.UNSURE, code="missing_scope")
    unsure = as_json("list", "--unsure")
    assert isinstance(unsure, list)
    assert [post["id"] for post in unsure] == keys[::-1]
    retried, dropped = as_json("retry", str(keys[0])), as_json("drop", str(keys[1]))
    assert isinstance(retried, dict)
    assert isinstance(dropped, dict)
    assert (retried["state"], dropped["state"]) == ("new", "cancelled")
    assert len(data.slots.seen(TEAM, made.profile)) == 1


@pytest.mark.parametrize("word", ["retry", "drop"])
def test_a_number_that_is_no_posts_gets_a_sentence(folder: Path, word: str) -> None:
    done = run(word, "77")
    assert isinstance(done.exception, NotFound)
    assert "There is no post 77" in str(done.exception)


def test_a_sent_post_is_neither_retried_nor_dropped(folder: Path, data: Store) -> None:
    key = a_post(data, a_digest(data, datetime.now(UTC)), datetime.now(UTC))[0].key
    with data.transaction():
        data.outbox.settle(key, DeliveryState.SENT, ended=datetime.now(UTC) + timedelta(seconds=1))
    assert "is sent" in str(run("retry", str(key)).exception)
    assert "is sent" in str(run("drop", str(key)).exception)
