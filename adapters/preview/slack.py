"""What Slack would show, drawn from the very payload that would be sent: messages, the home tab, forms.

Draws the blocks that we use; one that is unknown is shown by its name, so that nothing is left out in silence.
"""

from collections.abc import Sequence
from typing import Any

from jinja2 import ChainableUndefined
from markupsafe import Markup

from adapters.preview.page import templates

Payload = dict[str, Any]
STYLE = "slack.css"
NAME = "Paperround"


def style() -> Markup:
    """The colours and shapes of the drawing, light and dark, for the page."""
    return Markup(templates().get_template(STYLE).render())  # noqa: S704 - our own file


def draw(payloads: Sequence[Payload]) -> Markup:
    """Messages (with `blocks` or `text`) as they would follow each other, and views as they would open."""
    # What a block may have and has not is left out.
    template = templates().overlay(undefined=ChainableUndefined).get_template("slack.html")
    return Markup(template.render(groups=_grouped(payloads), name=NAME))  # noqa: S704 - escaped by the template


def _grouped(payloads: Sequence[Payload]) -> list[tuple[str, list[Payload]]]:
    """Runs of messages, which stand in one sheet, and single views."""
    groups: list[tuple[str, list[Payload]]] = []
    for payload in payloads:
        kind = str(payload.get("type", "message")) if "blocks" in payload else "message"
        kind = kind if kind in ("modal", "home") else "message"
        if kind == "message" and groups and groups[-1][0] == kind:
            groups[-1][1].append(payload)
        else:
            groups.append((kind, [payload]))
    return groups
