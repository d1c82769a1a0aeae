"""A message as a page: what each platform's adapter would send of it, drawn by adapters.preview."""

import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from adapters.preview.page import page
from bot.message import Message

PLATFORMS = ("slack", "discord", "terminal")


def drawn(title: str, platform: str, messages: Sequence[Message], views: Sequence[dict[str, Any]] = ()) -> str:
    """The whole page: the platform's own payloads for these messages, and Slack views that are payloads already."""
    body, style = _drawing(platform, messages, views)
    return page(title, body, style)


def _drawing(platform: str, messages: Sequence[Message], views: Sequence[dict[str, Any]]) -> tuple[Markup, Markup]:
    if platform == "slack":
        from adapters.preview import slack
        from adapters.slack.render import payload
        from adapters.slack.split import split

        return slack.draw([*(payload(post) for m in messages for post in split(m)), *views]), slack.style()
    if platform == "discord":
        from adapters.discord.render import render_all
        from adapters.preview import discord

        return discord.draw([post.payload() for m in messages for post in render_all(m)]), discord.style()
    from adapters.preview import terminal

    return terminal.draw(messages), terminal.STYLE


def show(html: str, to: Path | None) -> Path:
    """Write a page where it is asked for, or into a temporary file that the browser opens; returns where it is."""
    if to is not None:
        to.write_text(html, encoding="utf-8")
        return to
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
        file.write(html)
    webbrowser.open(Path(file.name).as_uri())
    return Path(file.name)
