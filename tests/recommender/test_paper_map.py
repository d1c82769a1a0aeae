"""The map puts papers that share words near each other, names the regions, and is the same every time."""

import numpy as np

from db.models import Paper
from recommender.features import FeatureModel
from recommender.paper_map import LABELS, draw_map
from tests.conftest import START

TOPICS = {
    "fish": "zebrafish larvae swim in cold rivers",
    "code": "compilers optimise machine code for processors",
}


def papers() -> list[Paper]:
    return [
        Paper(f"x:{topic}{n}", "x", f"{words} {n}", "", f"{words} again and {topic} {n}.", "", "", START)
        for topic, words in TOPICS.items()
        for n in range(4)
    ]


def test_papers_of_a_topic_lie_together() -> None:
    found = draw_map(FeatureModel().fit(papers()), papers())
    assert found is not None
    fish, code = found.points[:4], found.points[4:]
    apart = float(np.linalg.norm(fish.mean(0) - code.mean(0)))
    assert apart > 3 * max(float(np.ptp(fish, axis=0).max()), float(np.ptp(code, axis=0).max()))
    assert np.abs(found.points).max() <= 1


def test_labels_are_words_of_the_papers_and_lie_among_them() -> None:
    found = draw_map(FeatureModel().fit(papers()), papers())
    assert found is not None
    assert 1 <= len(found.labels) <= LABELS
    text = " ".join(f"{p.title} {p.abstract}" for p in papers()).lower()
    for label, x, y in found.labels:
        assert all(word.lower() in text for word in label.split())
        assert max(abs(x), abs(y)) <= 1


def test_the_same_papers_give_the_same_map() -> None:
    model = FeatureModel().fit(papers())
    one, two = draw_map(model, papers()), draw_map(model, papers())
    assert one is not None
    assert two is not None
    assert np.array_equal(one.points, two.points)
    assert one.labels == two.labels


def test_two_papers_make_no_map() -> None:
    assert draw_map(FeatureModel().fit(papers()), papers()[:2]) is None
