"""What the bot says, as data: text in spans, cards, tables, bars, checklists and buttons. Never a platform's syntax.

A button is a command with its arguments filled in (`like?paper=~2f`), at most 100 characters, so that it works on every
platform, after a restart and months later.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import parse_qsl, quote_plus

from db.models import Span, Style, Text

MAX_PRESS = 100


def text(*parts: str | Span | Text) -> Text:
    """Marked-up text from plain strings, spans and texts, in order."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            spans.append(Span(part))
        elif isinstance(part, Span):
            spans.append(part)
        else:
            spans.extend(part)
    return tuple(span for span in spans if span.text)


def bold(words: str) -> Span:
    """Words in bold."""
    return Span(words, Style.BOLD)


def italic(words: str) -> Span:
    """Words in italics."""
    return Span(words, Style.ITALIC)


def code(words: str) -> Span:
    """Words to be typed as they stand."""
    return Span(words, Style.CODE)


def link(words: str, url: str) -> Span:
    """A link; without a web address the words alone."""
    return Span(words, Style.PLAIN, url if url.startswith(("https://", "http://")) else "")


def plain(value: Text) -> str:
    """The words of a text without their styles."""
    return "".join(span.text for span in value)


class Tone(StrEnum):
    """What kind of message it is, for colours and icons."""

    ANSWER = "answer"
    ERROR = "error"
    DIGEST = "digest"


class ActionStyle(StrEnum):
    """How a button stands out."""

    NORMAL = "normal"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Action:
    """A button or a menu's entry: its label and the press that it sends (see `press`), or a link to open."""

    label: str
    press: str = ""
    style: ActionStyle = ActionStyle.NORMAL
    url: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One paper. `number` is what a person types to mean it; what the paper lacks is empty and left out."""

    number: int
    paper: int
    title: Text
    url: str = ""
    note: str = ""
    authors: str = ""
    origin: str = ""
    summary: Text = ()
    why: Text = ()
    marks: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    menu: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    text: Text


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings, all plain text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: `share` between -1 and 1 (against it: negative), and a press that removes it, if any."""

    label: str
    share: float
    remove: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A small bar chart."""

    title: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a checklist."""

    value: str
    label: str
    ticked: bool = True


@dataclass(frozen=True, slots=True)
class Checklist:
    """Lines to keep or untick, and the button that confirms: its press gets `&keep=v1,v2` for what was unticked."""

    title: str
    choices: tuple[Choice, ...]
    confirm: Action


@dataclass(frozen=True, slots=True)
class Buttons:
    """A row of buttons."""

    actions: tuple[Action, ...]


Part = Paragraph | Card | Table | Bars | Checklist | Buttons


@dataclass(frozen=True, slots=True)
class File:
    """A file that goes with a message; `description` is what is read where it cannot be seen."""

    name: str
    content: bytes = field(repr=False)
    media_type: str
    description: str


Job = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Message:
    """One answer or post. `shared` makes it visible to others than the one who asked.

    `job` is work too long for an answer to wait for: the desk does it afterwards, and it tells its outcome itself.
    """

    heading: Text = ()
    parts: tuple[Part, ...] = ()
    footer: Text = ()
    files: tuple[File, ...] = ()
    tone: Tone = Tone.ANSWER
    shared: bool = False
    job: Job | None = field(default=None, repr=False, compare=False)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The papers in it, in order."""
        return tuple(part for part in self.parts if isinstance(part, Card))


def say(*lines: str | Span | Text, tone: Tone = Tone.ANSWER) -> Message:
    """A message of one paragraph a line."""
    return Message(parts=tuple(Paragraph(text(line)) for line in lines), tone=tone)


def press(command: str, **arguments: str | int) -> str:
    """What a button sends: the command and its arguments.

    Raises ValueError when it is longer than MAX_PRESS characters: such a button could not live on every platform.
    """
    words = "&".join(f"{name}={quote_plus(str(value), safe='~:,/')}" for name, value in arguments.items())
    value = f"{command}?{words}" if words else command
    if len(value) > MAX_PRESS:
        raise ValueError(f"a button's command is at most {MAX_PRESS} characters: {value}")
    return value


def read_press(value: str) -> tuple[str, dict[str, str]]:
    """The command and the arguments of a press."""
    command, _, words = value.partition("?")
    return command, dict(parse_qsl(words, keep_blank_values=True))


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def paper_key(key: int) -> str:
    """A paper's row key as buttons carry it: `~` and base 36."""
    digits = ""
    while key:
        key, digit = divmod(key, len(DIGITS))
        digits = DIGITS[digit] + digits
    return "~" + (digits or "0")


def read_paper_key(value: str) -> int | None:
    """The row key, None where the value is something else."""
    try:
        return int(value[1:], 36) if value.startswith("~") and value.isascii() else None
    except ValueError:
        return None
