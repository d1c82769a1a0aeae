"""Mutes, the gate that can say "nothing today", and splitting an interest."""

import math
from datetime import UTC, datetime

import numpy as np
import pytest

from db.models import Rule, Subject, Verb
from recommender.gate import Gate, Strictness
from recommender.mute import BoundedMute, hidden_by
from recommender.split import suggest_split


def rule(subject, value, verb=Verb.MUTE):
    return Rule(1, 1, None, verb, subject, value, None, None, datetime(2026, 1, 1, tzinfo=UTC), 1)


def test_typed_mutes_hide_by_word_author_and_category(make_paper):
    paper = make_paper("p", "Training GANs", "On images.", authors=("Ann Lee",), categories=("cs.CV",))
    for one in (rule(Subject.TOPIC, "gan"), rule(Subject.AUTHOR, "A. Lee"), rule(Subject.CATEGORY, "cs")):
        assert hidden_by(paper, [rule(Subject.TOPIC, "speech"), one]) is one
    assert hidden_by(paper, [rule(Subject.TOPIC, "gan", Verb.FOLLOW), rule(Subject.PAPER, "p")]) is None


def test_a_muted_paper_takes_its_kind_away_and_little_else(small, subjects):
    features, _ = small
    liked = features.transform(subjects("proteins", 30, seed=3))
    muted = features.transform(subjects("speech", 2, seed=3))
    mute = BoundedMute(muted, liked).fit()
    assert mute.hides(features.transform(subjects("speech", 20, seed=4))).mean() > 0.8
    assert mute.hides(features.transform(subjects("proteins", 100, seed=4))).mean() < 0.25


@pytest.mark.parametrize("likes", [0, 1, 8])
def test_a_mute_hides_no_kind_before_there_are_enough_likes(small, subjects, likes):
    features, _ = small
    mute = BoundedMute(
        features.transform(subjects("speech", 1, seed=3)), features.transform(subjects("proteins", likes, seed=3))
    ).fit()
    assert math.isinf(mute.threshold)
    assert not mute.hides(features.transform(subjects("speech", 5, seed=4))).any()


def test_no_muted_paper_hides_nothing(small, subjects):
    features, _ = small
    mute = BoundedMute(features.transform([]), features.transform(subjects("proteins", 12, seed=3))).fit()
    assert not mute.hides(features.transform(subjects("speech", 5, seed=4))).any()


def test_the_gate_keeps_the_interest_and_holds_back_the_rest(small, subjects):
    features, _ = small
    gate = Gate(features.transform(subjects("proteins", 30, seed=3))).fit()
    assert gate.passes(features.transform(subjects("proteins", 50, seed=4))).mean() > 0.7
    assert not gate.passes(features.transform(subjects("speech", 50, seed=4))).any()


def test_a_stricter_gate_lets_less_through(small, subjects):
    features, _ = small
    liked = features.transform(subjects("proteins", 30, seed=3))
    loose, normal, strict = (Gate(liked, s).fit().threshold for s in Strictness)
    assert loose <= normal <= strict


def test_the_gate_is_open_while_there_are_few_likes(small, subjects):
    features, _ = small
    gate = Gate(features.transform(subjects("proteins", 8, seed=3))).fit()
    assert gate.passes(features.transform(subjects("speech", 5, seed=4))).all()
    assert gate.passes(features.transform([])).shape == (0,)


def test_likes_of_two_subjects_look_like_two_interests(small, subjects):
    features, _ = small
    found = suggest_split(features.transform(subjects("proteins", 8, seed=3) + subjects("graphs", 5, seed=3)))
    assert found is not None
    assert found.first.tolist() == list(range(8))
    assert found.second.tolist() == list(range(8, 13))
    assert 0 < found.clarity <= 1


def test_one_subject_is_one_interest(small, subjects):
    features, _ = small
    assert suggest_split(features.transform(subjects("proteins", 12, seed=3))) is None
    assert suggest_split(features.transform(subjects("proteins", 4, seed=3))) is None
    assert suggest_split(features.transform([])) is None


def test_two_stray_likes_are_no_interest(small, subjects):
    features, _ = small
    papers = subjects("proteins", 8, seed=3) + subjects("graphs", 1, seed=3) + subjects("climate", 1, seed=3)
    found = suggest_split(features.transform(papers))
    assert found is None or min(len(found.first), len(found.second)) >= np.int64(3)
