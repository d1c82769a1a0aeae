"""The closed loop over real days: readers of a big and a small interest see five papers a day and like theirs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.ranking_data import Record, folder, progress, protocol
from recommender.evidence import Evidence
from recommender.interest import InterestModel
from recommender.metrics import interval
from recommender.paper_features import PaperFeatures
from recommender.ranking import recommend
from recommender.replay import Replay, paper_of

DAYS = 100
SHOWN = 5
TRIES = 20_000
"""Draws of lists; most are not dissimilar enough to be one reader's."""


@dataclass
class Mixed:
    """A reader glued together of two or three lists: the likes to start from, and what is right by list."""

    start: list[int]
    right: list[set[int]]


def mixed_readers(
    records: Sequence[Record], replay: Replay, lists: list[list[int]], cut: str, count: int, sizes: tuple[int, ...]
) -> list[Mixed]:
    """`count` readers of as many dissimilar `lists` as there are `sizes`, starting with so many likes of each.

    These were seen up to the day `cut`.
    """
    rng = np.random.default_rng(len(sizes))
    centres = [_centre(records, replay, rows) for rows in lists]
    readers: list[Mixed] = []
    for _ in range(TRIES):
        chosen = rng.choice(len(lists), len(sizes), replace=False)
        close = [centres[a] @ centres[b] for n, a in enumerate(chosen) for b in chosen[:n]]
        start = [[i for i in lists[c] if records[i]["date"] <= cut] for c in chosen]
        if max(close, default=0) < 0.2 and all(len(s) >= n for s, n in zip(start, sizes, strict=True)):
            likes = [i for s, n in zip(start, sizes, strict=True) for i in rng.choice(s, n, replace=False).tolist()]
            readers.append(Mixed(likes, [set(lists[c]) for c in chosen]))
        if len(readers) == count:
            break
    return readers


def _centre(records: Sequence[Record], replay: Replay, rows: list[int]) -> np.ndarray:
    mean = np.asarray(replay.features.transform([paper_of(records[i]) for i in rows[:60]]).terms.mean(0)).ravel()
    return np.asarray(mean / np.linalg.norm(mean))


def live(
    records: Sequence[Record],
    replay: Replay,
    reader: Mixed,
    days: list[list[int]],
    features: list[PaperFeatures],
    *,
    composed: bool,
) -> dict[str, float]:
    """One reader's DAYS days: recall of each interest and in all, and precision, of what was shown."""
    liked = list(reader.start)
    found = [0] * len(reader.right)
    possible = [0] * len(reader.right)
    shown = hits = 0
    model = None
    for rows, day in zip(days, features, strict=True):
        if model is None:
            known = tuple(paper_of(records[i]) for i in liked[-100:])
            model = InterestModel().fit(replay.features, replay.background, Evidence(liked=known))
        seen = {records[i]["id"] for i in liked}
        picks = recommend({1: model}, day, SHOWN, now=float(day.seen.max()), hidden=seen, composed=composed)
        for which, right in enumerate(reader.right):
            possible[which] += len(right & set(rows) - set(reader.start))
        for pick in picks:
            row, shown = rows[pick.index], shown + 1
            mine = [which for which, right in enumerate(reader.right) if row in right]
            for which in mine:
                found[which] += 1
            if mine:
                hits += 1
                liked.append(row)
                model = None
    recall = [f / p for f, p in zip(found, possible, strict=True) if p]
    return {
        "big interest's recall": recall[0] if possible[0] else np.nan,
        "small interests' recall": float(
            np.mean([f / p for f, p in zip(found[1:], possible[1:], strict=True) if p] or [np.nan])
        ),
        "recall": sum(found) / max(sum(possible), 1),
        "precision": hits / max(shown, 1),
    }


def closed_loop(*, quick: bool) -> None:
    """Print the composed digest against the plain best five on the same mixed readers: 45 of each sort, `quick` 9.

    The first third of the days before the development windows is what the model and the readers start from; the DAYS
    after it are lived.
    """
    records, curators, months = protocol().load("dev", str(folder()))
    place = {record["id"]: i for i, record in enumerate(records)}
    lists = [rows for c in curators if len(rows := [place[i] for i in c["ids"] if i in place]) >= 60]
    by_day = defaultdict(list)
    for index, record in enumerate(records):
        by_day[record["date"]].append(index)
    before = sorted({record["date"] for record in records if record["date"] < months[0]})
    cut = before[len(before) // 3 - 1]
    replay = Replay()
    replay.fit([record for record in records if record["date"] <= cut])
    days = [rows for date, rows in sorted(by_day.items()) if date > cut and len(rows) >= 30][:DAYS]
    features = [replay.features.transform([paper_of(records[i]) for i in rows]) for rows in days]
    for title, sizes in (
        ("two interests (10 and 2 likes)", (10, 2)),
        ("three (10, 3 and 2)", (10, 3, 2)),
        ("one (12)", (12,)),
    ):
        readers = mixed_readers(records, replay, lists, cut, 9 if quick else 45, sizes)
        results = {}
        for name, composed in (("plain best five", False), ("composed", True)):
            results[name] = [
                live(records, replay, reader, days, features, composed=composed)
                for reader in progress(readers, f"{title}, {name}")
            ]
        print(f"\nclosed loop, {title}, {len(readers)} readers, {len(days)} days")
        for measure in results["composed"][0]:
            plain, ours = (np.array([r[measure] for r in results[n]]) for n in ("plain best five", "composed"))
            difference = (ours - plain)[~np.isnan(ours - plain)]
            if len(difference):
                low, high = interval(difference)
                print(
                    f"  {measure:26s} plain {np.nanmean(plain):.3f}  composed {np.nanmean(ours):.3f}  "
                    f"gain {difference.mean():+.3f} [{low:+.3f}, {high:+.3f}]",
                    flush=True,
                )
