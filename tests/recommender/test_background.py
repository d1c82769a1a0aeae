"""A background that was saved is the background that it was."""

from dataclasses import replace

import numpy as np
import pytest

from recommender.background import VERSION, load_background, make_background, save_background
from recommender.errors import ModelFileError
from recommender.evidence import Evidence
from recommender.feature_file import save_record
from recommender.interest import InterestModel


@pytest.fixture(params=["large", "small"])
def model(request):
    return request.getfixturevalue(request.param)[0]


@pytest.fixture
def papers(subjects):
    written = [p for s in ("speech", "graphs", "climate") for p in subjects(s, 300, seed=8)]
    return {n: replace(p, key=n) for n, p in enumerate(written, start=1)}


def test_an_interest_learns_the_same_from_a_saved_background(model, papers, subjects, tmp_path):
    background = make_background(model, list(papers.values()))
    save_background(tmp_path / "background.npy", background)
    loaded = load_background(tmp_path / "background.npy", model, lambda keys: [papers[key] for key in keys])
    assert (loaded.ids, loaded.category_share) == (background.ids, background.category_share)
    assert loaded.reference.ids == background.reference.ids
    evidence = Evidence(liked=tuple(subjects("speech", 3, seed=9)), keywords=("graph",))
    day = model.transform(subjects("speech", 5, seed=7) + subjects("graphs", 5, seed=7))
    one, other = (InterestModel().fit(model, known, evidence).score(day) for known in (background, loaded))
    np.testing.assert_allclose(one, other, atol=1e-6)


def test_a_background_of_nothing_can_be_saved(small, tmp_path):
    save_background(tmp_path / "background.npy", make_background(small[0], []))
    assert len(load_background(tmp_path / "background.npy", small[0], lambda keys: [])) == 0


def test_a_background_that_cannot_be_used_is_refused(small, papers, tmp_path):
    path = tmp_path / "background.npy"
    save_background(path, make_background(small[0], list(papers.values())))
    with pytest.raises(ModelFileError, match="about papers that are not here"):
        load_background(path, small[0], lambda keys: [])
    for nothing in ({}, {"names": np.zeros(3, dtype=np.uint8)}):
        save_record(path, VERSION, nothing)
        with pytest.raises(ModelFileError, match="is no background"):
            load_background(path, small[0], lambda keys: [])
