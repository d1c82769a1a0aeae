"""A sentence encoder that the admin brings: opened, pooled, weighed, explained, and harmless while there is none."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from recommender import weights
from recommender.background import make_background
from recommender.batch import score_many
from recommender.embeddings import Encoder, unit_rows
from recommender.errors import EncoderError
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.paper_features import join
from recommender.replay import Replay

TABLE = np.array([[9, 9], [3, 0], [0, 1], [1, 1]], dtype=np.float32)
"""What the tiny model says of its four tokens: [PAD], red, blue, [UNK]."""


def field(number: int, value: int | bytes | str) -> bytes:
    """One field of a protobuf message."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    content = value.encode() if isinstance(value, str) else value
    assert len(content) < 2**14
    return bytes([number << 3 | 2, len(content) & 127 | 128, len(content) >> 7]) + content


def tensor(name: str, kind: int, rank: int) -> bytes:
    dimensions = b"".join(field(1, field(2, f"d{i}")) for i in range(rank))
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dimensions)))


def tiny_model(ids: str = "input_ids") -> bytes:
    """An ONNX model that looks its tokens up in TABLE."""
    node = field(1, "table") + field(1, ids) + field(2, "last_hidden_state") + field(4, "Gather")
    table = field(1, 4) + field(1, 2) + field(2, 1) + field(8, "table") + field(9, TABLE.tobytes())
    graph = field(1, node) + field(2, "tiny") + field(5, table)
    graph += field(11, tensor(ids, 7, 2)) + field(11, tensor("attention_mask", 7, 2))
    graph += field(12, tensor("last_hidden_state", 1, 3))
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 13))


def tiny_folder(folder: Path, model: bytes) -> Path:
    vocabulary = {"[PAD]": 0, "red": 1, "blue": 2, "[UNK]": 3}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
        "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None, "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }  # fmt: skip
    (folder / "model.onnx").write_bytes(model)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    return folder


@pytest.fixture
def libraries():
    """Skips where the extra is not installed."""
    pytest.importorskip("onnxruntime", reason="the extra paperround[embeddings] is not installed")
    pytest.importorskip("tokenizers", reason="the extra paperround[embeddings] is not installed")


def test_an_encoder_gives_the_mean_of_a_texts_tokens_and_padding_counts_for_nothing(libraries, tmp_path):
    encoder = Encoder(tiny_folder(tmp_path, tiny_model()))
    rows = encoder.encode(["red red blue red", "blue", "", "red blue"])
    expected = [[9, 1], [0, 1], [0, 0], [3, 1]]
    lengths = np.maximum(np.linalg.norm(expected, axis=1, keepdims=True), 1)
    np.testing.assert_allclose(rows, expected / lengths, atol=1e-6)
    assert rows.dtype == np.float32
    assert encoder.encode([]).shape == (0, encoder.width) == (0, 2)


