"""How fast the recommender is, as ratios against yardsticks measured in the same run, and how much memory it takes.

Papers are the shared records where they are at hand, else made-up ones; more are made by resampling sentences.
`--full` searches a million papers, otherwise a hundred thousand. The corpus lies in files, mapped as the bot maps them;
the papers looked up are made again one by one, and nothing of them is kept.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.ranking_data import folder, protocol
from db.models import Paper
from recommender import weights
from recommender.background import Background, make_background
from recommender.batch import score_many
from recommender.corpus import CompactCorpus
from recommender.corpus_files import BATCH, extend_corpus, open_corpus
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.paper_features import PaperFeatures
from recommender.replay import paper_of

FITTED = 20_000
TRANSFORMED = 100_000


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


def made(papers: list[Paper], row: int) -> Paper:
    """The paper number `row`: the title of one of `papers`, sentences of it and of another."""
    rng = np.random.default_rng(row)
    a, b = (papers[i] for i in rng.integers(0, len(papers), size=2).tolist())
    sentences = a.abstract.split(". ")[::2] + b.abstract.split(". ")[1::2]
    return replace(a, id=f"made:{row}", key=row, abstract=". ".join(sentences))


def memory() -> str:
    """What the process holds in memory now: in all, and how much of it are mapped files."""
    kept = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    whole, files, peak = (int(kept[name].split()[0]) / 1024 for name in ("VmRSS", "RssFile", "VmHWM"))
    return f"resident {whole:.0f} MB, of which files {files:.0f} MB; peak {peak:.0f} MB"


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
        model = FeatureModel().fit(papers[:FITTED])
        background = make_background(model, papers[:FITTED])
        # first, so that what is resident then is the corpus and not what the others leave
        search(model, background, papers, 1_000_000 if given.full else 100_000)
        features(papers)
        batch(model, background, papers, interests(model, background, papers))


def features(papers: list[Paper]) -> None:
    model = FeatureModel()
    seconds = timed(lambda: model.fit(papers[:FITTED]))
    texts = [f"{p.title} {p.abstract}" for p in papers[:FITTED]]
    hashing = HashingVectorizer(ngram_range=(1, 2), stop_words="english")
    base = timed(lambda: hashing.transform(texts))
    report(f"fit features on {len(texts)} papers", seconds, "HashingVectorizer of as many", base)
    many = [made(papers, row) for row in range(TRANSFORMED)]
    report(
        f"transform {TRANSFORMED} papers",
        timed(lambda: model.transform(many, embed=False)),
        "HashingVectorizer of as many",
        timed(lambda: hashing.transform([f"{p.title} {p.abstract}" for p in many])),
    )
    day = papers[FITTED : FITTED + 229] or papers[:229]
    report(
        "transform a day's papers (229)",
        timed(lambda: model.transform(day), 3),
        "HashingVectorizer of as many",
        timed(lambda: hashing.transform([f"{p.title} {p.abstract}" for p in day]), 3),
    )


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
    rows = model.transform(papers[:FITTED], embed=False).terms
    report("refit one interest (of 1,000, 20 likes)", each, f"a linear SVM on {FITTED} papers", sanity(rows, rows[:1]))
    print(f"refit 1,000 interests {each * 1000:.1f} s")
    return fitted


def sanity(known: Any, new: Any) -> float:
    """Seconds of arxiv-sanity-lite's method for one person: a linear SVM on all `known` rows scores the `new`."""
    target = np.zeros(known.shape[0])
    target[:20] = 1
    machine = LinearSVC(class_weight="balanced", C=0.01, tol=1e-6, max_iter=10_000)
    return timed(lambda: machine.fit(known, target).decision_function(new))


def batch(model: FeatureModel, background: Background, papers: list[Paper], fitted: list[InterestModel]) -> None:
    candidates = model.transform(papers[-2000:])
    one, other = np.ones((len(fitted), 512), np.float32), np.ones((512, len(candidates)), np.float32)
    base = timed(lambda: one @ other, 3)
    score_many(fitted, background, candidates)
    seconds = timed(lambda: score_many(fitted, background, candidates), 3)
    name = f"{len(fitted)} interests x {len(candidates)} papers"
    report(name, seconds, "a float32 product of that size, 512 deep", base)
    known = model.transform(papers[:FITTED], embed=False).terms
    theirs = len(fitted) * sanity(known, candidates.terms)
    report("the same", seconds, f"arxiv-sanity-lite's method, one of {len(fitted)} measured", theirs)
    day = candidates.take(np.arange(229))
    report("rank a day's papers for one interest", timed(lambda: fitted[0].score(day), 5), "that product", base)


