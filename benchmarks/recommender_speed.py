"""How fast the recommender is, as ratios against yardsticks measured in the same run, and how much memory it takes.

Papers are the shared records where they are at hand, else made-up ones; more are made by resampling sentences.
`--full` searches a million papers, otherwise a hundred thousand.
"""

import argparse
import resource
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.ranking_data import folder, protocol
from db.models import Paper
from recommender.background import Background, make_background
from recommender.batch import score_many
from recommender.corpus import CompactCorpus
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.replay import paper_of

FITTED = 20_000


def timed(work: Callable[[], object], rounds: int = 1) -> float:
    """Seconds of the fastest of `rounds`."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def real_papers() -> list[Paper]:
    if (folder() / "yardstick.py").exists():
        records, _, _ = protocol().load("dev", str(folder()))
        return [paper_of(r) for r in records]
    print("The shared ranking data are missing: papers are made of random words.")
    rng = np.random.default_rng(0)
    words = [f"word{i}" for i in range(20_000)]
    picks = (rng.zipf(1.3, size=(FITTED, 150)) - 1) % len(words)
    return [
        paper_of(
            {
                "id": f"made:{n}",
                "title": " ".join(words[i] for i in row[:8]),
                "abstract": ". ".join(words[i] for i in row),
                "authors": [f"A {row[0]}"],
                "categories": ["cs.LG"],
            }
        )
        for n, row in enumerate(picks)
    ]


def resampled(papers: list[Paper], count: int, seed: int) -> list[Paper]:
    """`count` papers, each with a title of one and the shuffled sentences of two of `papers`."""
    rng = np.random.default_rng(seed)
    made = []
    for number, (a, b) in enumerate(rng.integers(0, len(papers), size=(count, 2)).tolist()):
        sentences = papers[a].abstract.split(". ")[::2] + papers[b].abstract.split(". ")[1::2]
        made.append(replace(papers[a], id=f"made:{seed}:{number}", abstract=". ".join(sentences)))
    return made


def memory() -> float:
    """Peak resident memory in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def report(name: str, seconds: float, yardstick: str, base: float) -> None:
    print(
        f"{name:52s} {seconds * 1000:10.1f} ms   {seconds / base:8.2f} x {yardstick} ({base * 1000:.1f} ms)", flush=True
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--full", action="store_true", help="a million papers instead of a hundred thousand")
    given = arguments.parse_args()
    papers = real_papers()
    with threadpool_limits(1):
        model = features(papers)
        background = make_background(model, papers[:FITTED])
        fitted = interests(model, background, papers)
        batch(model, background, papers, fitted)
        search(model, background, papers, fitted[0], 1_000_000 if given.full else 100_000)
    print(f"peak memory {memory():.0f} MB")


def features(papers: list[Paper]) -> FeatureModel:
    model = FeatureModel()
    seconds = timed(lambda: model.fit(papers[:FITTED]))
    texts = [f"{p.title} {p.abstract}" for p in papers[:FITTED]]
    hashing = HashingVectorizer(ngram_range=(1, 2), stop_words="english")
    base = timed(lambda: hashing.transform(texts))
    report(f"fit features on {len(texts)} papers", seconds, "HashingVectorizer of as many", base)
    report(
        f"transform {len(texts)} papers",
        timed(lambda: model.transform(papers[:FITTED])),
        "HashingVectorizer of as many",
        base,
    )
    day = papers[FITTED : FITTED + 229] or papers[:229]
    report(
        "transform a day's papers (229)",
        timed(lambda: model.transform(day), 3),
        "HashingVectorizer of as many",
        timed(lambda: hashing.transform([f"{p.title} {p.abstract}" for p in day]), 3),
    )
    return model


def interests(model: FeatureModel, background: Background, papers: list[Paper]) -> list[InterestModel]:
    rng = np.random.default_rng(0)
    evidence = [
        Evidence(
            liked=tuple(papers[i] for i in rng.integers(0, FITTED, 20)), keywords=("language model",) if n % 2 else ()
        )
        for n in range(1000)
    ]
    started = time.perf_counter()
    fitted = [InterestModel().fit(model, background, e) for e in evidence]
    each = (time.perf_counter() - started) / len(fitted)
    rows = model.transform(papers[:FITTED]).terms
    target = np.zeros(rows.shape[0])
    target[:20] = 1
    machine = LinearSVC(class_weight="balanced", C=0.01, tol=1e-6, max_iter=10_000)
    report(
        "refit one interest (of 1,000, 20 likes)",
        each,
        f"a linear SVM on {FITTED} papers",
        timed(lambda: machine.fit(rows, target)),
    )
    print(f"refit 1,000 interests {each * 1000:.1f} s")
    return fitted


def batch(model: FeatureModel, background: Background, papers: list[Paper], fitted: list[InterestModel]) -> None:
    candidates = model.transform(papers[-2000:])
    one, other = np.ones((len(fitted), 512), np.float32), np.ones((512, len(candidates)), np.float32)
    base = timed(lambda: one @ other, 3)
    score_many(fitted, background, candidates)
    report(
        f"{len(fitted)} interests x {len(candidates)} papers",
        timed(lambda: score_many(fitted, background, candidates), 3),
        "a float32 product of that size, 512 deep",
        base,
    )
    day = candidates.take(np.arange(229))
    report("rank a day's papers for one interest", timed(lambda: fitted[0].score(day), 5), "that product", base)


def search(
    model: FeatureModel, background: Background, papers: list[Paper], interest: InterestModel, count: int
) -> None:
    corpus = CompactCorpus(model, background)
    block = 20_000
    truth: list[tuple[float, int]] = []
    for start in range(0, count, block):
        rows = model.transform(resampled(papers, block, seed=start))
        corpus.add(rows)
        scores = interest.score(rows)
        truth += [(float(scores[i]), start + int(i)) for i in np.argsort(-scores)[:10]]
    print(f"a corpus of {count} papers, resampled by sentence; peak memory {memory():.0f} MB", flush=True)
    kept: dict[int, list[Paper]] = {}

    def lookup(rows: np.ndarray) -> object:
        for start in {int(r) // block * block for r in rows}:
            if start not in kept:
                kept[start] = resampled(papers, block, seed=start)
        chosen = [kept[int(r) // block * block][int(r) % block] for r in rows]
        return model.transform(chosen)

    corpus.best(interest, 10, lookup)  # from here on the looked-up texts are at hand, as in a database
    began = time.perf_counter()
    found, _ = corpus.best(interest, 10, lookup)
    seconds = time.perf_counter() - began
    read = np.ones(count * 1500 // 8)
    report(f"best ten of {count} for one interest", seconds, "reading the corpus's bytes", timed(lambda: read.sum(), 3))
    best = {row for _, row in sorted(truth, reverse=True)[:10]}
    print(f"recall of the exact first ten: {len(best & set(found.tolist())) / 10:.2f}")


if __name__ == "__main__":
    main()
