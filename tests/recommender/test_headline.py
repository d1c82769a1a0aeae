"""Titles and summaries derived from abstracts: their own words, the contribution, and sensible shapes."""

import json
import os
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recommender.abstracts.clipping import clip
from recommender.abstracts.names import long_form, named
from recommender.abstracts.titles import LONGEST_TITLE
from recommender.headline import LONGEST_SUMMARY, headline, summary
from recommender.text import plain_text, sentences

ROOT = Path(__file__).parents[2]
TLDRS = (
    Path(os.environ.get("PAPERROUND_SHARED", ROOT / "../shared"))
    / "data/samples/openreview/iclr2018_author_tldrs.jsonl"
)


@pytest.fixture(scope="module")
def abstracts() -> list[str]:
    files = sorted((ROOT / "seeds").glob("*.txt"))
    return [plain_text(part) for file in files for part in file.read_text(encoding="utf-8").split("\n\n")[1:]]


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize(
    ("abstract", "title"),
    [
        (
            (
                "Fish are hard to count. To address this, we introduce FinNet, a novel network that counts fish in"
                " murky water. FinNet is fast."
            ),
            "FinNet: a network that counts fish in murky water",
        ),
        (
            "Maps age. We present Slow Map Renewal (SMR), which renews maps at night. SMR beats all baselines.",
            "Slow Map Renewal (SMR) renews maps at night",
        ),
        (
            "Rain falls. We propose a gauge with two tubes for measuring rain in the dark, and evaluate it at sea.",
            "A gauge with two tubes for measuring rain in the dark",
        ),
        (
            "It is known that birds sing. We show that, under mild conditions, singing costs birds little energy.",
            "Under mild conditions, singing costs birds little energy",
        ),
        (
            "Snow melts. We ask whether old snow can also feed young rivers in spring. We measured it.",
            "Can old snow feed young rivers in spring?",
        ),
        (
            "Trees grow. We propose an estimator of height called TALL with a margin of error. TALL works.",
            "TALL: an estimator of height with a margin of error",
        ),
        (
            "Roads crack. This paper formalises road fatigue: a loss of strength that appears before any crack does.",
            "Road fatigue: a loss of strength that appears before any crack does",
        ),
        (
            "Graph neural networks (GNNs) are common. Here we study the memory of GNNs on long chains of nodes.",
            "The memory of graph neural networks on long chains of nodes",
        ),
        (
            "Lamps fail. A new circuit that predicts failures of lamps is proposed. It costs little.",
            "A circuit that predicts failures of lamps",
        ),
    ],
)
def test_a_title_names_the_contribution(abstract: str, title: str) -> None:
    assert headline(abstract).title == title


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            (
                "Fish matter. However, counts are poor. To close this gap, we further introduce FinNet, a network for"
                " fish. Experiments show that it wins. Code is available at https://a.b/c."
            ),
            "We introduce FinNet, a network for fish.",
        ),
        (
            "Nets drift. We propose DriftNet (DN). By holding weights still, DN keeps nets in place for years.",
            "We propose DriftNet (DN); by holding weights still, DN keeps nets in place for years.",
        ),
        (
            (
                "Talk is not neutral: the listener changes what is said next, so both minds move. We formalize this as"
                " Mutual Listening (ML). Risk is shared."
            ),
            "The listener changes what is said next, so both minds move; we formalize this as Mutual Listening (ML).",
        ),
        (
            (
                "Tests exist. Scores vary a lot between cities. Together, these results establish that a test score"
                " depends on the city."
            ),
            "A test score depends on the city.",
        ),
        ("Only one sentence is here.", "Only one sentence is here."),
    ],
)
def test_a_summary_states_the_contribution(abstract: str, expected: str) -> None:
    assert summary(abstract) == expected
    assert headline(abstract).summary == expected


def test_every_seed_has_a_title_and_a_summary_of_its_own(abstracts: list[str]) -> None:
    heads = [headline(abstract) for abstract in abstracts]
    assert len({head.title for head in heads}) == len({head.summary for head in heads}) == 95
    for head in heads:
        assert 20 <= len(head.title) <= LONGEST_TITLE
        assert 40 <= len(head.summary) <= LONGEST_SUMMARY
        assert len(sentences(head.summary)) == 1
        assert head.summary.endswith(".")


def test_titles_and_summaries_are_made_of_the_abstracts_own_words(abstracts: list[str]) -> None:
    for abstract in abstracts:
        head = headline(abstract)
        assert set(words(head.title)) <= set(words(abstract))
        assert words(head.summary) <= words(abstract)


