"""The drawing of Discord's payloads: what would be seen, and nothing that is smuggled in."""

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.modals import SCHEDULE, START, make_form
from adapters.discord.render import render_all
from adapters.preview.discord import draw, style
from adapters.preview.discord_markdown import to_html
from adapters.preview.page import page
from bot.commands import build_registry
from bot.message import Bar, Bars, File, Message, bold, code, link, say, text
from tests.adapters.discord.conftest import make_card, make_digest

PIECES = [
    *("**", "*", "`", "[", "](", ")", "\\", "<", ">", "a", "é", "\n", "-# ", "### ", "https://x.example", "&", "]"),
    *("<script>", "@everyone", "<@1>", "```", "_", "~~", "||"),
]

BLOCKS, MARKS = ("h2", "h3", "h4", "small", "blockquote", "div", "pre"), ("strong", "em", "u", "s", "mark", "code", "a")
KNOWN = {*BLOCKS, *MARKS, "br", "span"}


def payloads(*messages: Message) -> list[dict[str, Any]]:
    return [post.payload() for message in messages for post in render_all(message)]


def test_a_digest_is_drawn_with_its_titles_links_and_buttons() -> None:
    drawn = draw(payloads(make_digest(2)))
    assert 'href="https://arxiv.org/abs/2501.00001"' in drawn
    assert drawn.count("👍 relevant") == 2
    assert "--accent: #5b7db1" in drawn
    assert "component " not in drawn


def test_every_part_that_we_send_is_known() -> None:
    files = (File("library.bib", b"x", "application/x-bibtex", "d"), File("map.png", b"x", "image/png", "A map"))
    bars = Bars("By its words", (Bar("graph", 1.0, "remove?what=graph"),))
    drawn = draw(payloads(Message(text(bold("Hi")), (bars,), text("small ", code("x")), files)))
    assert "unknown" not in drawn
    assert all(words in drawn for words in ("graph", "library.bib", "A map", "Remove …"))


async def test_forms_are_drawn_with_their_fields() -> None:
    made = [make_form(form, build_registry(), {}) for form in (SCHEDULE, START["papers"])]
    drawn = draw([form.to_dict() for form in made if form])
    assert drawn.count('class="label"') == 6
    assert "Drop a file" in drawn


def test_a_hostile_title_is_seen_as_it_is() -> None:
    title = "<script>alert(1)</script> [x](https://evil.example) @everyone <@1> **b**"
    drawn = draw(payloads(Message(parts=(make_card(1, title),))))
    assert "<script>" not in drawn
    assert [address for address in re.findall(r'href="([^"]*)"', drawn) if "evil" in address] == []
    assert 'class="tag"' not in drawn
    assert "[x](https://evil.example)" in drawn


def test_what_would_be_a_mention_is_drawn_as_one() -> None:
    assert 'class="tag"' in to_html("hello <@123> and @everyone")


def test_an_ephemeral_message_says_who_sees_it() -> None:
    (payload,) = payloads(say("x"))
    assert "Only you can see this" in draw([{**payload, "flags": payload["flags"] | 64}])
    assert "Only you can see this" not in draw([payload])


def test_styles_and_nesting_are_read_as_discord_reads_them() -> None:
    source = str(to_html("### a\n-# **b [c *d*](https://x.example)**\n```\nx\n```\n\\*e\\*"))
    assert source == (
        '<h4>a</h4><small><strong>b <a href="https://x.example" rel="noreferrer">c <em>d</em></a></strong></small>'
        "<pre><code>x</code></pre><div>*e*</div>"
    )


@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_nothing_gets_through_unescaped(pieces: list[str]) -> None:
    drawn = str(to_html("".join(pieces)))
    tags = re.findall(r"</?(\w+)", drawn)
    assert {*tags} <= KNOWN
    assert "<script" not in drawn


def test_the_page_loads_nothing() -> None:
    whole = page("Digest", draw(payloads(say(text("see ", link("x", "https://x.example"))))), style())
    assert not re.search(r"<(?:script|img|link)|src=|@import|url\(", whole)
    assert "prefers-color-scheme: dark" in whole
