"""`paperround sources` as its user meets it."""

import json
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


def test_nothing_due_says_so(tmp_path: Path) -> None:
    assert "Nothing is due" in run(tmp_path, "sources", "fetch").stdout
