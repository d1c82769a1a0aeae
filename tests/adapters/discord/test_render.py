"""What a message looks like on Discord: within every limit, cut between words, and nothing smuggled into it."""

import re
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.discord.ids import BUTTON_IDS, Ids, read_home
from adapters.discord.markdown import clipped, cut, divided, escaped, graphemes, markdown, size
from adapters.discord.render import plain_text, render, render_all
from adapters.discord.split import split
from bot.message import (
    MAX_PRESS,
    Action,
    Bar,
    Bars,
    Buttons,
    Card,
    Checklist,
    Choice,
    File,
    Message,
    Table,
    Tone,
    bold,
    code,
    italic,
    link,
    plain,
    press,
    say,
    text,
)
from db.models import Span, Style
from tests.adapters.discord.conftest import make_card, make_digest
from tests.adapters.discord.openapi import DiscordApi, walked

NASTY = "x](https://evil.example) [y](http://z) <@1> <@&2> <#3> @everyone @here <t:0:R> </go:4> <:e:5> <id:home> ~~s~~"
STRANGE = st.text(alphabet=st.sampled_from("[]()<>@#:*_~`|\\-+.1 aé\n👩🏽🇩🇪\u202e\u200f\x00\u0301&!t/"), max_size=60)
SEND = "/channels/1/messages"


def texts(payload: dict[str, Any]) -> str:
    return "\n".join(part["content"] for part in walked(payload["components"]) if part["type"] == 10)


def faults(api: DiscordApi, message: Message) -> list[str]:
    return [fault for post in render_all(message, home="81234") for fault in api.errors("POST", SEND, post.payload())]


