"""From the ledger of answers to the evidence of an interest."""

from datetime import UTC, datetime, timedelta

import pytest

from db.models import Answer, Feedback, Rule, Subject, Verb
from recommender import weights
from recommender.evidence import Evidence, gather

START = datetime(2026, 1, 1, tzinfo=UTC)


def events(*answers, interest=1):
    return [
        Feedback(n, 1, interest, paper, answer, START + timedelta(minutes=n), n)
        for n, (paper, answer) in enumerate(answers)
    ]


@pytest.fixture
def papers(make_paper):
    return {n: make_paper(f"p{n}", f"Paper {n}", key=n) for n in range(1, 200)}


def test_likes_come_oldest_first_and_dislikes_apart(papers):
    found = gather(events((2, Answer.LIKE), (1, Answer.SAVE), (3, Answer.DISLIKE)), papers)
    assert [p.id for p in found.liked] == ["p2", "p1"]
    assert [p.id for p in found.disliked] == ["p3"]


def test_the_last_answer_about_a_paper_counts(papers):
    found = gather(events((1, Answer.LIKE), (2, Answer.LIKE), (1, Answer.DISLIKE), (2, Answer.LIKE)), papers)
    assert [p.id for p in found.liked] == ["p2"]
    assert [p.id for p in found.disliked] == ["p1"]


def test_known_already_is_never_a_dislike(papers):
    found = gather(events((1, Answer.KNOWN)), papers)
    assert found.disliked == ()


def test_a_hundred_imports_weigh_like_fifty_likes_the_newest_first(papers):
    found = gather(events(*((n, Answer.IMPORT) for n in range(1, 101))), papers)
    assert sum(found.liked_weights) == weights.IMPORT_CAP
    assert [p.key for p in found.liked] == list(range(51, 101))


def test_interests_are_learned_apart(papers):
    ledger = events((1, Answer.LIKE)) + events((2, Answer.LIKE), interest=2)
    assert [p.key for p in gather(ledger, papers, interest=2).liked] == [2]
    assert [p.key for p in gather(ledger, papers).liked] == [1, 2]


def test_followed_topics_authors_and_categories_are_evidence(papers):
    def rule(interest, verb, subject, value):
        return Rule(1, 1, interest, verb, subject, value, None, None, START, 1)

    rules = [
        rule(None, Verb.FOLLOW, Subject.TOPIC, "graphs"),
        rule(1, Verb.FOLLOW, Subject.AUTHOR, "Ann Lee"),
        rule(2, Verb.FOLLOW, Subject.CATEGORY, "cs.LG"),
        rule(1, Verb.MUTE, Subject.TOPIC, "gans"),
    ]
    found = gather([], papers, rules, interest=1)
    assert (found.keywords, found.authors, found.categories) == (("graphs",), ("Ann Lee",), ())
    assert not found.empty


def test_papers_that_are_gone_are_left_out(papers):
    assert gather(events((999, Answer.LIKE)), papers).empty


def test_a_weight_for_each_liked_paper_or_none_at_all(papers):
    with pytest.raises(ValueError, match="1 liked papers, but 2 weights"):
        Evidence(liked=(papers[1],), liked_weights=(1.0, 1.0))
