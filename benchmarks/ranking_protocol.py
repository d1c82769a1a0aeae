"""The protocol's table: ours and the baselines by number of likes, the daily view, and what each part is worth."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.ranking_baselines import Baseline, Popularity
from benchmarks.ranking_data import NS, Window, progress, protocol
from benchmarks.ranking_h3 import by_likes
from benchmarks.ranking_plain import PlainFeatures
from benchmarks.ranking_table import Table
from recommender.evidence import Evidence
from recommender.interest import InterestModel
from recommender.metrics import quality
from recommender.paper_features import FloatArray
from recommender.replay import Record, Replay, paper_of

OURS = "ours"
WITH_KEYWORDS = " with keywords"


class Rankers:
    """All rankers of the table, fitted on one window's history."""

    def __init__(self, window: Window, replay: Replay, *, peers: bool) -> None:
        history = [window.records[i] for i in window.history]
        self._new = [window.records[i] for i in window.new]
        self._replay = replay
        self._plain = PlainFeatures(history)
        self._rows = self._plain.rows(self._new)
        self._baselines: dict[str, Baseline] = {
            "popularity of categories": Popularity(history, window.picked),
            **by_likes(self._plain),
        }
        self._peers = {f"yardstick {n}": protocol().METHODS[n]() for n in ("tfidf", "sanity") if peers}
        for peer in self._peers.values():
            peer.fit(history)

    def scores(self, liked: Sequence[Record], keywords: str) -> Iterator[tuple[str, FloatArray]]:
        """Each ranker's name and its scores of the new papers; names say which of them were given the `keywords`."""
        yield OURS, self._replay.rank(liked, self._new)
        yield OURS + WITH_KEYWORDS, self._replay.rank(liked, self._new, keywords)
        rows, phrase = self._plain.rows(liked), self._plain.phrase(keywords)
        for name, baseline in self._baselines.items():
            yield name, baseline.score(rows, self._rows)
        yield "H3" + WITH_KEYWORDS, self._baselines["H3"].score(rows, self._rows, phrase)
        for name, peer in self._peers.items():
            yield name, np.asarray(peer.rank(liked, self._new, "", []))


def measure(window: Window, replay: Replay, table: Table, *, seeds: int, peers: bool) -> None:
    """Add the quality of every ranker for every reader of `window` to `table`, over `seeds` draws of likes."""
    rankers = Rankers(window, replay, peers=peers)
    for reader in progress(window.readers, f"{window.month} rankers"):
        for seed in range(seeds):
            for count in NS:
                liked = [window.records[i] for i in window.likes(reader, count, seed)]
                for name, scores in rankers.scores(liked, reader.keywords):
                    table.add(name, count, window.month, reader.name, quality(scores, reader.right))


def show(table: Table) -> None:
    """Print the table, and ours against each ranker that is given the same."""
    table.show("protocol")
    names = [n for n in table.names() if n not in (OURS, OURS + WITH_KEYWORDS)]
    table.compare(OURS, [n for n in names if not n.endswith(WITH_KEYWORDS)])
    table.compare(OURS + WITH_KEYWORDS, [OURS, *(n for n in names if n.endswith(WITH_KEYWORDS))])


def daily(window: Window, replay: Replay, count: int) -> list[float]:
    """For each reader and day with a right answer: whether one is among that day's best five."""
    days = defaultdict(list)
    for row, index in enumerate(window.new):
        days[window.records[index]["date"]].append(row)
    new = [window.records[i] for i in window.new]
    hits = []
    for reader in window.readers:
        scores = replay.rank([window.records[i] for i in window.likes(reader, count)], new)
        for rows in days.values():
            right = reader.right[rows]
            if right.any():
                hits.append(float(right[np.argsort(-scores[rows], kind="stable")[:5]].any()))
    return hits


def ablation(window: Window, replay: Replay, rows: dict[str, list[float]]) -> None:
    """Add to `rows`, for every reader of `window`, the mean nDCG@10 over NS of all parts, and the loss without each."""
    candidates = replay.candidates([window.records[i] for i in window.new])
    for reader in progress(window.readers, f"{window.month} ablation"):
        found: dict[str, list[float]] = defaultdict(list)
        for count in NS:
            liked = tuple(paper_of(window.records[i]) for i in window.likes(reader, count))
            evidence = Evidence(liked=liked, keywords=(reader.keywords,))
            parts = InterestModel().fit(replay.features, replay.background, evidence).contributions(candidates)
            whole = np.sum(list(parts.values()), axis=0)
            found["all parts"].append(quality(whole, reader.right).ndcg10)
            for name, values in parts.items():
                loss = found["all parts"][-1] - quality(whole - values, reader.right).ndcg10
                found[f"lost without {name}"].append(loss)
        for name, by_count in found.items():
            rows[name].append(float(np.mean(by_count)))