def shown(source: str) -> str:
    """What a reader sees of escaped text: a backslash before a sign is gone."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", source)


def unescaped(source: str) -> str:
    """What is left of a source that Discord could read as markup; NUL stands where a sign was escaped."""
    return re.sub(r"\\[^0-9A-Za-z\s]", "\0", source)


def is_hostile(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") and char != "\n"


@pytest.mark.parametrize("count", [1, 5, 20])
def test_a_digest_of_any_size_is_good_by_the_api(api: DiscordApi, count: int) -> None:
    assert faults(api, make_digest(count)) == []


def test_five_papers_are_one_message_with_lines_between_them() -> None:
    (post,) = render_all(make_digest(5))
    kinds = [part["type"] for part in walked(post.payload()["components"])]
    assert kinds.count(14) == 5
    assert len(kinds) <= 40


def test_twenty_papers_are_split_between_cards_and_lose_nothing() -> None:
    posts = split(make_digest(20))
    assert [card.number for post in posts for card in post.cards] == list(range(1, 21))
    assert [bool(post.heading) for post in posts] == [True] + [False] * (len(posts) - 1)
    assert isinstance(posts[-1].parts[-1], Buttons)


@pytest.mark.parametrize(
    "title",
    [
        "W" * 3_000,
        "word " * 600,
        "👩🏽" * 500,
        "שלום " * 400,
        "مرحبا " * 300,
        r"$\frac{a_b}{c^d}$ *** " * 200,
        "a](b)<@1>" * 300,
    ],
    ids=["one word", "words", "emoji", "hebrew", "arabic", "latex", "markup"],
)
def test_the_longest_titles_fit(api: DiscordApi, title: str) -> None:
    def card(number: int) -> Card:
        return make_card(number, title, summary=text(title), why=text(title), url="https://x.example/" + "p" * 400)

    assert faults(api, make_digest(20, card)) == []


def test_three_thousand_authors_become_one_line(api: DiscordApi) -> None:
    names = ", ".join(f"Author Number{index}" for index in range(3_000))
    message = make_digest(5, lambda number: make_card(number, authors=names))
    assert faults(api, message) == []
    (line,) = {line for line in texts(render_all(message)[0].payload()).splitlines() if "Author" in line}
    assert line.endswith("…")
    assert len(line) < 450


def test_a_title_says_what_it_said_and_is_no_markup() -> None:
    (post,) = render_all(Message(parts=(make_card(1, NASTY),)))
    first = texts(post.payload()).splitlines()[0]
    found = re.fullmatch(r"\*\*1\. \[(.*)\]\(https://arxiv\.org/abs/2501\.00001\)\*\*", first)
    assert found
    assert shown(found[1]) == NASTY
    assert not re.search(r"[\[\]()<>@]", unescaped(found[1]))


@given(STRANGE)
@example(NASTY)
def test_no_outside_text_is_read_as_markup(value: str) -> None:
    source = escaped(value)
    rest = unescaped(source)
    assert not re.search(r"[*_~`|<>\[\]()#@&!\\]|://", rest)
    assert not re.search(r":[\w+~-]+:", rest)
    assert not re.search(r"^(?:[-+]|\d\d?\.)\s", rest, re.MULTILINE)
    assert not any(is_hostile(char) for char in source)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=80))
def test_escaping_changes_nothing_that_is_seen(value: str) -> None:
    kept = "".join(char if char.isprintable() else " " for char in value)
    assert shown(escaped(value)) == kept


@given(STRANGE, STRANGE, STRANGE)
def test_a_card_of_strange_texts_has_one_link_and_no_mention(title: str, authors: str, why: str) -> None:
    card = make_card(1, f"T{title}", authors=authors, summary=text(why), why=text(italic(title), why), note=why)
    source = texts(render(Message(parts=(card,))).payload())
    assert unescaped(source).count("](") == 1
    assert not re.search(r"<[@#:/ti]|@everyone|@here", unescaped(source))
    assert not any(is_hostile(char) for char in source)


def test_an_address_cannot_end_its_link_early() -> None:
    source = markdown(text(link("here", "https://x.example/a)b(c<d> e\n[f]")))
    assert source == "[here](https://x.example/a%29b%28c%3Cd%3E%20e%0A[f])".replace("\n", "")


def test_what_is_no_web_address_is_no_link() -> None:
    assert "](" not in texts(render(Message(parts=(make_card(1, url="javascript:alert(1)"),))).payload())
    assert "](" not in texts(render(Message(parts=(make_card(1, url=""),))).payload())


def test_marks_stand_at_words_and_never_at_blanks() -> None:
    assert markdown(text("a", bold(" b "), italic("c"), code("d`e"))) == "a **b** *c*`dˋe`"


def test_spans_of_one_style_are_one() -> None:
    assert markdown((Span("a", Style.BOLD), Span("b", Style.BOLD))) == "**ab**"


@given(
    st.lists(st.tuples(STRANGE, st.sampled_from([Style.PLAIN, Style.BOLD, Style.ITALIC])), max_size=4),
    st.integers(8, 80),
)
def test_a_clipped_text_keeps_its_limit_and_begins_as_it_did(spans: list[tuple[str, Style]], limit: int) -> None:
    value = tuple(Span(words, style) for words, style in spans if words)
    short = clipped(value, limit)
    assert size(short) <= max(limit, 12)
    printed = "".join(char for char in plain(value) if char.isprintable() or char == "\n").strip()
    assert plain(short).rstrip("…").strip() in printed or size(value) <= limit


@given(STRANGE.filter(str.strip), st.integers(1, 20))
def test_dividing_loses_blanks_alone(value: str, limit: int) -> None:
    rest, found = (Span(value),), []
    while rest:
        head, rest = divided(rest, limit)
        found.append(plain(head))
    expected = "".join(char for char in value if char.isprintable() or char == "\n")
    assert "".join("".join(found).split()) == "".join(expected.split())


def test_a_cut_is_between_words() -> None:
    words = "alpha beta gamma delta epsilon"
    for limit in range(12, 30):
        assert all(word in words.split() for word in cut(words, limit).rstrip("…").split())
        assert all(word in words.split() for word in plain(clipped(text(words), limit)).rstrip("…").split())


@pytest.mark.parametrize("sign", ["👩🏽", "🇩🇪", "e\u0301", "❤\ufe0f"])
def test_a_sign_is_never_cut_in_two(sign: str) -> None:
    assert list(graphemes(sign * 3)) == [sign] * 3
    for limit in range(4, 30):
        assert cut(sign * 20, limit).rstrip("…").replace(sign, "") == ""


def test_a_long_abstract_is_told_in_whole(api: DiscordApi) -> None:
    message = say(text("word_1 " * 1_500))
    assert faults(api, message) == []
    told = " ".join(shown(texts(post.payload())) for post in render_all(message))
    assert told.split() == ["word_1"] * 1_500


def test_tables_bars_lists_and_buttons_are_good_by_the_api(api: DiscordApi) -> None:
    table = Table(("name", "likes", "follows"), tuple((f"interest {i}", str(i), "x, y") for i in range(40)))
    wide = Table(("source", "last", "state"), tuple(("s" * 90, "l" * 90, "`x`") for _ in range(40)))
    pairs = Table(("command", "what it does"), tuple((f"like <paper{i}>", "more like *this*") for i in range(60)))
    bars = Bars(
        "By its *words*",
        tuple(Bar(f"term {i} 日本", (-1) ** i / (i + 1), press("remove", what=f"t{i}")) for i in range(60)),
    )
    ticks = Checklist(
        "Keep?",
        tuple(Choice(f"v{i}", f"line {i}" * 30, i % 2 == 0) for i in range(60)),
        Action("Go", press("forget", what="x")),
    )
    buttons = Buttons(tuple(Action(f"b{i}", press("remove", what=f"x{i}")) for i in range(33)))
    message = Message(text(bold("All")), (table, wide, pairs, bars, ticks, buttons), text("footer ", code("x")))
    assert faults(api, message) == []
    values = [part.get("custom_id") for post in render_all(message) for part in walked(post.payload()["components"])]
    assert sum(str(value).startswith("remove?what=x") for value in values) == 33


def test_bars_against_have_a_minus_and_share_one_column() -> None:
    (post,) = render_all(Message(parts=(Bars("", (Bar("graph", 1.0), Bar("日本", -0.5))),)))
    assert texts(post.payload()) == "```\ngraph  ━━━━━━━━━━━━━━\n日本   −━━━━━━━\n```"


def test_files_stand_in_the_layout_and_pictures_are_seen(api: DiscordApi) -> None:
    files = (File("my library.bib", b"x", "application/x-bibtex", "d"), File("map.png", b"x", "image/png", "A map"))
    (post,) = render_all(replace(say("Here."), files=files))
    kinds = {part["type"]: part for part in walked(post.payload()["components"])}
    assert kinds[13]["file"]["url"] == "attachment://my_library.bib"
    assert kinds[12]["items"][0]["media"]["url"] == "attachment://map.png"
    assert [(file.filename, file.description) for file in post.attachments()] == [
        ("my_library.bib", "d"),
        ("map.png", "A map"),
    ]


def test_an_error_is_framed_and_an_answer_is_not() -> None:
    assert render(say("no", tone=Tone.ERROR)).payload()["components"][0]["type"] == 17
    assert render(say("yes")).payload()["components"][0]["type"] == 10


def test_the_same_button_twice_has_two_ids_and_one_press() -> None:
    ids = Ids("81234")
    first, second = ids.make("undo"), ids.make("undo")
    assert first != second
    for made in (first, second):
        found = BUTTON_IDS.fullmatch(made)
        assert found
        assert (found["press"], read_home(found["rest"])) == ("undo", "81234")


def test_the_longest_press_still_fits() -> None:
    longest = press("x", a="y" * (MAX_PRESS - 4))
    assert len(longest) == MAX_PRESS
    ids = Ids("81234")
    assert ids.make(longest) == longest
    assert ids.make(longest) == ""
    assert len(render(Message(parts=(Buttons((Action("a", longest), Action("b", longest))),))).view.children) == 1


def test_plain_text_has_titles_and_links_within_two_thousand() -> None:
    short = plain_text(make_digest(3))
    assert "2\\. A paper https://arxiv.org/abs/2501.00002" in short
    assert len(plain_text(make_digest(20, lambda n: make_card(n, "word " * 100)))) <= 2_000


def test_a_mark_is_carried_by_the_frame() -> None:
    assert render(make_digest(1), mark=77).payload()["components"][0]["id"] == 77
