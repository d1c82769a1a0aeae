"""Papers as numbers, and the model on disk."""

import os
from dataclasses import replace

import numpy as np
import pytest

from db.models import ContentKind
from recommender.errors import ModelFileError
from recommender.feature_file import load_arrays, save_arrays
from recommender.features import KINDS, VERSION, FeatureModel
from recommender.paper_features import join


def same(one, other):
    return (one.terms != other.terms).nnz == 0 and one.latent.tobytes() == other.latent.tobytes()


@pytest.mark.parametrize("count", [0, 1, 19, 95])
def test_any_number_of_papers_can_be_fitted_and_transformed(subjects, count):
    papers = subjects("proteins", 95, seed=1)
    model = FeatureModel().fit(papers[:count])
    found = model.transform(papers)
    assert len(found) == 95
    assert found.latent.shape == (95, 0)
    lengths = np.sqrt(np.asarray(found.terms.multiply(found.terms).sum(1)).ravel())
    np.testing.assert_allclose(lengths, 1, atol=1e-5)


def test_words_never_seen_count_from_the_first_day(small, make_paper):
    model, _ = small
    one, other = (make_paper(n, f"Quasar {w} telescope") for n, w in (("a", "imaging"), ("b", "survey")))
    rows = model.transform([one, other]).terms
    assert (rows[0] @ rows[1].T).toarray()[0, 0] > 0.1


def test_the_latent_space_brings_a_subject_together_without_common_words(large, make_paper):
    model, _ = large
    rows = model.transform(
        [make_paper("a", "Folding residue"), make_paper("b", "Ligand docking"), make_paper("c", "Ocean storm")]
    )
    near, far = rows.latent[0] @ rows.latent[1], rows.latent[0] @ rows.latent[2]
    assert (rows.terms[0] @ rows.terms[1].T).nnz == 0
    assert near > far + 0.2


def test_a_paper_without_any_word_has_an_empty_row(large, make_paper):
    found = large[0].transform([make_paper("a", "", ""), make_paper("b", "%%%", "$$")])
    assert found.terms.nnz == 0
    assert not found.latent.any()
    assert np.isfinite(found.latent).all()


def test_a_title_counts_three_times_and_a_title_of_ours_not(make_paper):
    model = FeatureModel()
    own = model.transform([make_paper("a", "Quasars", "")]).counts.sum()
    ours = model.transform([make_paper("a", "Quasars", "", title_is_ours=True)]).counts.sum()
    assert (own, ours) == (3, 0)


def test_kinds_follow_the_record(make_paper):
    papers = [make_paper("a", "T", "A"), make_paper("b", "T"), make_paper("c", "T", "A", title_is_ours=True)]
    kinds = [KINDS[k] for k in FeatureModel().transform(papers).kinds]
    assert kinds == [ContentKind.FULL, ContentKind.TITLE, ContentKind.ABSTRACT]


def test_two_fits_on_the_same_papers_are_one(subjects):
    papers = subjects("speech", 60, seed=1)
    first, second = FeatureModel().fit(papers), FeatureModel().fit(papers)
    assert same(first.transform(papers), second.transform(papers))


def test_rows_can_be_taken_and_joined(large, subjects):
    found = large[0].transform(subjects("speech", 6, seed=1))
    back = join([found.take([3, 4, 5]), found.take([0, 1, 2])]).take([3, 4, 5, 0, 1, 2])
    assert back.ids == found.ids
    assert same(back, found)
    with pytest.raises(ValueError, match="nothing to join"):
        join([])


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_saved_model_comes_back_as_it_was(request, tmp_path, subjects, size):
    model, _ = request.getfixturevalue(size)
    path = tmp_path / "models" / "features.npz"
    model.save(path)
    loaded = FeatureModel.load(path)
    papers = subjects("climate", 10, seed=5)
    before, after = model.transform(papers), loaded.transform(papers)
    assert same(before, after)
    assert before.kin.tobytes() == after.kin.tobytes()
    assert [p.name for p in path.parent.iterdir()] == ["features.npz"]


def test_another_version_is_refused_with_a_sentence(tmp_path):
    path = tmp_path / "features.npz"
    save_arrays(path, VERSION + 1, {"papers": np.int64(1)})
    with pytest.raises(ModelFileError, match=f"is of version {VERSION + 1}, this program reads {VERSION}; run"):
        FeatureModel.load(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"not a model", b"\x80\x04."])
def test_a_broken_file_is_refused_with_a_sentence(tmp_path, content):
    path = tmp_path / "features.npz"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match="is not a readable model"):
        FeatureModel.load(path)


def test_a_missing_file_is_refused_with_a_sentence(tmp_path):
    with pytest.raises(ModelFileError, match="is not a readable model"):
        FeatureModel.load(tmp_path / "none.npz")


def test_a_file_that_lacks_a_part_is_refused_with_a_sentence(tmp_path):
    path = tmp_path / "features.npz"
    save_arrays(path, VERSION, {"papers": np.int64(1)})
    with pytest.raises(ModelFileError, match="lacks"):
        FeatureModel.load(path)


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "model.npz"
    save_arrays(path, 1, {"a": np.ones(2)})

    def full(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        save_arrays(path, 1, {"a": np.zeros(2)})
    assert load_arrays(path, 1)["a"].tolist() == [1, 1]
    assert [p.name for p in tmp_path.iterdir()] == ["model.npz"]


def test_earlier_work_of_the_authors_does_not_count_the_paper_itself(large, subjects):
    model, _ = large
    known = subjects("graphs", 1000, seed=2, start=10_000)[:3]
    renamed = [replace(p, id=f"other {p.id}") for p in known]
    assert not np.array_equal(model.transform(known).kin, model.transform(renamed).kin)
    assert not model.transform([replace(p, authors=()) for p in known]).kin.any()
