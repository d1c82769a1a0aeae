"""Libraries of CiteULike (citeulike-t; Wang, Chen & Li, 2013): papers known as bags of words, no more.

The split, all of it with fixed seeds. A fifth of the 25,975 papers (5,195), drawn at random since the data have no
dates, is new; features are fitted on the other 20,780. A reader is a person with at least 3 of the new papers in the
library (the right answers, among all 5,195) and, of the old ones, at least 50 (group A) or 10 to 49 (group B). Likes
are the first N of a random order of the old ones: N = 1 to 50 for A, 1 to 10 for B. READERS people are drawn of each.

A bag becomes a plain record whose abstract has its words in random order: our pairs of words are then chance,
and nearly all are too rare to count; the baselines use single words.
"""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks.ranking_data import NS, folder, has_data, progress
from benchmarks.ranking_h3 import by_likes
from benchmarks.ranking_plain import PlainFeatures
from benchmarks.ranking_table import Table
from recommender.metrics import quality
from recommender.paper_features import IndexArray
from recommender.replay import Record, Replay

PAPERS, USERS, VOCABULARY = "cult_bow.npz", "cult_users.json.gz", "cult_vocab.json.gz"
READERS = 200
GROUPS = (("A", 50, 100_000, NS), ("B", 10, 49, NS[:4]))
"""Name, least and most old papers, numbers of likes."""
NEW_SHARE = 5
RIGHT_LEAST = 3


@dataclass(frozen=True)
class Library:
    """One person: rows of old papers in the order in which they become likes, right answers among the new."""

    name: str
    old: IndexArray
    right: NDArray[np.bool_]


class Setting:
    """The papers of both sides, and all rankers fitted on the old ones."""

    def __init__(self) -> None:
        self.records = read_papers()
        order = np.random.default_rng(0).permutation(len(self.records))
        self.new, self.old = (np.sort(part) for part in np.split(order, [len(order) // NEW_SHARE]))
        history = [self.records[i] for i in self.old]
        self._candidates = [self.records[i] for i in self.new]
        self._replay = Replay()
        self._replay.fit(history)
        self._plain = PlainFeatures(history, pairs=False)
        self._rows = self._plain.rows(self._candidates)
        self._baselines = by_likes(self._plain)

    def measure(self, table: Table, library: Library, counts: Sequence[int]) -> None:
        """Add every ranker's quality for the person of `library`, with each number of likes, to `table`."""
        for count in counts:
            liked = [self.records[i] for i in library.old[:count]]
            found = {"ours": self._replay.rank(liked, self._candidates)}
            rows = self._plain.rows(liked)
            found |= {name: baseline.score(rows, self._rows) for name, baseline in self._baselines.items()}
            for name, scores in found.items():
                table.add(name, count, "all", library.name, quality(scores, library.right))

    def libraries(self, least: int, most: int) -> list[Library]:
        """The people with `least` to `most` old papers and RIGHT_LEAST new ones."""
        with gzip.open(folder() / USERS, "rt") as file:
            owned = [np.array(rows, dtype=np.int64) for rows in json.load(file)]
        found = []
        for person, rows in enumerate(owned):
            old, right = rows[~np.isin(rows, self.new)], np.isin(self.new, rows)
            if least <= len(old) <= most and right.sum() >= RIGHT_LEAST:
                found.append(Library(str(person), np.random.default_rng(person).permutation(old), right))
        return found


def citeulike(*, quick: bool) -> None:
    """Print the table of ours and the baselines for both groups; `quick` takes a tenth of the readers."""
    if not has_data(PAPERS, USERS, VOCABULARY):
        return
    setting = Setting()
    print(f"\nCiteULike-t: features fitted on {len(setting.old)} papers, {len(setting.new)} new", flush=True)
    for group, least, most, counts in GROUPS:
        libraries = setting.libraries(least, most)
        chosen = np.random.default_rng(1).permutation(len(libraries))[: READERS // 10 if quick else READERS]
        table = Table()
        for at in progress(chosen.tolist(), f"group {group}"):
            setting.measure(table, libraries[at], counts)
        table.show(f"CiteULike-t, group {group}, {len(chosen)} of {len(libraries)} people")
        table.compare("ours", table.names()[1:])


def read_papers() -> list[Record]:
    """The papers as records without title, the words of each in random order."""
    bags = sparse.load_npz(folder() / PAPERS).tocsr()
    with gzip.open(folder() / VOCABULARY, "rt") as file:
        vocabulary = np.array(json.load(file))
    rng = np.random.default_rng(0)
    records: list[Record] = []
    for paper, (start, end) in enumerate(pairwise(bags.indptr.tolist())):
        words = np.repeat(bags.indices[start:end], bags.data[start:end].astype(np.int64))
        records.append({"id": str(paper), "title": "", "abstract": " ".join(vocabulary[rng.permutation(words)])})
    return records