def search(model: FeatureModel, background: Background, papers: list[Paper], count: int) -> None:
    wanted = [InterestModel().fit(model, background, e) for e in searched(model, papers)]
    print(f"before a corpus: {memory()}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        truth = Truth(wanted, background)
        extend_corpus(Path(name), model, truth.watch(batches(model, papers, count)))
        size = sum(path.stat().st_size for path in Path(name).iterdir())
        corpus = open_corpus(Path(name), model)
        print(f"a corpus of {len(corpus)} papers, resampled by sentence: {size / count:.0f} bytes a paper; {memory()}")
        seconds, recalls = [], []
        for interest, best in zip(wanted, truth.best, strict=True):
            found = best_ten(corpus, model, background, papers, interest)
            recalls.append(len(set(found) & {key for _, key in best}) / len(best))
            seconds.append(timed(lambda: best_ten(corpus, model, background, papers, interest), 3))  # noqa: B023
    held = memory()
    read = np.ones(size // 8)
    base = timed(lambda: read.sum(), 3)
    report(f"best ten of {count}, mean of {len(wanted)} interests", float(np.mean(seconds)), "reading its bytes", base)
    report(f"best ten of {count}, slowest of them", max(seconds), "reading its bytes", base)
    print(f"recall of the exact first ten: mean {np.mean(recalls):.3f}, least {min(recalls):.2f}; {held}")


def searched(model: FeatureModel, papers: list[Paper], count: int = 30) -> list[Evidence]:
    """Interests of 1 to 50 likes, near each other or from anywhere, some with keywords, dislikes or keywords alone."""
    rng = np.random.default_rng(5)
    latent = model.transform(papers[:FITTED], embed=False).latent
    found = []
    for number in range(count):
        size, first = (1, 2, 3, 5, 10, 20, 50)[number % 7], int(rng.integers(0, FITTED))
        near = np.argsort(-(latent @ latent[first]))[: 4 * size + 20]
        likes = rng.choice(near, size, replace=False) if number % 5 < 3 else rng.integers(0, FITTED, size)
        words = [word for word in papers[first].title.split() if len(word) > 3][:2]
        liked = () if number % 10 == 9 else tuple(papers[i] for i in likes)
        disliked = tuple(papers[i] for i in rng.integers(0, FITTED, 3 * (number % 6 == 5)))
        found.append(Evidence(liked=liked, disliked=disliked, keywords=(" ".join(words),) if number % 2 else ()))
    return found


def batches(model: FeatureModel, papers: list[Paper], count: int) -> Iterator[PaperFeatures]:
    for start in range(0, count, BATCH):
        yield model.transform([made(papers, row) for row in range(start, start + BATCH)], embed=False)


class Truth:
    """The exact first ten of each interest, gathered while the papers pass by."""

    def __init__(self, wanted: Sequence[InterestModel], background: Background) -> None:
        self.best: list[list[tuple[float, int]]] = [[] for _ in wanted]
        self._wanted = wanted
        self._background = background

    def watch(self, passing: Iterator[PaperFeatures]) -> Iterator[PaperFeatures]:
        for rows in passing:
            for at, scores in enumerate(score_many(self._wanted, self._background, rows)):
                first = np.argpartition(-scores, 10)[:10]
                both = [*self.best[at], *zip(scores[first].tolist(), rows.keys[first].tolist(), strict=True)]
                self.best[at] = sorted(both, reverse=True)[:10]
            yield rows


def best_ten(
    corpus: CompactCorpus, model: FeatureModel, background: Background, papers: list[Paper], interest: InterestModel
) -> list[int]:
    """Keys of the best ten for one interest."""
    keys = corpus.shortlist(interest.form(0), background.negatives, weights.CORPUS_EXACT)
    scores = interest.score(model.transform([made(papers, key) for key in keys.tolist()], embed=False))
    return keys[np.argsort(-scores, kind="stable")[:10]].tolist()


if __name__ == "__main__":
    main()
