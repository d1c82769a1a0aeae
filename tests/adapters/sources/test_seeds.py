"""Seed files: any honest text file is read, anything else is refused with file, line and reason."""

from pathlib import Path

import pytest

from adapters.sources.seeds import MAX_FILE_BYTES, BadSeedFile, Seeds, parse_seeds, read_seeds, seed_files

BODY = "First abstract.\n\nSecond abstract."


def abstracts(body: bytes) -> list[str]:
    return [record.abstract for record in parse_seeds(body, "mine.txt")]


def test_the_five_documents_hold_95_different_abstracts() -> None:
    records = read_seeds(seed_files())
    assert len(records) == 95
    assert len({record.ids[0] for record in records}) == 95
    assert all(len(record.abstract) > 700 for record in records)


@pytest.mark.parametrize(
    "body",
    [
        BODY.encode(),
        f"NeurIPS 2026 Papers\n\n{BODY}".encode(),
        f"NeurIPS 2026 论文列表\n\n{BODY}".encode(),
        f"\ufeffHeading\n\n{BODY}\n".encode(),
        f"Heading\r\n\r\n{BODY}\r\n".replace("\n\n", "\r\n\r\n").encode(),
        f"Heading\r\r{BODY}".replace("\n", "\r").encode(),
        f"  Heading  \n \t \n{BODY}  \n\n\n\n".replace("\n\nSecond", "   \n\n  \n\nSecond").encode(),
    ],
)
def test_heading_or_none_bom_line_ends_and_trailing_spaces_do_not_matter(body: bytes) -> None:
    assert abstracts(body) == ["First abstract.", "Second abstract."]


def test_an_abstract_may_run_over_several_lines() -> None:
    assert abstracts(b"One line\nand another.\n\nNext.") == ["One line\nand another.", "Next."]


def test_an_id_is_the_same_in_any_file_and_spacing() -> None:
    one = parse_seeds(b"An  abstract about\nfish.", "a.txt")[0]
    other = parse_seeds(b"Heading\n\nAn abstract about fish.  ", "b.txt")[0]
    assert one.ids == other.ids


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        (b"", 1, "empty"),
        (b" \n\n \r\n", 1, "empty"),
        (b"Heading only", 1, "no abstract"),
        (b"Good abstract.\n\nBad \xff here.", 3, "not UTF-8"),
        (b"Good abstract.\r\n\r\nNUL \x00 here.", 3, "NUL"),
        (b"One.\n\n" + b"x" * 2_000_001, 3, "no abstract"),
        (b"A.\n\n" * 5_001, 10_001, "Split"),
    ],
)
def test_a_bad_file_is_refused_with_file_line_and_reason(body: bytes, line: int, reason: str) -> None:
    with pytest.raises(BadSeedFile) as refused:
        parse_seeds(body, "mine.txt")
    assert f"mine.txt, line {line}:" in str(refused.value)
    assert reason in str(refused.value)


def test_a_file_beyond_the_limit_is_refused() -> None:
    with pytest.raises(BadSeedFile, match="longer than"):
        parse_seeds(b"x" * (MAX_FILE_BYTES + 1), "big.txt")


async def test_nothing_of_several_files_is_taken_when_one_is_bad(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.txt", tmp_path / "b.txt"
    good.write_bytes(BODY.encode())
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    with pytest.raises(BadSeedFile, match=r"b\.txt"):
        read_seeds([good, bad])
    with pytest.raises(BadSeedFile, match="cannot be read"):
        read_seeds([good, tmp_path / "none.txt"])
    assert Seeds([good]).files == (good,)
