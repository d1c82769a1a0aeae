"""The ranking bench's own arithmetic, on a few made-up papers: no shared data are needed."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.ranking import parsed
from benchmarks.ranking_baselines import BM25, Popularity, flags
from benchmarks.ranking_citeulike import citeulike
from benchmarks.ranking_csfcube import _ndcg, csfcube
from benchmarks.ranking_h3 import by_likes
from benchmarks.ranking_plain import BM25_B, BM25_K1, PlainFeatures, text
from benchmarks.ranking_table import Table
from recommender.metrics import Quality

GENES, STARS = "gene cell protein genome tissue", "star galaxy orbit planet comet"


def record(name: str, words: str, category: str = "") -> dict[str, object]:
    return {"id": name, "title": words.split()[0], "abstract": words, "categories": [category] if category else []}


def history(size: int = 400) -> list[dict[str, object]]:
    """Papers of random words: a third each about genes, about stars, about neither."""
    rng = np.random.default_rng(0)
    subjects = [("bio", GENES), ("sky", STARS), ("all", "of")]
    papers = []
    for at in range(size):
        category, words = subjects[at % 3]
        filler = " ".join(f"word{i}" for i in rng.integers(300, size=8))
        papers.append(record(str(at), f"{' '.join(rng.permutation(words.split())[:3])} {filler}", category))
    return papers


@pytest.fixture(scope="module")
def plain() -> PlainFeatures:
    return PlainFeatures(history())


def test_each_baseline_puts_papers_of_the_likes_subject_first(plain: PlainFeatures) -> None:
    new = plain.rows([record(f"new {i}", (GENES, STARS)[i % 2] + f" word{i}", ("bio", "sky")[i % 2]) for i in range(8)])
    liked = plain.history.take(np.array([0, 3, 6]))
    for name, baseline in by_likes(plain).items():
        scores = baseline.score(liked, new)
        assert scores.shape == (8,), name
        assert scores[::2].min() > scores[1::2].max(), name


def test_the_keywords_turn_h3_to_another_subject(plain: PlainFeatures) -> None:
    new = plain.rows([record("a", GENES, "bio"), record("b", STARS, "sky"), record("c", "word1 word2", "all")])
    liked, reference = plain.history.take(np.array([2])), by_likes(plain)["H3"]
    gain = reference.score(liked, new, plain.phrase("galaxy orbit")) - reference.score(liked, new)
    assert gain.argmax() == 1


def test_bm25_is_the_sum_over_the_querys_terms(plain: PlainFeatures) -> None:
    papers = history()
    texts = [text(p).split() for p in papers]
    with_star = sum("star" in words for words in texts)
    rarity = np.log(1 + (len(papers) - with_star + 0.5) / (with_star + 0.5))
    lengths = np.asarray(plain.history.counts.sum(1)).ravel()
    row = next(at for at, words in enumerate(texts) if "star" in words)
    frequency = texts[row].count("star")
    damp = BM25_K1 * (1 - BM25_B + BM25_B * lengths[row] / lengths.mean())
    score = BM25().score(plain.phrase("star"), plain.history)[row]
    assert score == pytest.approx(rarity * frequency * (BM25_K1 + 1) / (frequency + damp), rel=1e-5)


def test_popularity_is_that_of_the_categories(plain: PlainFeatures) -> None:
    popularity = Popularity([record("a", "x y", "bio"), record("b", "x y", "bio"), record("c", "x y", "sky")], {"a"})
    new = plain.rows([record("d", "x", "bio"), record("e", "x", "sky"), record("f", "x", "new"), record("g", "x")])
    assert popularity.score(new, new).tolist() == [0.5, 0.0, 0.0, 0.0]


def test_likes_are_found_among_the_history(plain: PlainFeatures) -> None:
    assert np.flatnonzero(flags(plain.history, plain.history.take(np.array([7, 2])))).tolist() == [2, 7]


def test_the_comparison_pairs_people_and_weighs_them_alike(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table()
    for window, person, ours, other in (("1", "a", 0.5, 0.4), ("2", "a", 0.7, 0.4), ("1", "b", 0.3, 0.3)):
        for ranker, value in (("ours", ours), ("other", other)):
            table.add(ranker, 1, window, person, Quality(value, 0, 0, 0, 0, 0))
    table.compare("ours", ["other"])
    assert capsys.readouterr().out.splitlines()[-1].split() == ["other", "+100", "[+0,+200]", "+100", "[+0,+200]"]
    table.show("all")
    assert "0.500 | 0.500 [0.300, 0.600]" in capsys.readouterr().out


def test_the_discounted_gain_is_over_that_of_the_best_order() -> None:
    assert _ndcg(np.array([3.0, 2.0, 0.0]), 2) == 1.0
    assert _ndcg(np.array([0.0, 3.0, 0.0]), 2) == pytest.approx(1 / np.log2(3))
    assert _ndcg(np.zeros(3), 2) == 0.0


def test_an_unknown_section_ends_the_bench_with_the_list_of_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["ranking", "protocoll"])
    with pytest.raises(SystemExit):
        parsed()
    assert "no section protocoll; there are protocol, daily" in capsys.readouterr().err


def test_missing_data_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PAPERROUND_SHARED", str(tmp_path))
    csfcube(quick=True)
    citeulike(quick=True)
    said = capsys.readouterr().out
    assert "no csfcube_docs.jsonl.gz, csfcube_qrels.json.gz in" in said
    assert "no cult_bow.npz" in said
