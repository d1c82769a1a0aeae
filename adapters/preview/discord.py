"""What Discord would show, drawn from the very payload that would be sent: messages and forms.

Draws the components that we use; one that is unknown is shown by its number, so that nothing is left out in silence.
"""

from collections.abc import Sequence
from typing import Any

from jinja2 import ChainableUndefined
from markupsafe import Markup

from adapters.preview.discord_markdown import to_html
from adapters.preview.page import templates

Payload = dict[str, Any]
NAME = "Paperround"
EPHEMERAL, SILENT = 1 << 6, 1 << 12


def style() -> Markup:
    """The colours and shapes of the drawing, light and dark, for the page."""
    return Markup(templates().get_template("discord.css").render())  # noqa: S704 - our own file


def draw(payloads: Sequence[Payload]) -> Markup:
    """Messages (with `components` or `content`) as they would follow each other, and forms (with a `title`)."""
    # What a component may have and has not is left out.
    environment = templates().overlay(undefined=ChainableUndefined)
    environment.filters["discord_markdown"] = to_html
    drawn = environment.get_template("discord.html").render(
        payloads=payloads, name=NAME, ephemeral=EPHEMERAL, silent=SILENT
    )
    return Markup(drawn)  # noqa: S704 - escaped by the template
