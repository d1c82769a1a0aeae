"""What answers do: forgetting one of two interests, dislikes that keep near misses away, two phrases as a start."""

import itertools
from collections import defaultdict

import numpy as np

from benchmarks.ranking_data import Window
from recommender.evidence import Evidence
from recommender.forget import carriers
from recommender.interest import InterestModel
from recommender.metrics import pair_auc, quality
from recommender.onboarding import phrase_interests, taking_turns
from recommender.paper_features import FloatArray, PaperFeatures
from recommender.replay import Replay, paper_of

Rows = dict[str, list[float]]


def forgetting(window: Window, replay: Replay, rows: Rows, alike: Rows, limit: int) -> None:
    """Pairs of readers, ten likes each; A's keywords are forgotten. Against a model that never knew A.

    At most `limit` pairs of each sort in a window.
    """
    new = replay.candidates([window.records[i] for i in window.new])
    likes = {r.name: [paper_of(window.records[i]) for i in window.likes(r, 10)] for r in window.readers}
    centre = {n: np.asarray(replay.features.transform(p).terms.mean(0)).ravel() for n, p in likes.items()}
    pairs = list(itertools.permutations(window.readers, 2))
    taken = {id(rows): 0, id(alike): 0}
    for at in np.random.default_rng(0).permutation(len(pairs)).tolist():
        first, second = pairs[at]
        a, b = centre[first.name], centre[second.name]
        near = float(a @ b / np.sqrt((a @ a) * (b @ b)))
        into = rows if near < 0.2 else alike
        if taken[id(into)] >= limit:
            continue
        taken[id(into)] += 1
        both = [*likes[first.name], *likes[second.name]]
        gone = set(carriers(replay.features, replay.background, both, phrase=first.keywords))
        for name, known in (
            ("before", both),
            ("forgotten", [p for i, p in enumerate(both) if i not in gone]),
            ("oracle", likes[second.name]),
        ):
            model = InterestModel().fit(replay.features, replay.background, Evidence(liked=tuple(known)))
            order = np.argsort(-model.score(new), kind="stable")[:20]
            only_first = first.right & ~second.right
            into[f"unwanted: {name}"].append(float(only_first[order].sum()))
            into[f"kept: {name}"].append(_ndcg20(second.right[order], int(second.right.sum())))


def _ndcg20(hit: FloatArray, total: int) -> float:
    discount = 1 / np.log2(np.arange(2, 22))
    return float((hit * discount[: len(hit)]).sum() / discount[: min(20, total)].sum())


def near_misses(window: Window, replay: Replay, rows: Rows) -> None:
    """Three dislikes of history's near misses; held-out right answers against held-out near misses."""
    new_papers = [window.records[i] for i in window.new]
    new = replay.candidates(new_papers)
    history = replay.background
    free_new = np.array([r["id"] not in window.picked for r in new_papers])
    free_old = np.array([i not in window.picked for i in history.ids])
    old = {i: row for row, i in enumerate(history.ids)}
    records = {r["id"]: r for r in window.records}
    for reader in window.readers:
        missed = np.unique(_nearest(new.terms[np.flatnonzero(reader.right)], new.terms, free_new))
        for count in (3, 10, 20):
            liked = [paper_of(window.records[i]) for i in window.likes(reader, count)]
            picks = [i for i in window.likes(reader, len(reader.earlier), seed=1) if window.records[i]["id"] in old][:3]
            sources = history.terms[[old[window.records[i]["id"]] for i in picks]]
            disliked = [paper_of(records[history.ids[i]]) for i in _nearest(sources, history.terms, free_old)]
            kind = _kind_of(replay, disliked, new, reader.right)
            for name, against in (("without", ()), ("with", tuple(disliked))):
                evidence = Evidence(liked=tuple(liked), disliked=against)
                scores = InterestModel().fit(replay.features, history, evidence).score(new)
                rows[f"AUC {name} {count}"].append(pair_auc(scores[reader.right], scores[missed]))
                rows[f"nDCG@10 {name} {count}"].append(quality(scores, reader.right).ndcg10)
                place = np.argsort(np.argsort(-scores))
                rows[f"place of the disliked kind {name} {count}"].append(float(np.median(place[kind])))


def _kind_of(replay: Replay, disliked: list, new: PaperFeatures, right: FloatArray) -> list[int]:
    """The five new papers nearest to each disliked one that are no right answers: its own kind."""
    near = (replay.features.transform(disliked).terms @ new.terms.T).toarray()
    near[:, np.flatnonzero(right)] = -1
    return np.unique(np.argsort(-near, axis=1)[:, :5]).tolist()


def _nearest(rows: object, others: object, free: FloatArray) -> list[int]:
    near = (rows @ others.T).toarray()  # type: ignore[attr-defined, operator]
    near[:, ~free] = -1
    return near.argmax(1).tolist()


def onboarding(window: Window, replay: Replay, rows: Rows) -> None:
    """Two phrases, eight hits from history, up to three picked that are in the reader's list, else the first three."""
    new = replay.candidates([window.records[i] for i in window.new])
    records = {window.records[i]["id"]: window.records[i] for i in window.history}
    corpus = replay.features.transform([paper_of(window.records[i]) for i in window.history])
    for reader in window.readers:
        words = reader.keywords.split()
        phrases = [p for p in (" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])) if p]
        found = taking_turns(phrase_interests(replay.features, replay.background, phrases), corpus)
        own = {window.records[i]["id"] for i in reader.earlier.tolist()}
        good = [i for i in found if corpus.ids[i] in own]
        picked = tuple(paper_of(records[corpus.ids[i]]) for i in (good or found)[:3])
        first = tuple(paper_of(window.records[i]) for i in window.likes(reader, 3))
        rows["hits in the list"].append(len(good))
        for name, evidence in (
            ("phrases and picks", Evidence(liked=picked, keywords=tuple(phrases))),
            ("picks alone", Evidence(liked=picked)),
            ("phrases alone", Evidence(keywords=tuple(phrases))),
            ("three own papers", Evidence(liked=first)),
        ):
            scores = InterestModel().fit(replay.features, replay.background, evidence).score(new)
            rows[name].append(quality(scores, reader.right).ndcg10)


def new_rows() -> Rows:
    return defaultdict(list)
