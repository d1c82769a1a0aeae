"""Forgetting, first steps, dislikes, chances, replay and evaluation."""

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.models import Answer, Feedback
from recommender.chance import chances
from recommender.evaluate import make_cases, measure, measure_chances
from recommender.evidence import Evidence
from recommender.explain import merge_terms, spelling, stem, tell
from recommender.forget import carriers
from recommender.interest import InterestModel
from recommender.onboarding import more_like, phrase_interests, taking_turns
from recommender.replay import Replay
from recommender.tokens import without_diacritics, written_terms


def test_forgetting_a_phrase_finds_the_likes_that_carry_it(large, subjects):
    likes = subjects("proteins", 5, seed=3) + subjects("graphs", 5, seed=3)
    assert carriers(*large, likes, phrase="protein folding structure") == [0, 1, 2, 3, 4]


def test_forgetting_a_paper_finds_its_kind(large, subjects):
    likes = subjects("proteins", 5, seed=3) + subjects("graphs", 5, seed=3)
    assert set(carriers(*large, likes, pointed=[likes[0]])) <= {0, 1, 2, 3, 4}
    assert 0 in carriers(*large, likes, pointed=[likes[0]])
    assert set(carriers(*large, likes, pointed=subjects("graphs", 2, seed=9))) <= {5, 6, 7, 8, 9}


def test_what_shares_only_the_words_of_a_forgotten_phrase_stays(large, subjects, make_paper):
    borrowed = make_paper(
        "graphs:borrowed", "spectral graph clustering of folding", subjects("graphs", 1, 7)[0].abstract
    )
    likes = [*subjects("proteins", 5, seed=3), *subjects("graphs", 5, seed=3), borrowed]
    assert carriers(*large, likes, phrase="protein folding structure") == [0, 1, 2, 3, 4]


def test_among_likes_of_one_kind_only_those_that_carry_the_phrase_are_found(small, subjects):
    likes = subjects("proteins", 12, seed=3)
    found = carriers(*small, likes, phrase="enzyme mutation")
    texts = [f"{p.title} {p.abstract}" for p in likes]
    assert 0 < len(found) < len(likes)
    assert all("enzyme" in texts[row] or "mutation" in texts[row] for row in found)


@pytest.mark.parametrize("phrase", ["", "   ", "quantum chromodynamics", "%"])
def test_forgetting_what_nothing_carries_finds_nothing(large, subjects, phrase):
    assert carriers(*large, subjects("proteins", 5, seed=3), phrase=phrase) == []


def test_forgetting_without_likes_finds_nothing(large):
    assert carriers(*large, [], phrase="protein") == []


def test_after_forgetting_the_rest_is_learned_as_if_it_had_been_alone(large, subjects):
    likes = subjects("proteins", 5, seed=3) + subjects("graphs", 5, seed=3)
    gone = set(carriers(*large, likes, phrase="protein folding structure"))
    kept = tuple(p for i, p in enumerate(likes) if i not in gone)
    day = large[0].transform(subjects("proteins", 10, seed=4) + subjects("graphs", 10, seed=4))
    scores = InterestModel().fit(*large, Evidence(liked=kept)).score(day)
    alone = InterestModel().fit(*large, Evidence(liked=tuple(likes[5:]))).score(day)
    assert scores.tobytes() == alone.tobytes()


def test_two_phrases_take_turns_in_the_hits(large, subjects):
    corpus = large[0].transform([p for s in ("climate", "proteins", "graphs") for p in subjects(s, 20, seed=6)])
    found = taking_turns(phrase_interests(*large, ["protein folding", "spectral graph"]), corpus)
    assert [corpus.ids[i].split(":")[0] for i in found] == ["proteins", "graphs"] * 4
    assert len(set(found)) == 8
    assert taking_turns(phrase_interests(*large, ["protein"]), corpus.take([0, 1])) != []
    assert taking_turns([], corpus) == []


def test_more_like_these_asks_nothing_twice(large, subjects):
    corpus = large[0].transform([p for s in ("climate", "proteins") for p in subjects(s, 20, seed=6)])
    liked = tuple(subjects("proteins", 3, seed=6))
    found = more_like(InterestModel().fit(*large, Evidence(liked=liked)), corpus, seen={"proteins:5"})
    names = [corpus.ids[i] for i in found]
    assert len(names) == 8
    assert all(n.startswith("proteins") for n in names)
    assert not {"proteins:0", "proteins:1", "proteins:2", "proteins:5"} & set(names)


def test_more_like_these_has_some_for_each_of_two_phrases(large, subjects):
    corpus = large[0].transform([p for s in ("climate", "proteins", "graphs") for p in subjects(s, 20, seed=6)])
    found = more_like(InterestModel().fit(*large, Evidence(keywords=("protein", "spectral graph"))), corpus, seen=())
    assert {corpus.ids[row].split(":")[0] for row in found} == {"proteins", "graphs"}


def test_a_dislike_keeps_its_own_kind_away_and_not_the_rest(large, subjects):
    near, far = subjects("graphs", 12, seed=4), subjects("proteins", 12, seed=4)
    liked = tuple(subjects("proteins", 6, seed=3)) + tuple(subjects("graphs", 3, seed=3))
    before = InterestModel().fit(*large, Evidence(liked=liked))
    after = InterestModel().fit(*large, Evidence(liked=liked, disliked=tuple(near[:1])))
    change = [after.score(large[0].transform(p)) - before.score(large[0].transform(p)) for p in (near, far)]
    assert change[0][0] < -3
    assert change[0].mean() < change[1].mean()


