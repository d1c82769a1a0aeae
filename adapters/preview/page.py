"""The page around a drawing: one self-contained HTML file, light and dark, nothing loaded from anywhere."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


@cache
def templates() -> Environment:
    """Our templates; everything put into them is escaped unless it is Markup."""
    return Environment(
        loader=PackageLoader("adapters.preview"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def page(title: str, body: Markup, style: Markup) -> str:
    """The whole page: `body` under a heading, with the platform's `style` for its light and dark colours."""
    return templates().get_template("page.html").render(title=title, body=body, style=style)
