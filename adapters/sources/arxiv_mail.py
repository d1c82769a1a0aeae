"""arXiv's own text format: a paper's .abs file, and the daily mails that list many. From text to records. Pure.

A block between lines of dashes: fields, a line of two backslashes, the abstract, again two backslashes.
"""

import re

from adapters.sources import arxiv_text
from bot.ports import Problem, Record

_RULE = re.compile(r"^(?:-{60,}|%%--%%.*|(?:%%%---)+.*)$", re.MULTILINE)
_PARTS = re.compile(r"^\\\\[^\n]*$", re.MULTILINE)
_FIELD = re.compile(r"^(?P<name>[A-Za-z][A-Za-z-]*)(?: \([^)]*\))?: ?(?P<value>.*)$")
_VERSION = re.compile(
    r"^Date(?: \(revised v(?P<number>\d+)\))?:(?P<date>[^(\n]*)(?:\((?P<size>[^)\n]*)\))?", re.MULTILINE
)
_REPLACED = re.compile(r"^replaced with revised version (?P<date>[^(\n]*)", re.MULTILINE)


def looks_like_mail(text: str) -> bool:
    """Whether a text is in this format."""
    return bool(re.search(r"^(?:arXiv|Paper):", text, re.MULTILINE)) and bool(_PARTS.search(text))


def parse_mail(text: str) -> tuple[tuple[Record, ...], tuple[Problem, ...]]:
    """The papers in the text; blocks that begin like a paper and are none are named."""
    records: list[Record] = []
    problems: list[Problem] = []
    for block in _RULE.split(text):
        parts = _PARTS.split(block)
        if len(parts) < 2 or not re.match(r"\s*(?:arXiv|Paper)(?: \([^)]*\))?:", parts[1]):
            continue
        made = _record(parts[1], parts[2] if len(parts) > 3 else "")
        if isinstance(made, Record):
            records.append(made)
        else:
            problems.append(made)
    return tuple(records), tuple(problems)


def _record(head: str, abstract: str) -> Record | Problem:
    fields = _fields(head)
    given = fields.get("arxiv") or fields.get("paper", "")
    name = arxiv_text.arxiv_id(given.split()[0] if given.split() else "")
    if name is None:
        return Problem(f"“{given[:60]}”", "this is no id of arXiv")
    versions = list(_VERSION.finditer(head))
    replaced = _REPLACED.search(head)
    numbers = [int(found["number"]) for found in versions if found["number"]]
    last = (versions[-1]["size"] or "") if versions else ""
    return Record(
        ids=arxiv_text.names_of(name, fields.get("doi", "")),
        title=fields.get("title", ""),
        abstract=abstract.strip("\n"),
        authors=arxiv_text.authors(fields.get("authors", "") or fields.get("author", "")),
        categories=tuple(fields.get("categories", "").split()),
        submitted=arxiv_text.instant(versions[0]["date"]) if versions else None,
        version=max(numbers, default=2 if replaced else 1),
        withdrawn=arxiv_text.is_withdrawn(fields.get("comments", ""), [last.rpartition(",")[2]] if "," in last else []),
        licence=fields.get("license", ""),
        venue=fields.get("journal-ref", ""),
        only_updates=replaced is not None,
        place=f"arXiv:{name.value}",
    )


def _fields(head: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in head.splitlines():
        found = _FIELD.match(line)
        if found and not line.startswith(" "):
            name = found["name"].lower()
            if name in fields:
                name = ""
            else:
                fields[name] = found["value"].strip()
        elif name and line.startswith(" "):
            fields[name] = f"{fields[name]} {line.strip()}"
    return fields
