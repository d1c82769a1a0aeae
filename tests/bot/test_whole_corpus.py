"""Searching all papers by the compact corpus that a refit leaves: it finds what is there now, and can be broken."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from bot import model_keeper, refit
from bot.context import Services
from bot.core import Core
from bot.heavy import Heavy
from bot.model_keeper import CORPUS_FOLDER
from bot.recommendations import Recommendations
from bot.refit import Refit, extend_saved, fit_model, needs_refit
from db.models import Paper, SourceId
from db.papers import LIBRARY
from db.store import Store
from tests.conftest import START, Chat

PHRASES = "start phrases sparse autoencoders; flow matching"


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """95 papers count as too many to be fitted whenever one comes in."""
    for module in (model_keeper, refit):
        monkeypatch.setattr(module, "FIT_AT_ONCE", 50)


@pytest.fixture
def refitted(large: None, chat: Chat) -> Chat:
    fit_model(folder(chat))
    return chat


def folder(chat: Chat) -> Path:
    return chat.services.store.path.parent


def files(chat: Chat) -> list[Path]:
    """The blocks of compact corpora."""
    return sorted((folder(chat) / CORPUS_FOLDER).glob("*-0*.npy"))


def take_over(chat: Chat) -> None:
    chat.services.recommendations.models.reload()
    chat.services.recommendations.corpus.reload()


def twin(chat: Chat, paper: Paper, **changes: object) -> Paper:
    """A paper with the words of another, new in the store."""
    store = chat.services.store
    name = str(1 + store.papers.last_key())
    made = replace(paper, id=f"feed:{name}", first_seen=START, key=0, **changes)  # type: ignore[arg-type]
    with store.transaction():
        return store.papers.add(made, [SourceId("feed", name)])


def found(chat: Chat, line: str) -> list[str]:
    return [card.paper for card in chat.message(line).cards]


def some_paper(chat: Chat) -> Paper:
    return chat.services.store.papers.recent(1)[0]


def test_what_the_corpus_finds_is_what_looking_at_every_paper_finds(chat: Chat) -> None:
    lines = (PHRASES, "start more", f"similar {some_paper(chat).id}")
    chat("search flow matching")
    chat("like 1")
    before = [found(chat, line) for line in lines]
    assert all(before)
    fit_model(folder(chat))
    take_over(chat)
    assert [found(chat, line) for line in lines] == before
    assert chat.services.recommendations.models.saved


def test_a_paper_that_came_after_the_refit_is_found_at_once(refitted: Chat) -> None:
    paper = some_paper(refitted)
    new = twin(refitted, paper)
    assert refitted.services.recommendations.corpus.similar(paper, 1) == [new]
    assert refitted.services.recommendations.corpus.is_behind()
    extend_saved(folder(refitted))
    take_over(refitted)
    assert not refitted.services.recommendations.corpus.is_behind()
    assert refitted.services.recommendations.corpus.similar(paper, 1) == [new]


@pytest.mark.parametrize("before_the_refit", [True, False])
@pytest.mark.parametrize("fault", ["withdrawn", "a copy", "from a library"])
def test_what_is_not_to_be_offered_is_not_found(large: None, chat: Chat, fault: str, before_the_refit: bool) -> None:
    store, paper = chat.services.store, some_paper(chat)
    if not before_the_refit:
        fit_model(folder(chat))
    new = twin(chat, paper, withdrawn=fault == "withdrawn", source=LIBRARY if fault == "from a library" else "feed")
    if before_the_refit:
        fit_model(folder(chat))
    if fault == "a copy":
        with store.transaction():
            store.papers.merge(new.key, paper.key)
    similar = chat.services.recommendations.corpus.similar(paper, 20)
    assert similar
    assert not {new.key, paper.key} & {other.key for other in similar}


def test_a_librarys_paper_that_a_source_brings_is_found_without_a_refit(large: None, chat: Chat) -> None:
    store, paper = chat.services.store, some_paper(chat)
    new = twin(chat, paper, source=LIBRARY)
    fit_model(folder(chat))
    with store.transaction():
        store.papers.adopt(new.key, "arxiv", START)
    (similar,) = chat.services.recommendations.corpus.similar(paper, 1)
    assert similar.key == new.key


@pytest.mark.parametrize("content", [b"", b"nothing of ours", None])
def test_a_broken_corpus_is_told_and_the_newest_papers_are_searched(
    refitted: Chat, content: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    (path,) = files(refitted)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if content is None else content)
    with caplog.at_level(logging.WARNING):
        assert len(found(refitted, PHRASES)) == 8
        assert found(refitted, f"similar {some_paper(refitted).id}")
    assert len([record for record in caplog.records if "newest papers alone" in record.getMessage()]) == 1
    assert refitted.services.recommendations.corpus.is_behind()
    extend_saved(folder(refitted))
    assert path.read_bytes() == whole


def test_a_missing_corpus_is_told_and_made_again(refitted: Chat, caplog: pytest.LogCaptureFixture) -> None:
    (path,) = files(refitted)
    path.unlink()
    with caplog.at_level(logging.WARNING):
        assert len(found(refitted, PHRASES)) == 8
    assert "has no corpus of the model" in caplog.text
    assert refitted.services.recommendations.corpus.is_behind()
    extend_saved(folder(refitted))
    assert files(refitted) == [path]


def test_a_refit_leaves_the_corpus_of_the_new_model_alone(refitted: Chat) -> None:
    before = files(refitted)
    twin(refitted, some_paper(refitted))
    fit_model(folder(refitted))
    after = files(refitted)
    assert len(before) == len(after) == 1
    assert before != after


def test_a_model_that_was_fitted_in_a_hurry_is_to_be_fitted_well(large: None, chat: Chat) -> None:
    assert chat.services.recommendations.models.serving().features.papers == 50
    assert needs_refit(chat.services)
    fit_model(folder(chat))
    take_over(chat)
    assert not needs_refit(chat.services)
    for _ in range(18):
        twin(chat, some_paper(chat))
    assert not needs_refit(chat.services)
    twin(chat, some_paper(chat))
    assert needs_refit(chat.services)


def test_a_background_that_cannot_be_read_is_told_and_made_anew(
    refitted: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    before = found(refitted, PHRASES)
    (path,) = (folder(refitted) / CORPUS_FOLDER).glob("*-background.npy")
    path.write_bytes(b"nothing of ours")
    with caplog.at_level(logging.WARNING):
        take_over(refitted)
        assert found(refitted, PHRASES) == before
    assert "making another" in caplog.text


class AtOnce(Heavy):
    """Runs work where it is asked for and remembers what it was."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    async def __call__(self, work):  # type: ignore[no-untyped-def]
        self.done.append(type(work).__name__)
        return work()


async def test_the_job_fits_then_extends_and_then_has_nothing_to_do(large: None, chat: Chat) -> None:
    core, heavy, paper = Core(), AtOnce(), some_paper(chat)
    made: list[Services] = []

    def services(store: Store) -> Services:
        if not made:
            made.append(replace(chat.services, store=store, recommendations=Recommendations(store, folder(chat))))
        return made[0]

    await core.open(folder(chat))
    try:
        job = Refit(core, heavy, services)
        await job.run()
        await job.run()
        assert heavy.done == ["_Fit"]
        new = twin(chat, paper)
        await job.run()
        await job.run()
        assert heavy.done == ["_Fit", "_Extend"]
        assert await core(lambda store: services(store).recommendations.corpus.similar(paper, 1)) == [new]
        before = await core(lambda store: services(store).recommendations.models.serving().features.papers)
        fit_model(folder(chat))
        await job.run()
        after = await core(lambda store: services(store).recommendations.models.serving().features.papers)
        assert (heavy.done, after - before) == (["_Fit", "_Extend"], 1)
    finally:
        await core.close()