def test_silence_teaches_nothing(large, subjects):
    liked = tuple(subjects("proteins", 6, seed=3))
    day = large[0].transform(subjects("graphs", 12, seed=4))
    model = InterestModel().fit(*large, Evidence(liked=liked))
    before = model.score(day).tobytes()
    for _ in range(3):
        model.score(day)
        model.explain(subjects("graphs", 1, seed=4)[0])
    assert model.score(day).tobytes() == before
    assert InterestModel().fit(*large, Evidence(liked=liked)).score(day).tobytes() == before


def test_a_chance_is_between_nothing_and_certainty_and_grows_with_the_score(subjects):
    for evidence in (Evidence(), Evidence(liked=tuple(subjects("graphs", 20, seed=1)), keywords=("graph",))):
        found = chances(np.array([-1e9, -5.0, 0.0, 5.0, 1e9]), evidence)
        assert ((found >= 0) & (found <= 1)).all()
        assert (np.diff(found) >= 0).all()


def record(paper):
    return {
        "id": paper.id,
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "categories": list(paper.categories),
        "date": "2026-01-01",
    }


def test_replay_ranks_plain_records_by_the_very_same_classes(subjects):
    history = [record(p) for s in ("proteins", "speech", "climate") for p in subjects(s, 30, seed=1)]
    new = [record(p) for s in ("proteins", "climate") for p in subjects(s, 10, seed=2, start=500)]
    replay = Replay()
    replay.fit(history)
    scores = replay.rank(history[:3], new, "protein", [history[-1]])
    assert scores.shape == (20,)
    assert scores[:10].min() > scores[10:].max()
    assert replay.rank([], new).tolist() == [0.0] * 20
    assert scores.tobytes() == replay.rank(history[:3], new, "protein", [history[-1]]).tobytes()


def test_kept_votes_are_replayed_without_looking_ahead(subjects):
    papers = {p.key: p for p in subjects("proteins", 20, seed=1) + subjects("climate", 20, seed=1, start=100)}
    start = min(p.first_seen for p in papers.values())
    cut = start + timedelta(hours=10)
    ledger = [
        Feedback(n, 1, 1, key, Answer.LIKE, papers[key].first_seen + timedelta(minutes=1), n)
        for n, key in enumerate(range(1, 16))
    ]
    cases = make_cases(ledger, papers, [], cuts=[cut], window=timedelta(hours=6))
    assert len(cases) == 1
    assert all(p.first_seen < cut for p in cases[0].evidence.liked)
    assert all(cut <= p.first_seen < cut + timedelta(hours=6) for p in cases[0].candidates)
    assert cases[0].relevant == {f"proteins:{n}" for n in range(10, 15)}

    def oracle(evidence, candidates):
        return np.array([float(p.id in cases[0].relevant) for p in candidates])

    assert measure(cases, oracle)["ndcg10"].mean == 1
    assert measure(cases, lambda e, c: -oracle(e, c))["ndcg10"].mean < 1
    assert measure([], oracle)["ndcg10"].mean == 0
    assert [b.observed for b in measure_chances(cases, oracle)] == [0.0, 1.0]


def test_terms_are_told_as_words_a_person_would_use():
    terms = [
        ("large language", 1.0),
        ("language model", 0.9),
        ("language", 0.8),
        ("model", 0.4),
        ("llm", 0.7),
        ("2024", 3.0),
    ]
    told = merge_terms(terms, "Large Language Models, or LLMs")
    assert [t for t, _ in told][:2] == ["large language", "language models"]
    assert ("LLMs", 0.7) in told
    assert "2024" not in dict(told)
    assert sum(v for _, v in told) == pytest.approx(3.8)


def test_forms_of_a_word_are_one_reason():
    told = merge_terms([("segmentation", 0.5), ("segmenting", 0.3), ("segmented", 0.1)], "Segmentation by segmenting")
    assert told == [("segmentation", pytest.approx(0.9))]


def test_stems_join_forms_and_keep_short_words():
    assert stem("training") == stem("trained") == "train"
    assert stem("red") == "red"
    assert stem("ring") == "ring"
    assert spelling("Diffusion ImageNet GAN") == "diffusion ImageNet GAN"
    assert spelling("End-to-End Video-LLM") == "end-to-end video-LLM"


def test_joined_words_and_the_words_between_are_told_as_written():
    text = "End-to-End Autonomous Driving with Qwen2.5-VL. A theory of mind for Vision-Language-Action."
    terms = [("end autonomous", 1.0), ("qwen2", 0.9), ("theory mind", 0.8), ("language action", 0.7)]
    told = [term for term, _ in merge_terms(terms, text)]
    assert told == ["end-to-end autonomous", "Qwen2.5-VL", "theory of mind", "vision-language-action"]


@pytest.mark.parametrize("text", ["Sensitive data (MLLMs).", "Sensitive data for the MLLMs"])
def test_a_pair_that_is_no_phrase_counts_for_its_words(text):
    told = merge_terms([("data mllm", 1.0), ("data", 0.2), ("mllm", 0.4)], text)
    assert dict(told) == {"MLLMs": pytest.approx(0.9), "data": pytest.approx(0.7)}


@given(st.text())
def test_every_term_that_is_told_stands_in_the_text(text):
    plain = " ".join(without_diacritics(text).split())
    assert all(written in plain for written in written_terms(text).values())


def test_for_and_against_are_told_apart(large, subjects):
    model = InterestModel().fit(
        *large, Evidence(liked=tuple(subjects("proteins", 3, seed=3)), disliked=tuple(subjects("speech", 2, seed=3)))
    )
    paper = subjects("proteins", 1, seed=4)[0]
    told = tell(model.explain(paper), f"{paper.title}. {paper.abstract}", limit=3)
    assert 0 < len(told.terms) <= 3
    assert all(v > 0 for _, v in told.terms + told.papers)
    assert all(v < 0 for _, v in told.against_terms + told.against_papers)
    assert told.papers[0][0].startswith("proteins:")