def test_no_title_or_summary_of_a_seed_leans_on_what_came_before(abstracts: list[str]) -> None:
    leaning = re.compile(
        r"(?:This|These|Those|Such|It|They|Their|However|Moreover|Therefore|To address)\b(?! (?:\w+ )?(?:work|paper))"
    )
    hanging = re.compile(r"\b(?:the|a|an|of|to|and|or|with|for|that|which|by|as|in|on|from|between|not|only)[.?]?$")
    for head in map(headline, abstracts):
        assert not leaning.match(head.title), head
        assert not leaning.match(head.summary), head
        assert not hanging.search(head.title), head
        assert not re.search(r"available|https?:|\b[Cc]ode (?:is|and)\b", head.title + head.summary), head
        assert head.title.count("(") == head.title.count(")"), head


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "word",
        ".",
        "?!",
        "(",
        "我们提出一种新方法。它很快。",
        "Wir zeigen etwas.",
        "We propose",
        "we show that",
    ],
)
def test_odd_texts_give_something_short_and_no_exception(text: str) -> None:
    head = headline(text)
    assert head.title or not re.search(r"\w", text)
    assert len(head.title) <= LONGEST_TITLE


def test_an_abstract_without_any_cue_is_headed_by_its_own_first_words() -> None:
    assert headline("Old rivers carry sand to the sea. It moves.").title == "Old rivers carry sand to the sea"


@pytest.mark.parametrize(
    ("target", "name", "gist"),
    [
        ("FinNet, a network for fish.", "FinNet", "a network for fish"),
        ("C2R (Coarse-to-Real), a renderer.", "C2R (Coarse-to-Real)", "a renderer"),
        ("the Slow Map Renewal (SMR), a way to age.", "Slow Map Renewal (SMR)", "a way to age"),
        ("a small tabular model, TabNet, built on rows.", "TabNet", "a small tabular model built on rows"),
        ("Seeing the Unseen, a framework.", "Seeing the Unseen", "a framework"),
        ("soft recall, a measure of memory.", "soft recall", "a measure of memory"),
    ],
)
def test_names_are_found_with_their_gist(target: str, name: str, gist: str) -> None:
    found = named(target)
    assert found is not None
    assert (found.name, found.gist) == (name, gist)


@pytest.mark.parametrize(
    "target",
    [
        "a framework that uses topology optimization (TO) to see.",
        "a Federated Learning (FL)-based approach.",
        "a new idea.",
        "a method for action detection (AD) in films.",
        "how trees grow.",
    ],
)
def test_a_thing_used_is_not_taken_for_a_name(target: str) -> None:
    assert named(target) is None


def test_long_forms_fit_their_letters() -> None:
    assert long_form("we use kernel Calibrating Generative Models", "kCGM") == "kernel Calibrating Generative Models"
    assert long_form("the moment-matched score-smoothed overdamped Langevin dynamics", "MM-SOLD").startswith(
        "moment-matched"
    )
    assert long_form("nothing fits here", "XYZ") == ""


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("short enough.", 40, "short enough"),
        (
            "a method that maps images to text, enabling search in many languages",
            50,
            "a method that maps images to text",
        ),
        (
            "a training-free framework that treats the rank of every layer as a control of cost",
            70,
            "a training-free framework",
        ),
        (
            "the well-known balance between speed of learning and quality of recall in mice",
            50,
            "the well-known balance",
        ),
        ("x" * 60, 50, "x" * 50),
    ],
)
def test_a_cut_leaves_no_half_thought(text: str, limit: int, kept: str) -> None:
    assert clip(text, limit).text == kept


piece = st.sampled_from(
    [
        "We propose ",
        "we show that ",
        "a model ",
        "Net-X ",
        "(NX) ",
        ", which ",
        "that ",
        ". ",
        "this ",
        "to address these, ",
        "and ",
        "by using ",
        "whether it can ",
        ": ",
        "; ",
        "— ",
        "these results show that ",
        "called ",
        "our AB runs ",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(piece, max_size=40).map("".join)))
def test_any_text_gives_a_headline_within_its_limits(text: str) -> None:
    plain = plain_text(text)
    head = headline(plain)
    assert len(head.title) <= LONGEST_TITLE
    assert len(head.summary) <= LONGEST_SUMMARY
    assert head == headline(plain)
    assert set(words(head.title)) <= set(words(plain)) or len(plain.split()[0]) > LONGEST_TITLE // 2


@pytest.mark.prove
@pytest.mark.parametrize(
    "shape", ["We propose AB (CD), a thing. ", "we show that a ", "code ", "A", "the a is ", "long form (LF) "]
)
def test_a_hostile_abstract_of_full_length_is_headed_quickly(shape: str) -> None:
    began = time.process_time()
    headline((shape * 20_000)[:20_000])
    assert time.process_time() - began < 1.0


@pytest.mark.skipif(not TLDRS.exists(), reason=f"no sample of authors' own summaries at {TLDRS}")
def test_summaries_come_nearer_to_authors_own_than_first_sentences_do() -> None:
    def overlap(one: str, other: str) -> float:
        left, right = words(one), words(other)
        return 2 * sum((left & right).values()) / max(1, left.total() + right.total())

    ours, leads = [], []
    for line in TLDRS.read_text(encoding="utf-8").splitlines()[:200]:
        paper = json.loads(line)
        abstract = plain_text(paper["abstract"])
        ours.append(overlap(summary(abstract), paper["tldr"]))
        leads.append(overlap(sentences(abstract)[0], paper["tldr"]))
    assert sum(ours) / len(ours) > sum(leads) / len(leads) + 0.05
