"""Query by one paper (CSFCube; Mysore et al., 2021): `similar_papers` against plain TF-IDF and BM25.

50 queries: 34 papers, each asked about in one or two facets (background, method, result). Each query has some 90 to
250 papers graded 0 to 3 by how alike they are in that facet; these, without the paper itself, are what is ranked. No
ranker here is told the facet: the bot's button asks for similar papers and nothing more.

Main measure: nDCG%20, the nDCG of the first fifth of the list, with gains equal to grades (Jarvelin & Kekalainen,
2002), the mean over queries. ranking.md's .450 for TF-IDF names no measure; none that was tried gives both that and its
.465 for BM25: the two are as good as equal by all of them.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.ranking_data import folder, has_data, windows
from benchmarks.ranking_plain import PlainFeatures
from recommender.features import FeatureModel
from recommender.metrics import interval
from recommender.paper_features import FloatArray, IndexArray
from recommender.ranking import similar_papers
from recommender.replay import Record, paper_of

FACETS = ("background", "method", "result")
Ranker = Callable[[int, IndexArray], FloatArray]
"""From the row of a query and the rows of its candidates to scores of these."""


def csfcube(*, quick: bool) -> None:
    """Print each ranker's measures; `quick` leaves out our features fitted on arXiv, which take a minute."""
    if not has_data("csfcube_docs.jsonl.gz", "csfcube_qrels.json.gz"):
        return
    with gzip.open(folder() / "csfcube_docs.jsonl.gz", "rt") as lines:
        papers = [json.loads(line) for line in lines]
    with gzip.open(folder() / "csfcube_qrels.json.gz", "rt") as file:
        grades: dict[str, dict[str, int]] = json.load(file)
    row = {paper["id"]: at for at, paper in enumerate(papers)}
    print(f"\nquery by one paper: {len(grades)} queries among {len(papers)} papers")
    print(f"{'':34s} nDCG%20 [95% over queries]  of 2^grade - 1  nDCG@10 | nDCG%20 by facet: {', '.join(FACETS)}")
    for name, ranker in _rankers(papers, quick=quick).items():
        _show(name, [(query, _measures(ranker, row, query, graded)) for query, graded in grades.items()])


def _rankers(papers: list[Any], *, quick: bool) -> dict[str, Ranker]:
    rankers: dict[str, Ranker] = {}
    for name, pairs in (("words", False), ("words and pairs", True)):
        rows = PlainFeatures(papers, pairs=pairs).history
        rankers[f"TF-IDF, {name}"] = _product(rows.terms, rows.terms)
        rankers[f"BM25, {name}"] = _product(rows.saturated, rows.counts)
    rankers["ours, fitted on these papers"] = _ours(FeatureModel().fit([paper_of(p) for p in papers]), papers)
    if not quick:
        window = next(windows())
        fitted = FeatureModel().fit([paper_of(window.records[i]) for i in window.history])
        rankers["ours, fitted on arXiv"] = _ours(fitted, papers)
    return rankers


def _product(documents: Any, queries: Any) -> Ranker:
    return lambda query, candidates: (documents[candidates] @ queries[query].T).toarray().ravel()


def _ours(model: FeatureModel, papers: list[Record]) -> Ranker:
    """The order that `similar_papers` gives, as scores; what it leaves out comes last."""
    features = model.transform([paper_of(p) for p in papers])

    def rank(query: int, candidates: IndexArray) -> FloatArray:
        found = similar_papers(features.take([query]), features.take(candidates), len(candidates))
        scores = np.zeros(len(candidates))
        scores[[similar.index for similar in found]] = np.arange(len(found), 0, -1)
        return scores

    return rank


def _measures(ranker: Ranker, row: dict[str, int], query: str, graded: dict[str, int]) -> tuple[float, float, float]:
    paper, _ = query.split("|")
    others = [name for name in graded if name != paper]
    scores = ranker(row[paper], np.array([row[name] for name in others]))
    order = np.lexsort((np.random.default_rng(len(scores)).random(len(scores)), -scores))
    grades = np.array([graded[name] for name in others], dtype=np.float64)[order]
    fifth = -(-len(grades) // 5)
    return _ndcg(grades, fifth), _ndcg(2**grades - 1, fifth), _ndcg(grades, 10)


def _ndcg(gains: FloatArray, depth: int) -> float:
    """Discounted gain of the first `depth` places over that of the best order; 0 where there is nothing to gain."""
    discount = 1 / np.log2(np.arange(2, min(depth, len(gains)) + 2))
    best = float(np.sort(gains)[::-1][:depth] @ discount)
    return float(gains[:depth] @ discount) / best if best else 0.0


def _show(name: str, measured: list[tuple[str, tuple[float, float, float]]]) -> None:
    by_facet: dict[str, list[float]] = defaultdict(list)
    for query, values in measured:
        by_facet[query.split("|")[1]].append(values[0])
    table = np.array([values for _, values in measured])
    low, high = interval(table[:, 0])
    facets = " ".join(f"{np.mean(by_facet[facet]):.3f}" for facet in FACETS)
    means = table.mean(0)
    print(f"{name:34s} {means[0]:.3f} [{low:.3f}, {high:.3f}]  {means[1]:.3f}  {means[2]:.3f} | {facets}", flush=True)
