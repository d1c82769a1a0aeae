"""Starting, importing and forgetting, as people do it."""

import re

import pytest

from bot import standing
from bot.context import Upload
from bot.message import Checklist, Message
from db.models import Answer
from tests.conftest import LOCAL, Chat, spoken

BIBTEX = """
@article{a, title={Sparse autoencoders find features}, author={Li, Ann}, abstract={We train sparse autoencoders.},
  year={2024}, groups={SAEs}}
@article{b, title={Flow matching on manifolds}, author={Wu, Bo}, year={2025}}
@article{c, title={}, year={2025}}
"""


def events(chat: Chat) -> list[Answer]:
    return [event.answer for event in chat.services.store.feedback.active(LOCAL, chat.context().profile.key)]


def upload(chat: Chat, content: bytes, name: str = "library.bib") -> Message:
    from dataclasses import replace

    context = replace(chat.context(), upload=Upload(name, content))
    return chat.dispatcher.line(context, "start papers")


def presses(message: Message) -> dict[str, str]:
    """The first button of each label."""
    found: dict[str, str] = {}
    for part in message.parts:
        for action in getattr(part, "actions", ()):
            found.setdefault(action.label, action.press)
    return found


def test_start_offers_two_ways(chat: Chat) -> None:
    assert set(presses(chat.message("start"))) == {"Start with papers I have", "Start with two phrases"}


def test_two_phrases_find_papers_to_pick_from(chat: Chat) -> None:
    message = chat.message("start phrases sparse autoencoders; flow matching")
    assert len(message.cards) == 8
    text = spoken(message).lower()
    assert "sparse autoencoder" in text
    assert "flow matching" in text
    for number in (1, 2, 3):
        chat(f"like {number}")
    again = chat.message("start more")
    assert again.cards
    assert not {card.paper for card in again.cards} & {card.paper for card in message.cards}
    assert "Taken back: like" in chat("undo")


def test_phrases_are_asked_for_where_there_are_none(chat: Chat) -> None:
    assert "parted by a semicolon" in chat("start phrases")


def test_a_library_is_counted_and_asked_about_once(chat: Chat) -> None:
    message = upload(chat, BIBTEX.encode())
    text = spoken(message)
    assert "3 references (BibTeX), 1 without an abstract, 1 that cannot be used" in text
    assert "SAEs" in text
    assert events(chat) == []


def test_an_import_teaches_and_saves_and_one_undo_takes_it_back(chat: Chat) -> None:
    before = chat("today 5")
    chat.press(presses(upload(chat, BIBTEX.encode()))["Learn and save"])
    assert sorted(events(chat)) == sorted([Answer.KEEP, Answer.KEEP, Answer.IMPORT, Answer.IMPORT])
    assert "2 saved papers" in chat("saved")
    assert "the import of 2 papers" in chat("undo")
    assert events(chat) == []
    assert chat("today 5") == before


@pytest.mark.parametrize(("label", "kind"), [("Learn only", Answer.IMPORT), ("Save only", Answer.KEEP)])
def test_an_import_can_be_for_one_purpose(chat: Chat, label: str, kind: Answer) -> None:
    chat.press(presses(upload(chat, BIBTEX.encode()))[label])
    assert set(events(chat)) == {kind}


def test_the_same_button_twice_imports_once(chat: Chat) -> None:
    value = presses(upload(chat, BIBTEX.encode()))["Learn and save"]
    chat.press(value)
    assert "no longer here" in chat.press(value)


def test_pasted_ids_are_looked_up_later(chat: Chat) -> None:
    message = chat.message("start papers arxiv:2501.01234 https://arxiv.org/abs/2502.00001")
    assert "2 ids or links to be looked up" in spoken(message)
    assert "2 being looked up" in chat.press(presses(message)["Learn and save"])


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"%PDF-1.7 ...", b"PK\x03\x04zip", b"hello there"])
def test_what_is_no_library_is_refused_with_a_sentence(chat: Chat, content: bytes) -> None:
    reply = spoken(upload(chat, content, "thing.bin"))
    assert reply
    assert "Something went wrong" not in reply
    assert events(chat) == []


def test_own_papers_teach_and_are_never_recommended(chat: Chat) -> None:
    chat.press(presses(upload(chat, BIBTEX.encode()))["Save only"])
    chat("undo")
    reply = chat("start name Ann Li")
    assert "Ann Li" in reply
    assert "Sparse autoencoders find features" not in chat("today 20")


