"""Pasted lists of ids and links: arXiv in any spelling, DOIs, OpenReview's forums, one or many a line. Pure."""

import re

from bot.library_files import Library
from bot.paper_names import read_paper_name
from bot.ports import Problem
from db.models import SourceId

MAX_LINES = 100_000
_SPLIT = re.compile(r"[\s,;]+")
_LABEL = re.compile(r"\b(arxiv|doi)\s*:\s+", re.IGNORECASE)
_LIST_MARK = re.compile(r"\A\s*(?:[-*•]|\d{1,4}[.)]|\[\d{1,4}\])\s+")
_CLASS = re.compile(r"\s*\[[\w.-]+\]")


def parse_ids(text: str) -> Library:
    """The ids in a text. A line without any is named; words around an id are passed over."""
    wanted: list[SourceId] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines()[:MAX_LINES], start=1):
        if not line.strip():
            continue
        found = ids_in(line)
        wanted += found
        if not found:
            problems.append(Problem(f"line {number}", f"“{' '.join(line.split())[:60]}” has no id or link of a paper"))
    return Library("list of ids", wanted=tuple(dict.fromkeys(wanted)), problems=tuple(problems))


def ids_in(line: str) -> list[SourceId]:
    """The ids in one line."""
    line = _CLASS.sub("", _LABEL.sub(r"\1:", _LIST_MARK.sub("", line)))
    found = (read_paper_name(word.strip("()[]{}<>\"'“”")) for word in _SPLIT.split(line) if word)
    return [name for name in found if name is not None]
