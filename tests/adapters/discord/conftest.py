"""Discord for tests: the API's document, and messages of every size."""

from collections.abc import Callable

import pytest

from bot.message import Action, Buttons, Card, Message, Paragraph, Tone, bold, paper_key, press, text
from db.models import Text
from tests.adapters.discord.openapi import DiscordApi


@pytest.fixture(scope="session")
def api() -> DiscordApi:
    return DiscordApi()


def make_card(number: int, title: Text | str = "A paper", **changes: object) -> Card:
    key = paper_key(number)
    values: dict[str, object] = {
        "number": number,
        "paper": number,
        "title": text(title),
        "url": f"https://arxiv.org/abs/2501.{number:05}",
        "authors": "Ann Li, Bo Xu, Cem Öz and 3 more",
        "origin": "arXiv · 30 Nov 2026 · cs.CL cs.LG",
        "summary": text("We show that a shorter sentence says more than a longer one, on twelve data sets."),
        "why": text("sentences, data sets"),
        "actions": (
            Action("👍 relevant", press("like", paper=key)),
            Action("👎 not for me", press("dislike", paper=key)),
            Action("🔖 save", press("save", paper=key)),
        ),
        "menu": (Action("Why in full", press("why", paper=key)),),
        **changes,
    }
    return Card(**values)  # type: ignore[arg-type]


def make_digest(count: int = 5, card: Callable[[int], Card] = make_card) -> Message:
    footer = (Action("Pause", press("digest pause", which=1)), Action("Change time", press("digest show")))
    more = Action("3 more were close: show", press("digest more", which=1))
    return Message(
        text(bold("Mon 30 Nov · 5 papers of 214 new ones")),
        (
            Paragraph(text("Screened since Fri 27 Nov, 09:00: arXiv, OpenReview.")),
            *(card(number) for number in range(1, count + 1)),
            Buttons((more, *footer)),
        ),
        tone=Tone.DIGEST,
    )
