"""The protocol's table: ours and plain baselines by number of likes, the daily view, and what each part is worth."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from benchmarks.ranking_baselines import Centroid, Latent, Wording
from benchmarks.ranking_data import NS, Window, mean_and_interval, protocol
from recommender.evidence import Evidence
from recommender.interest import InterestModel
from recommender.metrics import Quality, quality
from recommender.replay import Record, Replay, paper_of

Table = dict[str, dict[int, dict[tuple[str, str], list[Quality]]]]


def measure(window: Window, replay: Replay, table: Table, *, seeds: int, peers: bool) -> None:
    """Add the quality of every ranker for every reader of `window` to `table`."""
    new = [window.records[i] for i in window.new]
    rankers = {"ours": replay, "ours with keywords": replay}
    for name, plain in (("tf-idf centroid", Centroid), ("BM25", Wording), ("latent centroid", Latent)):
        ranker = plain()
        ranker.features = replay.features
        rankers[name] = ranker
    if peers:
        for name in ("tfidf", "sanity"):
            rankers[f"yardstick {name}"] = protocol().METHODS[name]()
            rankers[f"yardstick {name}"].fit([window.records[i] for i in window.history])
    for reader in window.readers:
        for seed in range(seeds):
            for count in NS:
                liked = [window.records[i] for i in window.likes(reader, count, seed)]
                for name, ranker in rankers.items():
                    keywords = reader.keywords if name == "ours with keywords" else ""
                    found = quality(np.asarray(ranker.rank(liked, new, keywords, [])), reader.right)
                    table[name][count][window.month, reader.name].append(found)


def new_table() -> Table:
    return defaultdict(lambda: defaultdict(lambda: defaultdict(list)))


def show(table: Table) -> None:
    """Print nDCG@10 by number of likes, the mean with its interval over people, and the other measures' means."""
    print("\nnDCG@10 by number of likes; mean over them [95% over people]; recall@10, recall@50, MRR, AUC")
    for name, by_count in table.items():
        per_count = [
            np.mean([np.mean([q.ndcg10 for q in qs]) for qs in people.values()]) for people in by_count.values()
        ]
        by_person = defaultdict(list)
        others = defaultdict(list)
        for people in by_count.values():
            for (_, person), qs in people.items():
                by_person[person].append(np.mean([q.ndcg10 for q in qs]))
                for measure_name in ("recall10", "recall50", "mrr", "auc"):
                    others[measure_name].append(np.mean([getattr(q, measure_name) for q in qs]))
        _, low, high = mean_and_interval(by_person)
        print(
            f"{name:22s}",
            " ".join(f"{v:.3f}" for v in per_count),
            f"  {np.mean(per_count):.3f} [{low:.3f}, {high:.3f}]  ",
            " ".join(f"{np.mean(v):.3f}" for v in others.values()),
        )


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


def ablation(window: Window, replay: Replay, losses: dict[str, list[float]]) -> None:
    """Add to `losses`, for each part, the nDCG@10 of the score without it, for every reader and number of likes."""
    new: Sequence[Record] = [window.records[i] for i in window.new]
    candidates = replay.candidates(new)
    for reader in window.readers:
        for count in NS:
            liked = tuple(paper_of(window.records[i]) for i in window.likes(reader, count))
            evidence = Evidence(liked=liked, keywords=(reader.keywords,))
            model = InterestModel().fit(replay.features, replay.background, evidence)
            parts = model.contributions(candidates)
            whole = sum(parts.values())
            losses["all parts"].append(quality(np.asarray(whole), reader.right).ndcg10)
            for name, values in parts.items():
                losses[f"without {name}"].append(quality(np.asarray(whole - values), reader.right).ndcg10)
