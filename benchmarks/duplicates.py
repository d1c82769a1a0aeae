"""How well copies are found: recall on pairs made from arXiv's records, and false merges among all of them.

The pairs are made: a record is retitled, its abstract reworded and cut, an author left out. Real pairs of papers
renamed between venues are not at hand. False merges are counted among records that arXiv holds to be different papers,
as if each came from elsewhere (the stricter rule for two arXiv ids is left off), so the count is an upper bound.

    python -m benchmarks.duplicates [RECORDS]
"""

import gzip
import json
import os
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

from db.models import Paper
from recommender.duplicates import COMMON, Fingerprint, Likeness, judge, measure_rarity

SHARED = Path(os.environ.get("PAPERROUND_SHARED") or Path(__file__).resolve().parents[2] / "shared")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAIRS = 2_000
SWAPS = {
    "propose": "present", "show": "demonstrate", "novel": "new", "approach": "method", "model": "network",
    "performance": "results", "using": "with", "introduce": "describe", "framework": "system", "paper": "work",
    "significantly": "substantially", "improve": "enhance", "task": "problem", "achieves": "obtains",
}  # fmt: skip


def load(count: int) -> list[Paper]:
    """Records of the evaluation data as papers."""
    with gzip.open(SHARED / "data" / "ranking" / "arxiv.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for _, line in zip(range(count), file, strict=False)]
    return [made(row["title"], row["abstract"], row["authors"]) for row in rows]


def made(title: str, abstract: str, authors: list[str]) -> Paper:
    return Paper(
        id="", source="", title=title, summary="", abstract=abstract, raw_title=title, raw_abstract=abstract,
        first_seen=NOW, authors=tuple(authors),
    )  # fmt: skip


def renamed(paper: Paper, rate: float, kept: float, fewer_authors: int, rng: random.Random) -> Paper:
    """A copy under another title: words swapped, dropped and added at a rate, a share of the sentences kept."""
    words = paper.title.split()
    rng.shuffle(words)
    title = " ".join([*rng.sample(["Towards", "Learning", "Robust", "Deep"], 2), *words[: max(2, len(words) // 2)]])
    sentences = [s for s in re.split(r"(?<=[.!?])\s+", paper.abstract) if rng.random() < kept] or [paper.abstract]
    text = []
    for word in " ".join(sentences).split():
        if rng.random() < rate / 2:
            continue
        text.append(SWAPS.get(word.lower(), word))
        if rng.random() < rate / 2:
            text.append(rng.choice(["also", "further", "the", "thus"]))
    return made(title, " ".join(text), list(paper.authors[fewer_authors:] or paper.authors))


KINDS: dict[str, Callable[[Paper, random.Random], Paper]] = {
    "retitled": lambda paper, rng: renamed(paper, 0.0, 1.0, 0, rng),
    "retitled, half of the sentences": lambda paper, rng: renamed(paper, 0.0, 0.5, 0, rng),
    "retitled, a quarter of the words": lambda paper, rng: renamed(paper, 0.25, 1.0, 0, rng),
    "retitled, all of that, an author less": lambda paper, rng: renamed(paper, 0.25, 0.5, 1, rng),
    "retitled, authors unknown": lambda paper, rng: made(renamed(paper, 0.0, 1.0, 0, rng).title, paper.abstract, []),
}


def main(count: int = 80_521) -> dict[str, float]:
    papers = load(count)
    rarity = measure_rarity(papers[:2_000])
    rng = random.Random(1)
    figures: dict[str, float] = {}
    for name, make in KINDS.items():
        found = 0
        for paper in rng.sample(papers, min(PAIRS, len(papers))):
            one, other = Fingerprint(paper), Fingerprint(make(paper, rng))
            found += bool(one.marks & other.marks) and judge(one, other, rarity) is Likeness.SAME
        figures[f"recall, {name}"] = found / min(PAIRS, len(papers))
    started = time.monotonic()
    holders: dict[int, list[int]] = defaultdict(list)
    prints = [Fingerprint(paper) for paper in papers]
    for number, one in enumerate(prints):
        for mark in one.marks:
            holders[mark].append(number)
    pairs = {pair for held in holders.values() if 2 <= len(held) <= COMMON for pair in combinations(held, 2)}
    verdicts = [judge(prints[a], prints[b], rarity) for a, b in pairs]
    apart = [judge(prints[a], prints[b], rarity, apart=True) for a, b in pairs]
    every = len(papers) * (len(papers) - 1) / 2
    figures["pairs compared"] = len(pairs)
    figures["same, in a million pairs"] = 1e6 * verdicts.count(Likeness.SAME) / every
    figures["same"] = verdicts.count(Likeness.SAME)
    figures["maybe"] = verdicts.count(Likeness.MAYBE)
    figures["same, by the rule for two arXiv ids"] = apart.count(Likeness.SAME)
    figures["maybe, by the rule for two arXiv ids"] = apart.count(Likeness.MAYBE)
    figures["seconds"] = time.monotonic() - started
    return figures


if __name__ == "__main__":
    for name, value in main(*map(int, sys.argv[1:2])).items():
        print(f"{name:45} {value:,.3f}")
