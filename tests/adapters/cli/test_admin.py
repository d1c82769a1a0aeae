"""The admin's commands: what is wrong is one helpful sentence, and nothing is harmed."""

import json
import logging
import shutil
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from adapters.cli.logs import JsonLines, Redacting
from adapters.cli.metrics import serve
from bot.errors import SettingsError
from bot.process_lock import only_process
from db.models import ProfileKind, Tenant
from db.store import DATABASE_NAME, open_store
from tests.adapters.cli.test_command_line import run
from tests.conftest import START


@pytest.fixture
def folder(tmp_path: Path, seeded_file: Path) -> Path:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copy(seeded_file, data)
    (data / DATABASE_NAME).chmod(0o600)
    return data


def test_the_doctor_finds_a_new_machine_in_order_but_for_what_is_still_to_do(folder: Path) -> None:
    done = run(folder, "doctor", "--offline", "--json")
    states = {row["check"]: row["state"] for row in json.loads(done.stdout)}
    assert done.returncode == 0
    assert states["database"] == states["permissions"] == states["names"] == "ok"
    assert states["scheduler"] == states["platforms"] == "look"


def test_the_doctor_names_files_that_others_can_read(folder: Path) -> None:
    (folder / DATABASE_NAME).chmod(0o644)
    done = run(folder, "doctor", "--offline")
    assert done.returncode == 1
    assert "others can read" in done.stdout
    assert DATABASE_NAME in done.stdout


def test_the_doctor_says_why_an_encoder_is_not_used(folder: Path) -> None:
    (folder / "paperround.toml").write_text('[operation]\nencoder_folder = "/nowhere"\n')
    (folder / "paperround.toml").chmod(0o600)
    done = run(folder, "doctor", "--offline")
    assert done.returncode == 0
    assert "encoder       papers are ranked without it: /nowhere/model.onnx is missing" in done.stdout


def test_the_doctor_survives_a_broken_database(folder: Path) -> None:
    (folder / DATABASE_NAME).write_bytes(b"SQLite format 3\x00" + b"\xff" * 9_000)
    done = run(folder, "doctor", "--offline")
    assert done.returncode == 1
    assert "db restore" in done.stdout


def test_status_counts_and_tells_nobodys_own(folder: Path) -> None:
    run(folder, "chat", text="follow zebrafish\nsearch diffusion\nlike 1\n")
    found = json.loads(run(folder, "status", "--json").stdout)
    assert (found["people"], found["votes_this_week"], found["model"]["papers"]) == (1, 1, 95)
    page = run(folder, "status").stdout
    assert "has never run" in page
    assert "95 papers, 1 person" in page
    assert "zebrafish" not in page
    assert run(folder, "status", "--check").returncode == 1


def test_running_without_a_platform_says_what_to_do(folder: Path) -> None:
    done = run(folder, "run")
    assert done.returncode == 1
    assert "No platform is set up" in done.stderr


def test_a_second_scheduler_on_one_folder_is_refused(folder: Path) -> None:
    with only_process(folder):
        done = run(folder, "run")
    assert done.returncode == 1
    assert "already runs" in done.stderr


def test_a_backup_can_be_restored_and_says_what_it_did(folder: Path) -> None:
    run(folder, "chat", text="follow zebrafish\n")
    copy = folder.parent / "copy.db"
    assert run(folder, "db", "backup", str(copy)).returncode == 0
    run(folder, "chat", text="remove zebrafish\n")
    done = run(folder, "db", "restore", "--yes", str(copy))
    assert done.returncode == 0
    assert "Restored." in done.stdout
    assert "zebrafish" in run(folder, "chat", text="profile\n").stdout


def test_restoring_under_a_running_bot_is_refused(folder: Path) -> None:
    copy = folder.parent / "copy.db"
    run(folder, "db", "backup", str(copy))
    with only_process(folder):
        assert run(folder, "db", "restore", "--yes", str(copy)).returncode == 1


def test_restoring_rubbish_is_one_sentence(folder: Path) -> None:
    (folder.parent / "bad.db").write_text("shopping list")
    done = run(folder, "db", "restore", "--yes", str(folder.parent / "bad.db"))
    assert done.returncode == 1
    assert "nothing was changed" in done.stderr


