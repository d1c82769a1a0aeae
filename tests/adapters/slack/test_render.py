"""Messages as Block Kit: valid, whole, and with nothing smuggled in by what outsiders wrote."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack import limits
from adapters.slack.blocks import clip, sliced
from adapters.slack.render import blocks, fallback, payload, plain_payload
from adapters.slack.split import split
from bot.cards import card
from bot.message import (
    Action,
    Bar,
    Bars,
    Buttons,
    Card,
    Checklist,
    Choice,
    File,
    Message,
    Paragraph,
    Table,
    Tone,
    bold,
    plain,
    press,
    say,
    text,
)
from db.models import Paper, Span, Style
from tests.adapters.slack.block_kit import block_faults, links, message_faults, words

HOSTILE = (
    "<!channel> <@U012AB3CD> <https://evil.example|arXiv> *bold* _it_ `code` &amp; a<b $x_{i}$ \\frac{a}{b} :tada:"
)
HEBREW = "למידה עמוקה של מודלים גדולים"
EMOJI = "👩‍🔬🧪 Transformers 🤖 are all you need 🇫🇷"
MANY = tuple(f"Author Number{i}" for i in range(3_000))


def paper(key: int = 1, **changes: Any) -> Paper:
    found = Paper(
        id=f"arxiv:2611.{key:05}",
        source="arxiv",
        title="A title",
        summary="We show a thing that matters.",
        abstract="",
        raw_title="A title",
        raw_abstract="",
        first_seen=datetime(2026, 11, 30, 6, tzinfo=UTC),
        authors=("Ann Li", "Bo Chen"),
        categories=("cs.CL",),
        url=f"https://arxiv.org/abs/2611.{key:05}",
        key=key,
    )
    return replace(found, **changes)


def digest(*papers: Paper) -> Message:
    cards = tuple(
        card(number, one, zone=UTC, why=text("diffusion; like ", Span("Older", Style.ITALIC)))
        for number, one in enumerate(papers, start=1)
    )
    footer = Buttons((Action("Pause", press("digest pause", which=1)), Action("Change time", press("digest show"))))
    heading = text(bold("Mon 30 Nov · 5 papers of 214 new ones"))
    return Message(heading, (Paragraph(text("Screened since Fri.")), *cards, footer), tone=Tone.DIGEST)


WORST = (
    paper(1, title="W" * 4_000, raw_title="W" * 4_000, summary="word " * 2_000),
    paper(2, authors=MANY),
    paper(3, raw_title=r"Bounds on $\mathcal{O}(n^{2})$ for $a<b$ & $\|x\|_2$", title="Bounds on O(n²) for a<b & ‖x‖₂"),
    paper(4, title=HEBREW, raw_title=HEBREW, summary=HEBREW * 20),
    paper(5, title=EMOJI, raw_title=EMOJI),
    paper(6, title=HOSTILE, raw_title=HOSTILE, summary=HOSTILE, authors=(HOSTILE,), venue=HOSTILE),
    paper(7, authors=("A" * 20_000,), url="https://arxiv.org/" + "x" * 5_000, venue="V" * 9_000),
)


@pytest.mark.parametrize("count", [1, 5, 20])
def test_a_digest_of_the_worst_papers_is_split_into_valid_messages_and_loses_none(count: int) -> None:
    message = digest(*(replace(WORST[i % len(WORST)], key=i + 1) for i in range(count)))
    posts = split(message)
    assert [fault for post in posts for fault in message_faults(payload(post))] == []
    assert [card.paper for post in posts for card in post.cards] == list(range(1, count + 1))
    assert [bool(post.heading) for post in posts] == [True] + [False] * (len(posts) - 1)


def test_five_papers_are_one_message_and_twenty_are_evenly_filled_ones() -> None:
    assert len(split(digest(*(paper(i) for i in range(1, 6))))) == 1
    sizes = [len(post.cards) for post in split(digest(*(paper(i) for i in range(1, 21))))]
    assert sum(sizes) == 20
    assert len(sizes) <= 3
    assert max(sizes) - min(sizes) <= 2


def test_every_card_leaves_room_for_the_line_that_an_answer_adds() -> None:
    for post in split(digest(*(paper(i) for i in range(1, 21)))):
        assert len(blocks(post)) + len(post.cards) <= limits.MESSAGE_BLOCKS


def test_a_card_links_to_its_paper_and_to_nothing_else() -> None:
    drawn = blocks(digest(WORST[5]))
    assert links(drawn) == [WORST[5].url]
    assert "evil.example" in words(drawn)


def test_a_title_comes_out_as_it_was_written() -> None:
    assert "a<b & ‖x‖₂" in words(blocks(digest(replace(WORST[2], raw_title="Bounds a<b & ‖x‖₂"))))


def test_a_link_in_an_abstract_is_one_only_where_its_words_are_its_address() -> None:
    honest = Span("https://github.com/a/b", url="https://github.com/a/b")
    disguised = Span("the arXiv page", url="https://evil.example/x")
    drawn = blocks(Message(parts=(Paragraph((honest, Span(" and "), disguised)),)))
    assert links(drawn) == ["https://github.com/a/b"]
    assert "the arXiv page (https://evil.example/x)" in words(drawn)


def test_what_a_paper_lacks_is_left_out() -> None:
    bare = Card(number=1, paper=1, title=text("Only a title"))
    assert [block["type"] for block in blocks(Message(parts=(bare,)))] == ["rich_text"]
    assert links(blocks(Message(parts=(bare,)))) == []


def test_the_same_paper_has_the_same_buttons_for_everybody() -> None:
    one, other = (blocks(digest(paper(1))) for _ in range(2))
    assert one == other


def test_an_error_is_marked_and_its_typed_words_are_code() -> None:
    drawn = blocks(say(text("Try ", Span("help", Style.CODE)), tone=Tone.ERROR))
    assert words(drawn).startswith("⚠️")
    assert {"type": "text", "text": "help", "style": {"code": True}} in drawn[0]["elements"][0]["elements"]


def test_a_checklist_knows_its_values_by_its_blocks_ids() -> None:
    choices = tuple(Choice(f"v{i}", f"Paper {i}", ticked=i % 2 == 0) for i in range(25))
    drawn = blocks(Message(parts=(Checklist("Keep?", choices, Action("Keep", press("forget"))),)))
    assert block_faults(drawn) == []
    values = [
        v for b in drawn if b.get("block_id", "").startswith("boxes") for v in b["block_id"].split(":", 3)[3].split("|")
    ]
    assert values == [choice.value for choice in choices]
    ticked = [o["value"] for b in drawn if "block_id" in b for o in b["elements"][0].get("initial_options", [])]
    assert ticked == [choice.value for choice in choices if choice.ticked]


def test_the_text_alone_holds_titles_and_addresses_and_is_escaped() -> None:
    sent = plain_payload(digest(*WORST[2:6]))
    assert "blocks" not in sent
    assert sent["mrkdwn"] is False
    assert WORST[3].url in sent["text"]
    assert len(sent["text"]) <= limits.FALLBACK
    assert "<" not in sent["text"]


def test_nothing_to_say_is_still_a_valid_message() -> None:
    assert message_faults(payload(Message())) == []


def test_files_go_with_the_last_message() -> None:
    file = File("library.bib", b"@misc{}", "application/x-bibtex", "3 papers as bibtex")
    posts = split(replace(digest(*(paper(i) for i in range(1, 21))), files=(file,)))
    assert [len(post.files) for post in posts] == [*[0] * (len(posts) - 1), 1]


def test_a_long_text_is_cut_at_spaces_and_kept_whole() -> None:
    value = text("alpha beta " * 900, Span("gamma " * 500, Style.BOLD))
    pieces = list(sliced(value))
    assert "".join(plain(piece) for piece in pieces) == plain(value)
    assert all(len(plain(piece)) <= limits.RICH_TEXT for piece in pieces)
    assert all(plain(piece).endswith(" ") for piece in pieces)


def test_words_are_not_cut_in_the_middle() -> None:
    assert clip("one two three four", 14) == "one two three…"
    assert clip("W" * 20, 5) == "WWWW…"


outside = st.one_of(
    st.text(max_size=120),
    st.sampled_from(
        [HOSTILE, HEBREW, EMOJI, "<!here>", "<#C012|x>", "&lt;!channel&gt;", "\u202e<\u200b!everyone>", "> q"]
    ),
)
spans = st.lists(
    st.builds(Span, outside, st.sampled_from([Style.PLAIN, Style.BOLD | Style.ITALIC, Style.CODE, Style.MATH])),
    max_size=4,
).map(tuple)
presses = st.sampled_from([press("like", paper="~2f"), press("undo"), press("mute", subject="~2f")])
buttons = st.builds(Action, st.text(max_size=90), presses)
parts = st.one_of(
    st.builds(Paragraph, spans),
    st.builds(
        Card,
        number=st.integers(1, 20),
        paper=st.integers(1, 99),
        title=spans,
        url=st.sampled_from(["", "https://arxiv.org/abs/1", "javascript:alert(1)"]),
        note=outside,
        authors=outside,
        origin=outside,
        summary=spans,
        why=spans,
        marks=st.lists(outside, max_size=2).map(tuple),
        actions=st.lists(buttons, max_size=4).map(tuple),
        menu=st.lists(buttons, max_size=6).map(tuple),
    ),
    st.builds(Table, st.just(("a", "b")), st.lists(st.tuples(outside, outside), max_size=60).map(tuple)),
    st.builds(
        Bars,
        outside,
        st.lists(st.builds(Bar, outside, st.floats(-1, 1), st.sampled_from(["", "remove?what=x"])), max_size=30).map(
            tuple
        ),
    ),
    st.builds(Buttons, st.lists(buttons, min_size=1, max_size=30).map(tuple)),
)
messages = st.builds(
    Message, spans, st.lists(parts, max_size=14).map(tuple), spans, st.just(()), st.sampled_from(Tone), st.booleans()
)


@settings(max_examples=60, deadline=None)
@given(messages)
def test_whatever_outsiders_write_the_payload_is_valid_and_nothing_is_smuggled_in(message: Message) -> None:
    for post in split(message):
        assert message_faults(payload(post)) == []
        assert set(links(blocks(post))) <= {"https://arxiv.org/abs/1"}
        assert fallback(post)
        assert "<" not in plain_payload(post)["text"]


def test_splitting_keeps_every_card_whatever_their_number() -> None:
    generator = random.Random(4)
    for count in (2, 9, 10, 17, 60):
        cards = [replace(generator.choice(WORST), key=i + 1) for i in range(count)]
        posts = split(digest(*cards))
        assert [c.paper for post in posts for c in post.cards] == list(range(1, count + 1))
