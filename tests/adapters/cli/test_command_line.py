"""The console script as its user meets it: output, exit codes, and no traceback whatever happens."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

NASTY = [
    '"', "'", "NOT", "OR", "a AND", "(", ")", "*", "a*", "title:", "^", "-", "--", "NEAR(a b)", "{", "}", "\\", "%",
    "🙂", "论文", "é", "\u202e", "a" * 5_000, ";DROP TABLE papers", "author:", "category:", "after:", "saved:yes", "~1",
]  # fmt: skip


def run(folder: Path, *arguments: str, text: str | bytes | None = None) -> subprocess.CompletedProcess[str]:
    stdin = text.encode() if isinstance(text, str) else (text or b"")
    done = subprocess.run(
        [sys.executable, "-m", "adapters.cli", *arguments],
        cwd=ROOT, input=stdin, capture_output=True, check=False, timeout=60,
        env={**os.environ, "PAPERROUND_DATA_DIR": str(folder), "PYTHONUTF8": "1"},
    )  # fmt: skip
    result = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stdout + result.stderr
    return result


@pytest.fixture
def folder(tmp_path: Path, seeded_file: Path) -> Path:
    data = tmp_path / "my data"
    data.mkdir()
    shutil.copy(seeded_file, data)
    return data


def test_the_seeds_come_in_by_one_command_and_only_once(tmp_path: Path) -> None:
    first = run(tmp_path, "sources", "fetch", "seeds")
    again = run(tmp_path, "sources", "fetch", "seeds")
    assert (first.returncode, again.returncode) == (0, 0)
    assert len(json.loads(run(tmp_path, "papers", "list", "--json", "--limit", "200").stdout)) == 95


def test_papers_are_listed_as_json_with_what_outside_checks_rely_on(folder: Path) -> None:
    papers = json.loads(run(folder, "papers", "list", "--json", "--limit", "95").stdout)
    assert len(papers) == 95
    for paper in papers:
        assert {"id", "title", "summary", "abstract", "authors", "source", "url"} <= set(paper)
        assert paper["id"].startswith("seed:")
        assert paper["title"]
        assert paper["summary"]
        assert "$" not in paper["abstract"]
        assert "\\" not in paper["abstract"]


def test_a_search_answers_as_json(folder: Path) -> None:
    found = json.loads(run(folder, "papers", "search", "--json", "sparse", "autoencoders").stdout)
    assert found
    assert "sparse autoencoder" in found[0]["abstract"].lower()


def test_no_search_from_the_shell_is_an_error(folder: Path) -> None:
    script = "import sys, os\nfrom adapters.cli.main import cli\n" + "".join(
        f"cli.main(['papers', 'search', '--json', '--', {query!r}], standalone_mode=False)\n" for query in NASTY
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PAPERROUND_DATA_DIR": str(folder), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_chat_reads_commands_from_a_pipe_and_prints_each_reply(folder: Path) -> None:
    done = run(folder, "chat", text="follow diffusion models\ntoday 3\nlike 1\n\nwhy 1\nnonsense\nundo\nquit\nnever\n")
    assert done.returncode == 0
    for words in (
        "Following “diffusion models”",
        " 3  ",
        "More like",
        "Its score for",
        "I know no command",
        "Taken back",
    ):
        assert words in done.stdout
    assert "never" not in done.stdout


def test_chat_survives_bytes_that_are_no_text(folder: Path) -> None:
    done = run(folder, "chat", text=b"search \xff\xfe\x00 diffusion\nlike \x00\n\x1b[2J\ntoday 1\n")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout


def test_chat_remembers_people_apart(folder: Path) -> None:
    run(folder, "chat", "--as", "local:ann", text="follow zebrafish\n")
    assert "zebrafish" in run(folder, "chat", "--as", "local:ann", text="profile\n").stdout
    assert "zebrafish" not in run(folder, "chat", "--as", "local:bob", text="profile\n").stdout


def test_recommend_and_profiles_have_json(folder: Path) -> None:
    run(folder, "chat", text="follow diffusion models\n")
    picks = json.loads(run(folder, "recommend", "--json", "--count", "3").stdout)
    assert len(picks) == 3
    assert {"score", "chance", "interest", "terms"} <= set(picks[0])
    assert json.loads(run(folder, "profiles", "list", "--json").stdout)[0]["profile"] == "local:me"
    shown = json.loads(run(folder, "profiles", "show", "me", "--json").stdout)
    assert shown["rules"] == [{"verb": "follow", "subject": "topic", "value": "diffusion models"}]


def test_the_database_is_checked(folder: Path) -> None:
    assert json.loads(run(folder, "db", "check", "--json").stdout)["faults"] == []


def test_init_makes_private_settings_and_keeps_those_there_are(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "--contact", "ann@example.org").returncode == 0
    path = tmp_path / "paperround.toml"
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text(path.read_text().replace("ann@", "bo@"))
    assert "stays as it is" in run(tmp_path, "init").stdout
    assert "bo@" in path.read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("papers", "list", "--limit", "0"), 2, "0 is not in the range"),
        (("pappers",), 2, "No such command"),
        (("chat", "--as", "nobody:x"), 2, "names nobody"),
        (("profiles", "show", "local:ghost"), 1, "There is no profile local:ghost"),
        (("papers", "show", "arxiv:2501.01234"), 1, "I don't have arxiv:2501.01234"),
    ],
)
def test_errors_are_a_sentence_and_a_code(folder: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    done = run(folder, *arguments)
    assert done.returncode == code
    assert words in done.stderr


def test_a_typo_in_the_settings_is_refused_with_the_nearest_name(folder: Path) -> None:
    (folder / "paperround.toml").write_text('contacts = "ann@example.org"\n')
    done = run(folder, "papers", "list")
    assert done.returncode == 1
    assert "there is no setting contacts. Did you mean contact?" in done.stderr


def test_broken_settings_are_named_with_their_line(folder: Path) -> None:
    (folder / "paperround.toml").write_text("contact = \n")
    assert "line 1" in run(folder, "papers", "list").stderr


def test_a_data_folder_that_cannot_be_made_is_a_sentence() -> None:
    done = run(Path("/proc/nowhere"), "papers", "list")
    assert done.returncode == 1
    assert "cannot be used" in done.stderr


def test_the_demo_learns_and_leaves_nothing_behind(tmp_path: Path) -> None:
    before = set(Path("/tmp").glob("paperround-demo-*"))
    done = run(tmp_path, "demo")
    assert done.returncode == 0
    first, _, second = done.stdout.partition("The digest after")
    assert "why: " in first
    assert "like " in second
    assert "\x1b" not in done.stdout
    assert set(Path("/tmp").glob("paperround-demo-*")) <= before
