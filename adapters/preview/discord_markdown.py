"""Discord's markdown, as much of it as Discord would read in our messages, as HTML. Everything else is escaped.

It is read the way Discord reads it and not the way we wrote it: what is smuggled in would be seen in the drawing.
"""

import re

from markupsafe import Markup, escape

INLINE = re.compile(
    r"\\(?P<sign>[^0-9A-Za-z\s])"
    r"|`(?P<code>[^`\n]+)`"
    r"|\[(?P<label>(?:\\.|\[[^\[\]]*\]|[^\[\]\\])+)\]\((?P<url>https?://[^\s()]+)\)"
    r"|\*\*(?P<bold>(?:\\.|[^\\])+?)\*\*(?!\*)"
    r"|\*(?P<italic>(?:\\.|[^\\*\s])(?:(?:\\.|[^\\*])*?(?:\\.|[^\\*\s]))?)\*"
    r"|__(?P<underlined>(?:\\.|[^\\])+?)__"
    r"|~~(?P<struck>(?:\\.|[^\\])+?)~~"
    r"|\|\|(?P<spoiler>(?:\\.|[^\\])+?)\|\|"
    r"|(?P<tag><(?:@[!&]?|\#|:\w+:|/[\w -]+:|t:)[^>\s]+>|@everyone|@here)"
    r"|(?P<bare>https?://[^\s<]+)",
    re.DOTALL,
)
BLOCK = re.compile(r"```(?:\w*\n)?(?P<body>.*?)\n?```\n?", re.DOTALL)
ELEMENTS = {"bold": "strong", "italic": "em", "underlined": "u", "struck": "s", "spoiler": "mark"}
LINES = (("### ", "h4"), ("## ", "h3"), ("# ", "h2"), ("-# ", "small"), ("> ", "blockquote"))


def to_html(source: str) -> Markup:
    """The source as Discord would show it."""
    parts: list[Markup] = []
    end = 0
    for found in BLOCK.finditer(source):
        parts += _lines(source[end : found.start()])
        parts.append(Markup("<pre><code>{}</code></pre>").format(found["body"]))
        end = found.end()
    return Markup("").join([*parts, *_lines(source[end:])])


def _lines(source: str) -> list[Markup]:
    lines = source.strip("\n").split("\n") if source.strip("\n") else []
    return [_line(line) if line else Markup("<br>") for line in lines]


def _line(line: str) -> Markup:
    for prefix, element in LINES:
        if line.startswith(prefix):
            return _wrapped(element, _inline(line.removeprefix(prefix)))
    return Markup("<div>{}</div>").format(_inline(line))


def _inline(source: str) -> Markup:
    parts: list[Markup] = []
    end = 0
    for found in INLINE.finditer(source):
        parts.append(escape(source[end : found.start()]))
        parts.append(_element(found))
        end = found.end()
    return Markup("").join([*parts, escape(source[end:])])


def _element(found: re.Match[str]) -> Markup:
    name = found.lastgroup or ""
    match name:
        case "sign":
            return escape(found["sign"])
        case "code":
            return Markup("<code>{}</code>").format(found["code"])
        case "url":
            return Markup('<a href="{}" rel="noreferrer">{}</a>').format(found["url"], _inline(found["label"]))
        case "tag":
            return Markup('<span class="tag">{}</span>').format(found["tag"])
        case "bare":
            return Markup('<a href="{0}" rel="noreferrer">{0}</a>').format(found["bare"])
        case _:
            return _wrapped(ELEMENTS[name], _inline(found[name]))


def _wrapped(element: str, inner: Markup) -> Markup:
    """One of our own elements round what is escaped already."""
    return Markup(f"<{element}>") + inner + Markup(f"</{element}>")  # noqa: S704
