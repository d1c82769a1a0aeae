"""An encoder beside the bot: each text is read once, and a bot whose encoder is broken ranks without it."""

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import bot.model_keeper
from bot.encode_ahead import EncodeAhead
from bot.encoding import KeptEncoder, open_encoder
from bot.model_keeper import ModelKeeper
from bot.settings_operation import OperationSettings
from db.store import Store, open_store
from recommender.embeddings import Encode


class Letters:
    """Stands for an encoder: unit rows by letters. Says what it was asked to read."""

    width = 26

    def __init__(self, name: str = "letters") -> None:
        self.name = name
        self.read: list[str] = []

    def encode(self, texts):  # type: ignore[no-untyped-def]
        self.read += texts
        rows = np.array([[0.1 + t.lower().count(chr(97 + i)) for i in range(26)] for t in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "data")


def test_a_text_is_read_once_even_by_the_next_process(store: Store) -> None:
    first = Letters()
    rows = KeptEncoder(store, first)(["one", "two", "one"])
    assert first.read == ["one", "two"]
    np.testing.assert_array_equal(rows, Letters().encode(["one", "two", "one"]))
    again, reopened = Letters(), open_store(store.path.parent)
    np.testing.assert_array_equal(KeptEncoder(reopened, again)(["two", "three", "one"])[[2, 0]], rows[:2])
    assert again.read == ["three"]


def test_no_texts_give_no_rows_of_the_right_width(store: Store) -> None:
    assert KeptEncoder(store, Letters())([]).shape == (0, 26)


def test_many_texts_come_back_in_their_order(store: Store) -> None:
    texts = [f"{'x' * (i % 7)} {'y' * (i % 11)}" for i in range(1_200)]
    np.testing.assert_array_equal(KeptEncoder(store, Letters())(texts), Letters().encode(texts))


def test_another_encoder_reads_anew_and_the_former_ones_vectors_go(store: Store) -> None:
    KeptEncoder(store, Letters())(["one"])
    other = Letters("other")
    KeptEncoder(store, other)(["one"])
    assert other.read == ["one"]
    assert [row[0] for row in store.db.execute("SELECT encoder FROM embeddings")] == ["other"]


def keeper(store: Store, monkeypatch: pytest.MonkeyPatch, encode: Encode | None) -> ModelKeeper:
    monkeypatch.setattr(bot.model_keeper, "open_encoder", lambda _store, _folder: encode)
    return ModelKeeper(store, store.path.parent)


def test_the_keeper_encodes_papers_and_a_new_version_anew(seeded: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = Letters()
    models = keeper(seeded, monkeypatch, KeptEncoder(seeded, letters))
    papers = seeded.papers.recent(3)
    assert models.features(papers).embedded.shape == (3, 26)
    letters.read.clear()
    changed = replace(papers[0], version=papers[0].version + 1, abstract="Quite another abstract.")
    models.features([*papers, changed])
    assert [text.endswith(changed.abstract) for text in letters.read] == [True]


def test_a_saved_model_serves_with_the_encoder_too(seeded: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    models = keeper(seeded, monkeypatch, KeptEncoder(seeded, Letters()))
    models.serving().features.save(models.path)
    assert keeper(seeded, monkeypatch, KeptEncoder(seeded, Letters())).features(seeded.papers.recent(2)).embedded.any()


def test_an_encoder_that_cannot_be_opened_is_told_once_and_the_bot_ranks_on(
    seeded: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    models = ModelKeeper(seeded, seeded.path.parent, encoder_folder=tmp_path / "nowhere")
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert models.features(seeded.papers.recent(2)).embedded.shape == (2, 0)
            models.reload()
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 1
    assert "ranked without a sentence encoder" in told[0]
    assert "model.onnx is missing" in told[0]


def test_what_is_encoded_ahead_need_not_be_read_when_papers_are_ranked(
    seeded: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.model_keeper, "open_encoder", lambda store, _folder: KeptEncoder(store, Letters()))
    folder, letters = seeded.path.parent, Letters()
    assert EncodeAhead(folder, folder)() == len(seeded.papers.recent())
    monkeypatch.setattr(bot.model_keeper, "open_encoder", lambda store, _folder: KeptEncoder(store, letters))
    assert ModelKeeper(seeded, folder).features(seeded.papers.recent()).embedded.any()
    assert letters.read == []


def test_nothing_is_encoded_ahead_with_a_broken_encoder(seeded: Store, tmp_path: Path) -> None:
    assert EncodeAhead(seeded.path.parent, tmp_path / "nowhere")() == 0


def test_no_folder_no_encoder_and_no_word(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    assert open_encoder(store, OperationSettings.model_validate({"encoder_folder": ""}).encoder_folder) is None
    assert caplog.records == []
