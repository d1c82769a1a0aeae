"""`/papers-admin sources …`: for admins, in chat."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

import pytest

from bot.commands.sources import MOST_FEEDS
from bot.errors import SourceError
from bot.ports import Batch, PaperSource, Problem, Record, State
from bot.source_tests import run_tests
from db.models import SourceId
from db.store import Store
from tests.conftest import START, Chat, FakeClock

T = TypeVar("T")
ADMIN = "papers-admin"


class InlineCore:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def __call__(self, work: Callable[[Store], T]) -> T:
        return work(self.store)


class FakeSource:
    kind = "arxiv"

    def __init__(self, name: str) -> None:
        self.name = name

    async def fetch(self, state: State, now: datetime) -> Batch:
        if self.name == "arxiv:hep-th":
            raise SourceError("arXiv answered 500.")
        record = Record(ids=(SourceId("arxiv", "2611.00001"),), title="On fish", authors=("Ann Li",))
        return Batch((record,), (Problem("entry 2", "it has no title"),))


@pytest.fixture
def admin(chat: Chat) -> Chat:
    chat.is_admin = True
    return chat


def typed(chat: Chat, line: str) -> str:
    return chat(line, ADMIN)


async def try_all(chat: Chat) -> None:
    def make(name: str) -> PaperSource:
        return FakeSource(name)

    await run_tests(InlineCore(chat.services.store), make, FakeClock())


def test_others_than_admins_are_refused(chat: Chat) -> None:
    assert "Only admins" in typed(chat, "sources add cs.LG")
    assert chat.services.store.sources.all() == []


def test_a_source_is_added_listed_and_removed(admin: Chat) -> None:
    assert "Added arxiv:cs.LG" in typed(admin, "sources add cs.lg")
    assert "is there already" in typed(admin, "sources add arxiv:cs.LG")
    assert "arxiv:cs.LG" in typed(admin, "sources list")
    assert "waiting" in typed(admin, "sources")
    assert "no longer fetched" in typed(admin, "sources remove cs.LG")
    assert "There is no source arxiv:cs.LG" in typed(admin, "sources remove cs.LG")


@pytest.mark.parametrize("given", ["foo.BAR", "ftp://a.example/x", "http://127.0.0.1:8080/feed"])
def test_what_is_no_source_is_refused_with_a_sentence(admin: Chat, given: str) -> None:
    reply = typed(admin, f"sources add {given}")
    assert reply.strip().endswith(".")
    assert admin.services.store.sources.all() == []


def test_feeds_are_limited(admin: Chat) -> None:
    for number in range(MOST_FEEDS):
        typed(admin, f"sources add https://a.example/{number}")
    assert f"There are {MOST_FEEDS} feeds" in typed(admin, "sources add https://a.example/more")


async def test_a_test_shows_what_would_come_in_and_keeps_nothing(admin: Chat) -> None:
    before = admin.services.store.papers.count()
    assert "I am asking" in typed(admin, "sources test cs.LG")
    assert "still asking" in typed(admin, "sources test cs.LG")
    await try_all(admin)
    reply = typed(admin, "sources test cs.LG")
    assert "would bring 1 paper" in reply
    assert "On fish" in reply
    assert "it has no title" in reply
    assert admin.services.store.papers.count() == before


async def test_a_test_that_fails_says_why(admin: Chat) -> None:
    typed(admin, "sources test hep-th")
    await try_all(admin)
    assert "arXiv answered 500." in typed(admin, "sources test hep-th")


def test_pairs_that_may_be_copies_are_shown(admin: Chat) -> None:
    assert "no papers that may be copies" in typed(admin, "sources copies")
    store = admin.services.store
    one, other = (paper.key for paper in store.papers.recent(2))
    store.copies.doubt(one, other, START)
    assert "seed:" in typed(admin, "sources copies")
    assert "1 pair of papers may be" in typed(admin, "sources list") or not store.sources.all()
    store.papers.merge(one, other)
    assert "no papers that may be copies" in typed(admin, "sources copies")


def test_an_old_answer_is_asked_for_again(admin: Chat) -> None:
    store = admin.services.store
    store.sources.ask("arxiv:cs.LG", START - timedelta(hours=1))
    assert "I am asking" in typed(admin, "sources test cs.LG")
