"""What the terminal would show, as a drawing for the page: rich's own output, its colours kept."""

import io
from collections.abc import Sequence

from markupsafe import Markup
from rich.console import Console

from adapters.terminal.render import show
from adapters.terminal.theme import THEME
from bot.message import Message

WIDTH = 92
STYLE = Markup(
    "pre.terminal { background: #0e1116; color: #dee2e9; border-radius: 10px; padding: 18px; margin: 0 0 16px;"
    " font: 13px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere; }"
)


def draw(messages: Sequence[Message]) -> Markup:
    """The messages as they would stand in a terminal WIDTH characters wide."""
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False, markup=False, emoji=False
    )
    for message in messages:
        show(console, message)
    drawn = console.export_html(inline_styles=True, theme=THEME, code_format='<pre class="terminal">{code}</pre>')
    return Markup(drawn)  # noqa: S704 - rich escapes what it was given
