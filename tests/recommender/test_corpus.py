"""The search in a compact corpus finds what scoring everything finds, from memory and from files."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recommender import corpus_files, weights
from recommender.corpus import CompactCorpus, join_blocks, make_block
from recommender.corpus_files import extend_corpus, open_corpus, remove_corpus, remove_others
from recommender.errors import ModelFileError
from recommender.evidence import Evidence
from recommender.feature_file import map_record, save_record
from recommender.interest import InterestModel

SUBJECTS = ("proteins", "graphs", "speech", "climate")


@pytest.fixture(scope="module")
def papers(subjects):
    return [p for s in SUBJECTS for p in subjects(s, 300, seed=6, start=SUBJECTS.index(s) * 300)]


@pytest.fixture(params=["large", "small"])
def fitted(request):
    return request.getfixturevalue(request.param)


def best(corpus, interest, background, everything, size=60):
    """Rows of the exact first ten of the shortlist; keys are rows + 1."""
    rows = corpus.shortlist(interest.form(0), background.negatives, size) - 1
    return rows[np.argsort(-interest.score(everything.take(rows)))[:10]]


CASES = {
    "likes": lambda subjects: Evidence(liked=tuple(subjects("graphs", 5, seed=3))),
    "keywords": lambda subjects: Evidence(keywords=("speech recognition",)),
    "both": lambda subjects: Evidence(liked=tuple(subjects("climate", 2, seed=3)), keywords=("storm",)),
    "a category": lambda subjects: Evidence(categories=("cs.PR",)),
}


@pytest.mark.parametrize("case", CASES)
def test_a_short_list_has_the_best_ten(fitted, papers, subjects, monkeypatch, case):
    features, background = fitted
    monkeypatch.setattr(weights, "CORPUS_COARSE", 100)
    everything = features.transform(papers)
    interest = InterestModel().fit(features, background, CASES[case](subjects))
    corpus = CompactCorpus(
        features, [make_block(features, everything.take(np.arange(n, n + 400))) for n in (0, 400, 800)]
    )
    exact = interest.score(everything)
    found = exact[best(corpus, interest, background, everything)]
    assert (found >= np.sort(exact)[-12]).sum() >= 9
    assert len(corpus) == corpus.last_key == len(papers)


def test_what_is_hidden_makes_room_for_others(large, papers, subjects):
    features, background = large
    interest = InterestModel().fit(features, background, Evidence(liked=tuple(subjects("graphs", 5, seed=3))))
    corpus = CompactCorpus(features, [make_block(features, features.transform(papers))])
    form = interest.form(0)
    first = corpus.shortlist(form, background.negatives, 20)
    after = corpus.shortlist(form, background.negatives, 10, hidden=first[:10].tolist())
    np.testing.assert_array_equal(after, first[10:])


def test_what_nothing_speaks_for_comes_newest_first(fitted, papers):
    features, background = fitted
    everything = features.transform(papers)
    corpus = CompactCorpus(features, [make_block(features, everything.take(np.arange(n, n + 600))) for n in (0, 600)])
    form = InterestModel().fit(features, background, Evidence()).form(0)
    assert corpus.shortlist(form, background.negatives, 20).tolist() == list(range(1200, 1180, -1))


def test_an_empty_corpus_has_no_best(large):
    features, background = large
    interest = InterestModel().fit(features, background, Evidence(keywords=("speech",)))
    corpus = CompactCorpus(features, [])
    assert len(corpus.shortlist(interest.form(0), background.negatives, 10)) == corpus.last_key == 0


def test_papers_without_words_or_categories_do_no_harm(fitted, make_paper):
    features, background = fitted
    bare = features.transform([make_paper(f"bare:{n}", "", key=n + 1) for n in range(3)])
    corpus = CompactCorpus(features, [make_block(features, bare)])
    interest = InterestModel().fit(features, background, Evidence(keywords=("speech",)))
    assert sorted(corpus.shortlist(interest.form(0), background.negatives, 10).tolist()) == [1, 2, 3]


def test_joined_blocks_are_the_block_of_all_their_papers(large, papers):
    features, _ = large
    everything = features.transform(papers[:30])
    joined = join_blocks([make_block(features, everything.take(np.arange(n, n + 10))) for n in (0, 10, 20)])
    whole = make_block(features, everything)
    for name in whole.__slots__:
        np.testing.assert_array_equal(getattr(joined, name), getattr(whole, name), err_msg=name)


def test_a_corpus_grows_file_by_file_and_is_searched_from_them(large, papers, subjects, tmp_path, monkeypatch):
    features, background = large
    monkeypatch.setattr(corpus_files, "BLOCK", 250)
    monkeypatch.setattr(corpus_files, "BATCH", 100)
    everything = features.transform(papers)
    parts = [everything.take(np.arange(n, n + 100)) for n in range(0, 1200, 100)]
    for some in (parts[:1], parts[1:6], [], parts[6:]):
        extend_corpus(tmp_path, features, some)
    assert len(list(tmp_path.iterdir())) == 6
    interest = InterestModel().fit(features, background, Evidence(liked=tuple(subjects("graphs", 5, seed=3))))
    in_memory = CompactCorpus(features, [make_block(features, everything)])
    wanted = (interest.form(0), background.negatives, 50)
    found = open_corpus(tmp_path, features).shortlist(*wanted)
    np.testing.assert_array_equal(found, in_memory.shortlist(*wanted))


def test_a_model_sees_its_own_corpus_only(large, small, papers, tmp_path):
    for features, _ in (large, small):
        extend_corpus(tmp_path, features, [features.transform(papers[:5])])
    assert [len(open_corpus(tmp_path, model)) for model, _ in (large, small)] == [5, 5]
    opened = open_corpus(tmp_path, small[0])
    (tmp_path / f"{large[0].fingerprint()}-00001.npyx1.part").write_bytes(b"half of a block")
    remove_others(tmp_path, large[0])
    assert [len(open_corpus(tmp_path, model)) for model, _ in (large, small)] == [5, 0]
    assert opened.last_key == 5
    assert len(list(tmp_path.iterdir())) == 1
    remove_corpus(tmp_path, large[0])
    assert list(tmp_path.iterdir()) == []


def test_a_model_keeps_its_fingerprint_when_saved(fitted, small, tmp_path):
    features, _ = fitted
    features.save(tmp_path / "model.npz")
    assert type(features).load(tmp_path / "model.npz").fingerprint() == features.fingerprint()
    assert len(features.fingerprint()) == 16
    assert (features.fingerprint() == small[0].fingerprint()) == (features is small[0])


@settings(max_examples=20, deadline=None)
@given(cut=st.integers(0, 3_000), garbage=st.binary(max_size=200))
def test_a_file_that_is_cut_off_or_none_of_ours_is_refused(small, subjects, tmp_path_factory, cut, garbage):
    features, _ = small
    folder = tmp_path_factory.mktemp("corpus")
    extend_corpus(folder, features, [features.transform(subjects("speech", 5, seed=6))])
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for content in (whole[:cut], garbage, garbage + whole[len(garbage) :][:cut]):
        path.write_bytes(content)
        with pytest.raises(ModelFileError, match=r"is not readable|is of version"):
            open_corpus(folder, features)
        with pytest.raises(ModelFileError):
            extend_corpus(folder, features, [])


def test_a_record_of_something_else_is_refused(small, tmp_path):
    features, _ = small
    path = tmp_path / f"{features.fingerprint()}-00000.npy"
    save_record(path, corpus_files.VERSION, {"a": np.zeros(3)})
    with pytest.raises(ModelFileError, match="is no block of a corpus"):
        open_corpus(tmp_path, features)
    save_record(path, corpus_files.VERSION + 1, {"a": np.zeros(3)})
    with pytest.raises(ModelFileError, match="is of version 2, this program reads 1"):
        open_corpus(tmp_path, features)


@given(shapes=st.lists(st.tuples(st.sampled_from(["u1", "i2", "f4", "i8"]), st.integers(0, 9)), max_size=4))
def test_a_record_comes_back_as_it_was(tmp_path_factory, shapes):
    path = tmp_path_factory.mktemp("record") / "a.npy"
    arrays = {f"a{n}": np.arange(size).astype(kind) for n, (kind, size) in enumerate(shapes)}
    save_record(path, 7, arrays)
    opened = map_record(path, 7)
    assert opened.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(opened[name], array)
        assert opened[name].flags.aligned
