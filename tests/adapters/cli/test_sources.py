"""`paperround sources` as its user meets it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.adapters.cli.test_command_line import run

BIB = "@misc{a, title = {On fish}, eprint = {2401.00001}, archivePrefix = {arXiv}}\n@misc{b, year = 2020}\n"


def test_sources_are_added_listed_and_removed(tmp_path: Path) -> None:
    opml = tmp_path / "feeds.opml"
    opml.write_text('<opml><body><outline text="F" xmlUrl="https://a.example/feed"/></body></opml>')
    added = json.loads(run(tmp_path, "sources", "add", "cs.lg", str(opml), "--json").stdout)
    assert added == {"added": ["arxiv:cs.LG", "feed:https://a.example/feed"], "already_there": []}
    assert "is there already" in run(tmp_path, "sources", "add", "cs.LG").stdout
    listed = json.loads(run(tmp_path, "sources", "list", "--json").stdout)
    assert [(one["name"], one["state"]) for one in listed] == [
        ("arxiv:cs.LG", "waiting"),
        ("feed:https://a.example/feed", "waiting"),
    ]
    assert run(tmp_path, "sources", "remove", "cs.LG").returncode == 0
    gone = run(tmp_path, "sources", "remove", "cs.LG")
    assert (gone.returncode, "There is no source arxiv:cs.LG" in gone.stderr) == (1, True)


def test_a_file_is_tried_without_keeping_and_fetched_with_its_counts(tmp_path: Path) -> None:
    file = tmp_path / "refs.bib"
    file.write_text(BIB)
    tried = json.loads(run(tmp_path, "sources", "test", str(file), "--json").stdout)
    assert (tried["count"], tried["papers"][0]["id"]) == (1, "arxiv:2401.00001")
    assert tried["problems"] == ["line 2 (b): it has no title"]
    (report,) = json.loads(run(tmp_path, "sources", "fetch", str(file), "--json").stdout)
    assert (report["new"], report["skipped"], report["reasons"]) == (1, 1, tried["problems"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sources", "add", "foo.BAR"), "no category of arXiv"),
        (("sources", "test", "http://127.0.0.1:22/"), "ports 80 and 443"),
        (("sources", "test", "http://127.0.0.1/"), "not on the public internet"),
        (("sources", "fetch", "nothing-of-that-name"), "no category of arXiv"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_code_1(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert done.stdout == ""


def test_a_bad_file_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("One abstract about fish.\n\nAnother abstract about birds.\n")
    bad.write_bytes(b"\xff\xfe\x00 not text \x81\n\n\x00")
    done = run(tmp_path, "sources", "fetch", "seeds", str(good), str(bad))
    assert done.returncode == 1
    assert "bad.txt, line 1:" in done.stderr
    assert "2 new papers" in done.stdout


class PlayApi(BaseHTTPRequestHandler):
    """arXiv's API, which knows one paper."""

    def do_GET(self) -> None:
        entry = (
            "<entry><id>http://arxiv.org/abs/2401.00001v2</id><title>On fish</title><summary>We swim.</summary>"
            "<published>2024-01-01T00:00:00Z</published></entry>"
        )
        self.send_response(200)
        self.end_headers()
        self.wfile.write(f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'.encode())

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        pass


def test_papers_are_added_by_id_and_a_wrong_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), PlayApi)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("PAPERROUND_SOURCES__ARXIV_API_URL", f"http://127.0.0.1:{server.server_address[1]}/api")
    try:
        done = run(tmp_path, "papers", "add", "https://arxiv.org/abs/2401.00001", "2401.99999", "nonsense", "--json")
    finally:
        server.shutdown()
        server.server_close()
    report = json.loads(done.stdout)
    assert (done.returncode, report["new"]) == (1, 1)
    assert report["reasons"] == [
        "nonsense: this is no id or link of arXiv",
        "arXiv:2401.99999: arXiv knows no paper with this id",
    ]
    (paper,) = json.loads(run(tmp_path, "papers", "list", "--json").stdout)
    assert (paper["id"], paper["version"], paper["first_seen"][:10]) == ("arxiv:2401.00001", 2, "2024-01-01")


def test_a_library_is_imported_from_a_file_or_a_pipe_as_one_undo(tmp_path: Path) -> None:
    file = tmp_path / "refs.bib"
    file.write_text(BIB)
    done = json.loads(run(tmp_path, "profiles", "import", str(file), "--json").stdout)
    assert done == {
        "total": 2, "used": 1, "without_abstract": 1, "waiting": 0, "skipped": ["line 2 (b): it has no title"],
    }  # fmt: skip
    piped = run(tmp_path, "profiles", "import", "-", "--for", "save", text="arXiv:2401.00002\n")
    assert "1 reference, 0 used, 1 being looked up." in piped.stdout
    assert "On fish" in run(tmp_path, "chat", text="saved\nundo\nundo\nsaved\n").stdout
    assert "On fish" not in run(tmp_path, "chat", text="saved\n").stdout


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        ("Just prose without a reference.", (), "no BibTeX, RIS, CSL-JSON"),
        ("@misc{b, year = 2020}", (), "it has no title"),
        ("2401.00001", ("--interest", "nowhere"), "no interest called"),
    ],
)
def test_an_import_that_brings_nothing_says_why_and_fails(
    tmp_path: Path, text: str, arguments: tuple[str, ...], words: str
) -> None:
    done = run(tmp_path, "profiles", "import", "-", *arguments, text=text)
    assert done.returncode == 1
    assert words in done.stdout + done.stderr


def test_nothing_due_says_so(tmp_path: Path) -> None:
    assert "Nothing is due" in run(tmp_path, "sources", "fetch").stdout
