"""One paper, once: renamed, cut and reworded copies are found, sequels and boilerplate are not taken for copies."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.models import Paper
from recommender.duplicates import (
    COMMON,
    Fingerprint,
    Likeness,
    Rarity,
    containment,
    is_sequel,
    judge,
    likely,
    measure_rarity,
    similarity,
    surname,
    titles_alike,
)

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ABSTRACT = (
    "Fish swim in schools because each one follows its neighbours, and we show that three simple rules suffice to "
    "bring about every pattern that divers have reported from reefs in the Pacific. Measured on nine thousand hours "
    "of film, the rules explain turns, splits and sudden flight better than any earlier account of collective motion."
)
OTHER = (
    "We prove that every finite group of odd order is solvable by means of a character theory that avoids the long "
    "computations of the first proof, and we give an algorithm that finds a composition series in polynomial time "
    "for groups that are given by generators, with an implementation whose running time is measured on large cases."
)


def paper(
    title: str = "Three Rules of Schooling Fish", abstract: str = ABSTRACT, authors: str = "Ann Li; Bo Öst"
) -> Paper:
    return Paper(
        id="", source="", title=title, summary="", abstract=abstract, raw_title=title, raw_abstract=abstract,
        first_seen=NOW, authors=tuple(name.strip() for name in authors.split(";") if name.strip()),
    )  # fmt: skip


def verdict(one: Paper, other: Paper, **given: bool) -> Likeness:
    return judge(Fingerprint(one), Fingerprint(other), **given)


def half(text: str) -> str:
    words = text.split()
    return " ".join(words[: len(words) // 2])


@pytest.mark.parametrize(
    "copy",
    [
        paper(),
        paper(title="Collective Motion from Local Rules"),
        paper(title="Collective Motion from Local Rules", abstract=half(ABSTRACT)),
        paper(title="THREE RULES OF SCHOOLING FISH!", abstract="", authors="Li, Ann"),
        paper(abstract=OTHER, authors="A. Li"),
        paper(title="The Three Rules of Schooling Fish", abstract=""),
        paper(authors=""),
        paper(title="Collective Motion from Local Rules", authors=""),
        paper(authors="Ann Li; Bo Ost"),
    ],
)
def test_a_copy_is_the_same_work(copy: Paper) -> None:
    assert verdict(paper(), copy) is Likeness.SAME
    assert verdict(copy, paper()) is Likeness.SAME
    assert Fingerprint(paper()).marks & Fingerprint(copy).marks


@pytest.mark.parametrize(
    "another",
    [
        paper(title="On Groups of Odd Order", abstract=OTHER),
        paper(title="On Groups of Odd Order", abstract=OTHER, authors="Cy Wu"),
        paper(title="Schooling", abstract=""),
    ],
)
def test_another_paper_of_the_same_people_is_another_work(another: Paper) -> None:
    assert verdict(paper(), another) is Likeness.DIFFERENT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (paper(abstract=OTHER), paper(title="Three Rules of Schooling Birds")),
        (paper(), paper(authors="Cy Wu")),
        (paper(), paper(title="Something Else Entirely", authors="Cy Wu")),
    ],
)
def test_what_is_not_sure_is_for_a_person_to_decide(one: Paper, other: Paper) -> None:
    assert verdict(one, other) is Likeness.MAYBE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Schools of Fish, Part I", "Schools of Fish, Part II"),
        ("The 2025 Fish Challenge: Results", "The 2026 Fish Challenge: Results"),
        ("FishNet 2.0 Technical Report", "FishNet 3.0 Technical Report"),
    ],
)
def test_a_sequel_is_never_merged_even_with_the_same_abstract(one: str, other: str) -> None:
    assert verdict(paper(title=one), paper(title=other)) is Likeness.MAYBE
    assert titles_alike(one.lower(), other.lower()) == 0


def test_a_number_that_one_title_lacks_makes_no_sequel_of_a_renamed_paper() -> None:
    assert not is_sequel("3d reconstruction of reefs", "volumetric models of coral from video")
    assert verdict(paper(title="Reefs in 3D"), paper(title="Volumetric Models of Coral from Video")) is Likeness.SAME


def test_two_ids_of_one_registry_are_two_papers_unless_nearly_all_speaks_against_it() -> None:
    renamed = paper(title="Collective Motion from Local Rules")
    assert verdict(paper(), renamed, apart=True) is Likeness.MAYBE
    assert verdict(paper(), paper(), apart=True) is Likeness.SAME
    assert verdict(paper(), paper(title="Three Rules for Schooling Fish"), apart=True) is Likeness.SAME


@pytest.mark.parametrize("title", ["Editorial", "Preface", "0", ""])
def test_a_title_of_a_word_or_two_says_nothing(title: str) -> None:
    assert verdict(paper(title=title, abstract=""), paper(title=title, abstract="")) is not Likeness.SAME


def test_a_title_of_ours_is_not_compared() -> None:
    one = replace(paper(), title_is_ours=True)
    assert Fingerprint(one).title == ""
    assert verdict(one, replace(paper(abstract=OTHER), title_is_ours=True)) is Likeness.DIFFERENT


def test_the_notice_of_a_withdrawal_is_too_short_to_compare() -> None:
    notice = "This paper has been withdrawn by the authors due to an error in the proof of the main theorem."
    one, other = paper(title="On Whales", abstract=notice), paper(title="On Sand", abstract=notice, authors="Ann Li")
    assert verdict(one, other) is Likeness.DIFFERENT


def test_a_reworded_abstract_is_found_by_its_choice_of_words() -> None:
    rng = random.Random(3)
    background = [paper(abstract=" ".join(rng.choices([f"word{n}" for n in range(900)], k=80))) for _ in range(200)]
    rarity = measure_rarity([*background, *(paper(abstract=ABSTRACT if n % 50 else OTHER) for n in range(3))])
    words = ABSTRACT.split()
    reworded = " ".join(word for pair in zip(words[1::2], words[::2], strict=False) for word in pair)
    one, other = Fingerprint(paper()), Fingerprint(paper(title="Rules of Motion", abstract=reworded))
    assert containment(one, other) < 0.1
    assert similarity(one, other, rarity) > 0.9
    assert judge(one, other) is Likeness.DIFFERENT
    assert judge(one, other, rarity) is Likeness.SAME
    assert judge(one, Fingerprint(paper(title="x", abstract=OTHER)), rarity) is Likeness.DIFFERENT


def test_rare_words_weigh_more_than_frequent_ones() -> None:
    rarity = measure_rarity([paper(title="fish", abstract=f"we swim term{n % 7}") for n in range(100)])
    assert rarity.weights["we"] < rarity.weights.get("swim", rarity.unknown) + 1e-9
    assert rarity.unknown > rarity.weights["we"]
    assert isinstance(rarity, Rarity)


def test_the_likeliest_candidates_come_first_and_common_marks_are_not_followed() -> None:
    pairs = [(1, 7), (2, 7), (2, 8), *((3, number) for number in range(100, 100 + COMMON + 1))]
    assert likely(pairs) == [7, 8]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Ann Li", "li"),
        ("Li, Ann", "li"),
        ("Bo Öst", "ost"),
        ("Ludwig van Beethoven", "beethoven"),
        ("", ""),
        ("李明", "李明"),
    ],
)
def test_the_family_name_is_found_in_either_order(name: str, family: str) -> None:
    assert surname(name) == family


@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=60), st.text(max_size=60))
def test_the_verdict_is_the_same_both_ways(one: str, other: str, first: str, second: str) -> None:
    a, b = paper(first, one, second), paper(second, other, first)
    assert verdict(a, b) is verdict(b, a)
