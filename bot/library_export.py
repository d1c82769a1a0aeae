"""The library as BibTeX, RIS or CSV. A title of ours is marked in a note; nothing in a cell can act as a formula."""

import csv
import io
import re
from collections.abc import Sequence

from db.models import Paper
from recommender.text import fold

OUR_TITLE_NOTE = "title derived from the abstract by Paperround"
BIBTEX_SPECIALS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def bibtex(papers: Sequence[Paper]) -> str:
    """One entry a paper, keys unique."""
    entries, keys = [], set[str]()
    for paper in papers:
        key = base = _key(paper)
        number = 2
        while key in keys:
            key, number = f"{base}-{number}", number + 1
        keys.add(key)
        fields = {
            "title": "{" + _bibtex(paper.title) + "}",
            "author": " and ".join(_bibtex(author) for author in paper.authors),
            "year": str(_year(paper)),
            "url": paper.url,
            "abstract": _bibtex(paper.abstract),
            "keywords": ", ".join(paper.categories),
            "note": OUR_TITLE_NOTE if paper.title_is_ours else "",
            **_eprint(paper),
        }
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
        entries.append(f"@misc{{{key},\n{lines}}}\n")
    return "\n".join(entries)


def ris(papers: Sequence[Paper]) -> str:
    """One record a paper."""
    lines: list[str] = []
    for paper in papers:
        tags = [("TY", "GEN"), ("TI", paper.title), *(("AU", author) for author in paper.authors)]
        tags += [("PY", str(_year(paper))), ("UR", paper.url), ("AB", paper.abstract), ("ID", paper.id)]
        tags += [("KW", category) for category in paper.categories]
        tags += [("N1", OUR_TITLE_NOTE)] if paper.title_is_ours else []
        lines += [f"{tag}  - {' '.join(value.split())}" for tag, value in tags if value]
        lines.append("ER  - \n")
    return "\n".join(lines)


def csv_table(papers: Sequence[Paper]) -> str:
    """One row a paper under a heading row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "title", "authors", "year", "url", "categories", "summary", "note"])
    for paper in papers:
        note = OUR_TITLE_NOTE if paper.title_is_ours else ""
        row = [paper.id, paper.title, "; ".join(paper.authors), str(_year(paper)), paper.url]
        writer.writerow([_inert(cell) for cell in (*row, " ".join(paper.categories), paper.summary, note)])
    return out.getvalue()


def _inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + cell if cell.startswith(FORMULA_STARTS) else cell


def _bibtex(value: str) -> str:
    return "".join(BIBTEX_SPECIALS.get(c, c) for c in value)


def _year(paper: Paper) -> int:
    return (paper.submitted or paper.first_seen).year


def _key(paper: Paper) -> str:
    surname = fold(paper.authors[0]).split()[-1] if paper.authors else paper.source
    word = next((w for w in re.findall(r"[a-z0-9]+", fold(paper.title)) if len(w) > 3), "paper")
    return re.sub(r"[^a-z0-9]", "", surname) + str(_year(paper)) + word


def _eprint(paper: Paper) -> dict[str, str]:
    kind, _, value = paper.id.partition(":")
    if kind == "arxiv":
        return {"eprint": value, "archiveprefix": "arXiv"}
    return {"doi": value} if kind == "doi" else {}
