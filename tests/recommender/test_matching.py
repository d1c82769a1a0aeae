"""Literal matching of what people type."""

import pytest

from recommender.matching import has_author, has_category, mentions, same_author, singular


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("diffusion model", "Diffusion models for images", True),
        ("diffusion models", "A diffusion model", True),
        ("gan", "Organ segmentation", False),
        ("GAN", "Training GANs", True),
        ("naïve bayes", "Naive Bayes revisited", True),
        ("zero shot", "Zero-shot transfer", True),
        ("shot zero", "Zero-shot transfer", False),
        ("study", "Two studies of bias", True),
        ("lens", "Lenses and lens design", True),
        ("bias", "Bias of a bus", True),
        ("100%", "Accuracy of 100 percent", True),
        ("%", "100% accuracy", False),
        ("", "anything", False),
        ("c++", "Vitamin C for colds", True),
    ],
)
def test_a_phrase_is_met_as_whole_words_in_a_row(make_paper, phrase, text, found):
    assert mentions(make_paper("p", text), phrase) is found
    assert mentions(make_paper("p", "Something else", f"We show. {text}."), phrase) is found


def test_a_phrase_does_not_run_from_the_title_into_the_abstract(make_paper):
    assert not mentions(make_paper("p", "On diffusion", "Models are wrong."), "diffusion models")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Yann LeCun", "yann lecun", True),
        ("Y. LeCun", "Yann LeCun", True),
        ("LeCun, Yann", "Yann LeCun", True),
        ("Yann LeCun", "Yan LeCun", False),
        ("Jürgen Schmidhuber", "Jurgen Schmidhuber", True),
        ("Wei Wang", "Wen Wang", False),
        ("W. Wang", "Wei Zhang", False),
        ("Wang", "Wei Wang", False),
        ("Ann B. Lee", "Ann Lee", True),
        ("", "", False),
    ],
)
def test_names_are_one_person_when_family_names_agree_and_given_names_can(one, other, same):
    assert same_author(one, other) is same
    assert same_author(other, one) is same


def test_a_category_covers_its_own_kind(make_paper):
    paper = make_paper("p", "T", categories=("cs.LG", "stat.ML"))
    assert has_category(paper, "cs.lg")
    assert has_category(paper, "cs")
    assert has_category(paper, "stat.*")
    assert not has_category(paper, "cs.L")
    assert not has_category(paper, "")


def test_authors_are_found_by_initial(make_paper):
    assert has_author(make_paper("p", "T", authors=("Geoffrey Hinton",)), "G. Hinton")


def test_plurals_are_made_singular():
    words = "models studies boxes classes matches analysis bus gas camera"
    assert [singular(w) for w in words.split()] == [
        "model",
        "study",
        "box",
        "class",
        "match",
        "analysis",
        "bus",
        "gas",
        "camera",
    ]