def test_forgetting_shows_what_carries_it_and_takes_back_what_is_confirmed(chat: Chat) -> None:
    chat("search sparse autoencoders")
    chat("like 1")
    chat("like 2")
    chat("search flow matching")
    for number in (1, 2, 3):
        chat(f"like {number}")
    before = chat.services.store.feedback.active(LOCAL, chat.context().profile.key)
    shown = chat.message("forget sparse autoencoders")
    checklist = shown.parts[0]
    assert isinstance(checklist, Checklist)
    assert 2 <= len(checklist.choices) <= 3
    reply = chat.press(checklist.confirm.press)
    assert re.search(r"Forgotten: \d answers? about “sparse autoencoders”", reply)
    left = chat.services.store.feedback.active(LOCAL, chat.context().profile.key)
    assert len(left) == len(before) - len(checklist.choices)
    assert "forgetting “sparse autoencoders”" in chat("undo")
    assert chat.services.store.feedback.active(LOCAL, chat.context().profile.key) == before


def test_an_unticked_line_keeps_counting(chat: Chat) -> None:
    chat("search sparse autoencoders")
    chat("like 1")
    chat("like 2")
    checklist = chat.message("forget sparse autoencoders").parts[0]
    assert isinstance(checklist, Checklist)
    kept = checklist.choices[0].value
    chat.press(f"{checklist.confirm.press}&keep={kept}")
    left = chat.services.store.feedback.active(LOCAL, chat.context().profile.key)
    assert [f"p{event.paper}" for event in left] == [kept]


def test_forgetting_leaves_the_library_alone(chat: Chat) -> None:
    chat("search sparse autoencoders")
    chat("save 1")
    saved = standing.saved(chat.services.store.feedback.active(LOCAL, chat.context().profile.key))
    checklist = chat.message("forget sparse autoencoders").parts[0]
    assert isinstance(checklist, Checklist)
    chat.press(checklist.confirm.press)
    left = chat.services.store.feedback.active(LOCAL, chat.context().profile.key)
    assert standing.saved(left) == saved
    assert [event.answer for event in left] == [Answer.KEEP]


def test_a_follow_of_the_subject_goes_with_it(chat: Chat) -> None:
    chat("follow sparse autoencoders")
    checklist = chat.message("forget sparse autoencoders").parts[0]
    assert isinstance(checklist, Checklist)
    assert "your follow of “sparse autoencoders”" in [choice.label for choice in checklist.choices]
    chat.press(checklist.confirm.press)
    assert "learned nothing" in chat("profile")


def test_a_subject_that_nothing_carries_says_so(chat: Chat) -> None:
    assert "None of your answers carries" in chat("forget basket weaving")


def test_likes_of_two_kinds_are_offered_to_be_parted_and_undo_joins_them_again(chat: Chat) -> None:
    for topic in ("sparse autoencoders", "flow matching"):
        chat(f"search {topic}")
        for number in (1, 2, 3, 4):
            chat(f"like {number}")
    before = chat.services.store.feedback.active(LOCAL, chat.context().profile.key)
    message = chat.message("profile")
    assert "These look like two interests:" in spoken(message)
    assert "is an interest of its own now" in chat.press(presses(message)["Make them two"])
    after = chat.services.store.feedback.active(LOCAL, chat.context().profile.key)
    assert len(after) == len(before)
    assert len({event.interest for event in after}) == 2
    assert "an interest of its own" in chat("undo")
    assert chat.services.store.feedback.active(LOCAL, chat.context().profile.key) == before


def test_likes_of_one_kind_are_not_parted(chat: Chat) -> None:
    chat("search sparse autoencoders")
    for number in (1, 2, 3, 4, 5):
        chat(f"like {number}")
    assert "two interests" not in chat("profile")


def test_what_was_forgotten_is_shown_in_the_profile(chat: Chat) -> None:
    chat("search sparse autoencoders")
    chat("like 1")
    chat("like 2")
    chat("follow zebrafish")
    checklist = chat.message("forget sparse autoencoders").parts[0]
    assert isinstance(checklist, Checklist)
    chat.press(checklist.confirm.press)
    assert "forgetting “sparse autoencoders”" in chat("profile")
