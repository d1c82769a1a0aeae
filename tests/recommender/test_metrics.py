"""Measures of a ranking."""

import numpy as np
import pytest

from recommender.calibration import calibration
from recommender.metrics import interval, pair_auc, quality


def test_a_perfect_ranking_has_all_measures_at_their_best():
    found = quality(np.arange(100.0), np.arange(100) >= 97)
    assert (found.ndcg10, found.recall10, found.hit5, found.mrr, found.auc) == (1, 1, 1, 1, 1)


def test_the_worst_ranking_finds_nothing():
    found = quality(-np.arange(100.0), np.arange(100) >= 97)
    assert (found.ndcg10, found.recall10, found.hit5, found.auc) == (0, 0, 0, 0)


def test_ties_are_not_broken_by_place():
    relevant = np.arange(1000) < 10
    assert quality(np.zeros(1000), relevant).ndcg10 < 0.5
    assert 0.3 < quality(np.zeros(1000), relevant).auc < 0.7


def test_short_lists_are_measured_too():
    assert quality(np.array([1.0, 2.0]), np.array([False, True])).ndcg10 == 1
    assert quality(np.array([1.0]), np.array([True])).auc == 1


def test_nothing_relevant_cannot_be_measured():
    with pytest.raises(ValueError, match="cannot be measured"):
        quality(np.zeros(3), np.zeros(3, dtype=bool))


def test_pairs_count_ties_half():
    assert pair_auc(np.array([1.0, 0.0]), np.array([0.0])) == 0.75


def test_the_interval_holds_the_mean_and_narrows_with_people():
    rng = np.random.default_rng(0)
    few, many = rng.random(10), rng.random(1000)
    low, high = interval(few)
    assert low < few.mean() < high
    assert np.diff(interval(many)) < np.diff((low, high))
    assert interval(few) == (low, high)


def test_calibration_compares_promise_and_outcome():
    bins = calibration(np.array([0.05, 0.05, 0.95, 0.95]), np.array([False, False, True, False]))
    assert [(b.count, b.observed) for b in bins] == [(2, 0.0), (2, 0.5)]
    assert [b.predicted for b in bins] == pytest.approx([0.05, 0.95])
    assert calibration(np.zeros(0), np.zeros(0, dtype=bool)) == []