def test_migrating_a_database_of_this_version_does_nothing(folder: Path) -> None:
    assert "already" in run(folder, "db", "migrate").stdout
    assert not list(folder.glob("before-migration*"))


def test_looking_at_somebody_takes_a_reason_that_they_can_read(folder: Path) -> None:
    store = open_store(folder)
    with store.transaction():
        store.people.meet(Tenant("slack", "T1"), ProfileKind.PERSON, "U1", START)
    store.close()
    assert run(folder, "profiles", "show", "slack:T1/U1").returncode == 2
    assert run(folder, "profiles", "show", "slack:T1/U1", "--reason", "a question of hers").returncode == 0
    run(folder, "profiles", "export", "slack:T1/U1", "--reason", "she asked", "--to", str(folder.parent / "out"))
    exported = json.loads((folder.parent / "out" / "mydata.json").read_text())
    assert [look["reason"] for look in exported["tables"]["looks"]] == ["a question of hers", "she asked"]


def test_deleting_a_profile_and_a_workspace_leaves_the_others(folder: Path) -> None:
    store = open_store(folder)
    with store.transaction():
        for tenant, member in (("T1", "U1"), ("T1", "U2"), ("T2", "U1")):
            store.people.meet(Tenant("slack", tenant), ProfileKind.PERSON, member, START)
    store.close()
    assert run(folder, "profiles", "delete", "slack:T1/U1", "--yes").returncode == 0
    names = [row["profile"] for row in json.loads(run(folder, "profiles", "list", "--json").stdout)]
    assert names == ["slack:T1/U2", "slack:T2/U1"]
    assert run(folder, "workspaces", "remove", "slack:T1", "--yes").returncode == 0
    assert [row["workspace"] for row in json.loads(run(folder, "workspaces", "list", "--json").stdout)] == ["slack:T2"]
    assert run(folder, "workspaces", "remove", "slack:T1", "--yes").returncode == 1


def test_the_model_can_be_fitted_and_shown(folder: Path) -> None:
    assert "Fitted on 95 papers" in run(folder, "model", "fit").stdout
    assert json.loads(run(folder, "model", "show", "--json").stdout)["bytes"] > 0


def test_health_and_metrics_are_served_and_a_taken_port_is_named(folder: Path) -> None:
    server = serve(folder, "127.0.0.1", 0)
    port = server.server_address[1]
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
        assert "paperround_papers 95.0" in text
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health")
        assert caught.value.code == 503
        caught.value.close()
        with pytest.raises(SettingsError, match="metrics_port"):
            serve(folder, "127.0.0.1", port)
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("form", [Redacting(), JsonLines()])
def test_no_log_line_holds_a_token(form: logging.Formatter) -> None:
    tokens = ["xoxb-123456789012-abcdefABCDEF", "xapp-1-A123-456-abcdef0123", "M" + "a" * 24 + ".Gabcde." + "b" * 30]
    for token in tokens:
        record = logging.LogRecord("x", logging.INFO, "", 0, "asked with %s", (token,), None)
        line = form.format(record)
        assert token not in line
        assert "[token]" in line


def test_a_port_is_free_again_after_the_server_ended(folder: Path) -> None:
    server = serve(folder, "127.0.0.1", 0)
    port = server.server_address[1]
    server.shutdown()
    server.server_close()
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))


def test_talking_as_a_platforms_person_takes_a_reason_that_is_recorded(folder: Path) -> None:
    store = open_store(folder)
    with store.transaction():
        store.people.meet(Tenant("slack", "T1"), ProfileKind.PERSON, "U1", START)
    store.close()
    assert run(folder, "chat", "--as", "slack:T1/U1", text="profile\n").returncode == 2
    done = run(folder, "chat", "--as", "slack:T1/U1", "--reason", "she asked", text="mydata export\nprofile\n")
    assert done.returncode == 0
    assert "she asked" in done.stdout


def test_everything_in_the_data_folder_is_its_owners_alone(folder: Path) -> None:
    run(folder, "model", "fit")
    run(folder, "db", "backup")
    loose = [path for path in folder.rglob("*") if path.stat().st_mode & 0o077]
    assert loose == []