def test_another_model_has_another_name(libraries, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    names = [Encoder(tiny_folder(f, m)).name for f, m in ((one, tiny_model()), (other, tiny_model() + field(3, "a")))]
    assert names[0] != names[1]
    assert Encoder(one).name == names[0]


def test_a_model_that_takes_something_else_is_refused_with_what_it_takes(libraries, tmp_path):
    with pytest.raises(EncoderError, match="takes pixels, attention_mask; expected are input_ids"):
        Encoder(tiny_folder(tmp_path, tiny_model(ids="pixels")))


def test_a_file_that_is_no_model_is_refused_by_name(libraries, tmp_path):
    with pytest.raises(EncoderError, match=r"model\.onnx is no model"):
        Encoder(tiny_folder(tmp_path, b"not a model"))


def test_missing_files_are_named(tmp_path):
    with pytest.raises(EncoderError, match=r"model\.onnx is missing"):
        Encoder(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(EncoderError, match=r"tokenizer\.json is missing"):
        Encoder(tmp_path)


def test_without_the_extra_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(EncoderError, match=r"pip install 'paperround\[embeddings\]'"):
        Encoder(tiny_folder(tmp_path, tiny_model()))


def test_pooling_leaves_padding_out_and_takes_what_is_pooled_as_it_is():
    by_token = np.array([[[2, 0], [0, 2], [50, 9]], [[0, 5], [7, 7], [7, 7]]])
    mask = np.array([[1, 1, 0], [1, 0, 0]])
    np.testing.assert_allclose(unit_rows(by_token, mask), [[0.5**0.5, 0.5**0.5], [0, 1]], atol=1e-7)
    np.testing.assert_allclose(unit_rows(np.array([[3.0, 4.0], [0, 0]]), mask), [[0.6, 0.8], [0, 0]], atol=1e-7)


def outputs(**ranks):
    return [SimpleNamespace(name=name, shape=["d"] * rank) for name, rank in ranks.items()]


def test_a_pooled_output_is_preferred_and_berts_pooler_is_not_one():
    from recommender.embeddings import _choose_output as choose

    path = Path("model.onnx")
    assert choose(path, outputs(last_hidden_state=3, sentence_embedding=2)) == "sentence_embedding"
    assert choose(path, outputs(pooler_output=2, last_hidden_state=3)) == "last_hidden_state"
    assert choose(path, outputs(vectors=2)) == "vectors"
    with pytest.raises(EncoderError, match="gives logits; expected is one vector"):
        choose(path, outputs(logits=1))


@pytest.fixture(scope="module")
def corpus(subjects):
    return [p for s in ("proteins", "graphs", "speech", "climate") for p in subjects(s, 60, seed=5, start=500)]


@pytest.fixture(scope="module")
def pair(corpus, encode):
    """The same fitted model without and with an encoder, each with its background."""
    fitted = []
    for given in (None, encode):
        model = FeatureModel(encode=given).fit(corpus)
        fitted.append((model, make_background(model, corpus)))
    return fitted


@pytest.fixture(scope="module")
def evidence(subjects):
    return Evidence(
        liked=tuple(subjects("proteins", 4, seed=3)),
        liked_weights=(1.0, 0.5, 1.0, 0.25),
        disliked=tuple(subjects("proteins", 1, seed=9)),
        keywords=("protein folding",),
    )


def test_without_an_encoder_scores_are_the_same_to_the_last_bit_whatever_was_encoded_before(pair, subjects, evidence):
    papers = subjects("proteins", 20, seed=4) + subjects("speech", 20, seed=4)
    without = pair[0][0]
    scores = [
        InterestModel().fit(without, background, evidence).score(without.transform(papers)).tobytes()
        for _, background in pair
    ]
    assert scores[0] == scores[1]


def test_an_encoder_adds_a_part_and_shrinks_the_others_alike(pair, subjects, evidence):
    papers = subjects("proteins", 20, seed=4) + subjects("speech", 20, seed=4)
    without, encoded = (
        InterestModel().fit(model, background, evidence).contributions(model.transform(papers))
        for model, background in pair
    )
    assert encoded.keys() - without.keys() == {"embedding"}
    for name, values in without.items():
        np.testing.assert_allclose(encoded[name], values * weights.ENCODED_SHRINK, atol=1e-9)


def test_both_accounts_of_an_encoded_paper_add_up_to_its_score(pair, subjects, evidence):
    model, background = pair[1]
    interest = InterestModel().fit(model, background, evidence)
    for paper in subjects("proteins", 3, seed=4) + subjects("climate", 3, seed=4):
        told = interest.explain(paper)
        assert told.by_term == pytest.approx(told.score, abs=1e-6)
        assert told.by_paper == pytest.approx(told.score, abs=1e-6)
        assert told.meaning != 0


def test_many_interests_at_once_get_the_encoders_part_too(pair, subjects, evidence):
    model, background = pair[1]
    candidates = model.transform(subjects("proteins", 5, seed=4) + subjects("speech", 5, seed=4))
    interests = [InterestModel().fit(model, background, e) for e in (evidence, Evidence(keywords=("speech",)))]
    expected = [interest.score(candidates) for interest in interests]
    np.testing.assert_allclose(score_many(interests, background, candidates), expected, atol=1e-4)


def replaced(paper, words):
    return replace(paper, title=words, abstract=words, authors=(), categories=())


def test_words_never_liked_are_found_by_their_meaning(pair, subjects):
    paper = subjects("proteins", 1, seed=3)[0]
    liked = [replaced(paper, "enzyme mutation docking"), replaced(paper, "residue ligand backbone")]
    near, far = replaced(paper, "protein folding structure"), replaced(paper, "storm rainfall drought")
    found = [
        np.diff(InterestModel().fit(m, b, Evidence(liked=tuple(liked))).score(m.transform([far, near])))[0]
        for m, b in pair
    ]
    assert found[1] > found[0] + 1


def test_encoded_papers_are_taken_and_joined_with_the_rest_of_them(pair, subjects):
    model = pair[1][0]
    one, other = (model.transform(subjects(s, 3, seed=4)) for s in ("graphs", "speech"))
    both = join([one, other])
    np.testing.assert_array_equal(both.take([4, 0]).embedded, [other.embedded[1], one.embedded[0]])


def test_a_phrase_is_not_encoded(pair):
    assert pair[1][0].transform_query("protein folding").embedded.shape == (1, 0)


def test_replay_ranks_with_an_encoder(corpus, encode):
    records = [{"id": p.id, "title": p.title, "abstract": p.abstract, "authors": [], "categories": []} for p in corpus]
    scores = []
    for given in (None, encode):
        replay = Replay(given)
        replay.fit(records)
        scores.append(replay.rank(records[:2], records[2:6] + records[-4:]))
    assert np.abs(scores[0] - scores[1]).max() > 0.01
