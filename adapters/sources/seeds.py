"""Seed files as a source: abstracts parted by blank lines, under a heading or none. Pure but for reading the files.

Knows the file format only; titles and ids of the abstracts are made at the door (bot.ingest).
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.errors import SourceError
from bot.ports import Batch, Record, State
from db.models import SourceId
from recommender.text import seed_id

MAX_FILE_BYTES = 5_000_000
MAX_PARAGRAPHS = 5_000
MAX_PARAGRAPH = 2_000_000
MAX_HEADING = 120
SENTENCE_ENDS = (".", "!", "?", "。", "！", "？", "…")
INSTALLED = Path("share") / "paperround" / "seeds"


class BadSeedFile(SourceError):  # noqa: N818 - named for what was met
    """A seed file that cannot be used; nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class _Paragraph:
    line: int
    text: str


class Seeds:
    """The abstracts that everything starts with."""

    name = "seeds"
    kind = "seed"

    def __init__(self, files: Sequence[Path] = ()) -> None:
        self.files = tuple(files)

    async def fetch(self, state: State, now: datetime) -> Batch:
        """All abstracts of all files; the folder of seeds when no file is named. Raises BadSeedFile."""
        records = read_seeds(self.files or seed_files())
        return Batch(records, day=now.date(), state=state, done=len(records), total=len(records))


def seeds_folder() -> Path:
    """The folder of the seed files: the checkout's, else the installed one. Raises SourceError when neither is."""
    checkout = Path(__file__).resolve().parents[2] / "seeds"
    for folder in (checkout, Path(sys.prefix) / INSTALLED):
        if folder.is_dir():
            return folder
    raise SourceError(f"There is no folder of seeds, neither {checkout} nor {Path(sys.prefix) / INSTALLED}.")


def seed_files() -> list[Path]:
    """The seed files in order of their names."""
    return sorted(seeds_folder().glob("*.txt"))


def read_seeds(files: Sequence[Path]) -> tuple[Record, ...]:
    """The records of several files, all or none. Raises BadSeedFile."""
    return tuple(record for file in files for record in read_seed_file(file))


def read_seed_file(path: Path) -> list[Record]:
    """The records of one file, in its order. Raises BadSeedFile naming file, line and reason."""
    try:
        with path.open("rb") as file:
            body = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise BadSeedFile(f"{path} cannot be read: {error.strerror}.") from error
    return parse_seeds(body, path.name)


def parse_seeds(body: bytes, name: str) -> list[Record]:
    """The records in a seed file's bytes. Raises BadSeedFile naming `name`, the line and the reason.

    A first paragraph that is short, on one line and ends no sentence is a heading, in whatever language.
    """
    content = _decoded(body, name)
    if content.lstrip().startswith(("<", "{", "[")):
        raise BadSeedFile(f"{name}, line 1: this is markup or JSON, not a text of paragraphs.")
    paragraphs = _paragraphs(content)
    if paragraphs and _is_heading(paragraphs[0].text):
        paragraphs = paragraphs[1:]
    if not paragraphs:
        raise BadSeedFile(f"{name}, line 1: there is no abstract in it. Put each abstract in a paragraph of its own.")
    if len(paragraphs) > MAX_PARAGRAPHS:
        raise BadSeedFile(
            f"{name}, line {paragraphs[MAX_PARAGRAPHS].line}: more than {MAX_PARAGRAPHS:,} paragraphs. Split the file."
        )
    for paragraph in paragraphs:
        if len(paragraph.text) > MAX_PARAGRAPH:
            raise BadSeedFile(
                f"{name}, line {paragraph.line}: a paragraph of {len(paragraph.text):,} characters is no abstract "
                f"(at most {MAX_PARAGRAPH:,} are read)."
            )
    return [_record(paragraph, name) for paragraph in paragraphs]


def _record(paragraph: _Paragraph, name: str) -> Record:
    value = seed_id(paragraph.text).removeprefix("seed:")
    return Record(ids=(SourceId("seed", value),), abstract=paragraph.text, place=f"{name}, line {paragraph.line}")


def _decoded(body: bytes, name: str) -> str:
    if len(body) > MAX_FILE_BYTES:
        raise BadSeedFile(f"{name}: the file is longer than {MAX_FILE_BYTES:,} bytes. Split it.")
    if not body.strip():
        raise BadSeedFile(f"{name}, line 1: the file is empty.")
    nul = body.find(b"\x00")
    if nul >= 0:
        raise BadSeedFile(f"{name}, line {_line_of(body, nul)}: a NUL byte; this is no text file in UTF-8.")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSeedFile(
            f"{name}, line {_line_of(body, error.start)}: byte 0x{body[error.start]:02x} is not UTF-8. "
            "Save the file as UTF-8."
        ) from error


def _line_of(body: bytes, position: int) -> int:
    before = body[:position].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


def _paragraphs(content: str) -> list[_Paragraph]:
    found: list[_Paragraph] = []
    lines: list[str] = []
    for number, line in enumerate([*content.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""], start=1):
        if line.strip():
            lines.append(line.strip())
        elif lines:
            found.append(_Paragraph(number - len(lines), "\n".join(lines)))
            lines = []
    return found


def _is_heading(paragraph: str) -> bool:
    return len(paragraph) <= MAX_HEADING and "\n" not in paragraph and not paragraph.endswith(SENTENCE_ENDS)
