"""Slack's payloads as a page: everything in them is shown, and nothing in them becomes markup."""

import re

import pytest

from adapters.preview.page import page
from adapters.preview.slack import draw, style
from adapters.slack import modals
from adapters.slack.homes import home_view
from adapters.slack.render import payload, plain_payload
from adapters.slack.split import split
from bot.home import home
from bot.message import Action, Checklist, Choice, File, Message, Paragraph, press, text
from tests.adapters.slack.block_kit import words
from tests.adapters.slack.test_render import HOSTILE, WORST, digest, paper
from tests.conftest import Chat


def shown(drawn: str) -> str:
    from html import unescape

    return " ".join(unescape(re.sub(r"<[^>]+>", " ", drawn)).split())


def test_all_text_of_a_digest_is_shown() -> None:
    sent = [payload(post) for post in split(digest(*WORST))]
    drawn = shown(draw(sent))
    for line in words([post["blocks"] for post in sent]).splitlines():
        assert " ".join(line.split()) in drawn


def test_what_outsiders_write_does_not_become_markup() -> None:
    attack = '<script>alert(1)</script><img src=x onerror="a">'
    drawn = draw([payload(digest(paper(1, title=attack, raw_title=attack, summary=attack, authors=(attack, HOSTILE))))])
    assert "<script" not in drawn
    assert "<img" not in drawn
    assert "&lt;script&gt;" in drawn


def test_the_page_stands_alone_and_knows_light_and_dark() -> None:
    whole = page("Digest", draw([payload(digest(paper(1)))]), style())
    assert "prefers-color-scheme: dark" in whole
    assert re.findall(r'(?:src|href)="(?!https://arxiv\.org)[^"]*"', whole) == []
    assert "url(" not in whole


def test_messages_follow_each_other_in_one_sheet_and_forms_stand_alone() -> None:
    form = modals.schedule_form(modals.Schedule(zone="Asia/Tokyo"), modals.Origin())
    drawn = draw(
        [payload(digest(paper(1))), plain_payload(digest(paper(2))), form, modals.import_form(modals.Origin())]
    )
    assert drawn.count("<article") == 2
    assert drawn.count("<section") == 3
    assert "Asia/Tokyo" in drawn
    assert "09:00" in drawn


def test_a_home_tab_is_drawn_as_one(chat: Chat) -> None:
    chat("follow sparse autoencoders")
    chat("today 2")
    chat("like 1")
    drawn = draw([home_view(home(chat.context()))])
    assert "Today&#39;s best for you" in drawn
    assert "▰" in drawn
    assert 'class="unknown"' not in drawn


def test_ticks_files_and_menus_are_shown() -> None:
    choices = (Choice("a", "Keep me"), Choice("b", "Not me", ticked=False))
    file = File("library.bib", b"", "application/x-bibtex", "3 papers as bibtex")
    message = Message(
        parts=(Paragraph(text("Which?")), Checklist("Papers", choices, Action("Forget", press("forget")))),
        files=(file,),
    )
    drawn = draw([payload(message)])
    assert drawn.count('class="tick on"') == 1
    assert "3 papers as bibtex" in drawn
    assert "Mute its kind" in draw([payload(digest(paper(1)))])


@pytest.mark.parametrize("kind", ["video", "sectoin"])
def test_a_block_that_is_not_known_is_named_and_not_left_out(kind: str) -> None:
    assert f'<div class="unknown">{kind}</div>' in draw([{"text": "x", "blocks": [{"type": kind}]}])
