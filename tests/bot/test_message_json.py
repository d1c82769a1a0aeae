"""A frozen message thaws to the very same message."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import message as m
from bot.message_json import PARTS, from_json, to_json
from db.models import Span, Style

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
styles = st.sampled_from([Style.PLAIN, Style.BOLD, Style.ITALIC | Style.BOLD, Style.CODE, Style.MATH])
texts = st.lists(st.builds(Span, words, styles, words), max_size=3).map(tuple)
actions = st.builds(m.Action, words, words, st.sampled_from(m.ActionStyle), words)
several = st.lists(actions, max_size=3).map(tuple)
cards = st.builds(
    m.Card,
    number=st.integers(1, 99), paper=st.integers(1, 10**9), title=texts, url=words, note=words, authors=words,
    origin=words, summary=texts, why=texts, marks=st.lists(words, max_size=2).map(tuple), actions=several, menu=several,
)  # fmt: skip
rows = st.lists(st.tuples(words, words), max_size=3).map(tuple)
bars = st.builds(m.Bar, words, st.floats(-1, 1), words)
parts = st.one_of(
    cards,
    st.builds(m.Paragraph, texts),
    st.builds(m.Table, st.tuples(words, words), rows),
    st.builds(m.Bars, words, st.lists(bars, max_size=3).map(tuple)),
    st.builds(m.Checklist, words, st.lists(st.builds(m.Choice, words, words, st.booleans())).map(tuple), actions),
    st.builds(m.Buttons, several),
)
messages = st.builds(
    m.Message,
    heading=texts, parts=st.lists(parts, max_size=4).map(tuple), footer=texts, tone=st.sampled_from(m.Tone),
    shared=st.booleans(), files=st.just(()),
)  # fmt: skip


@given(messages)
def test_a_message_comes_back_as_it_was(message: m.Message) -> None:
    assert from_json(to_json(message)) == message


def test_every_kind_of_part_can_be_frozen() -> None:
    assert set(PARTS.values()) == set(m.Part.__args__)


def test_a_card_is_frozen_with_all_its_fields() -> None:
    assert {field.name for field in fields(m.Card)} <= set(to_json(m.Message(parts=(m.Card(1, 2, ()),))).split('"'))


def test_a_message_with_a_file_is_no_post() -> None:
    with pytest.raises(ValueError, match="files"):
        to_json(m.Message(files=(m.File("a.bib", b"", "text/plain", "a"),)))
