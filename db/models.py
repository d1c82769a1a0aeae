"""The shared vocabulary: frozen records and enums that every room may use. No I/O, no logic beyond small properties."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Flag, StrEnum


class Style(Flag):
    """How a span is set; styles combine (bold italic)."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2
    CODE = 4
    MATH = 8


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style. `text` holds no markup; `url` makes it a link (http or https only)."""

    text: str
    style: Style = Style.PLAIN
    url: str = ""


Text = tuple[Span, ...]
"""Marked-up text as data; renderers turn it into a platform's own syntax."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """Whose rows: a Slack workspace or enterprise, a Discord server or user, or the local machine."""

    platform: str
    id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.id}"


class ContentKind(StrEnum):
    """What a paper's record holds, for fair scoring of records that lack a part (ranking S6)."""

    FULL = "full"
    TITLE = "title"
    ABSTRACT = "abstract"


@dataclass(frozen=True, slots=True)
class Paper:
    """One work, whatever number of records told us of it.

    `title`, `summary` and `abstract` are plain text; the `raw_` fields keep the source's own markup.
    `title_is_ours` marks a title derived from the abstract. `first_seen` and `submitted` are UTC instants;
    `announced` is the source's own date of announcement. `key` is the row's number, 0 before it is stored.
    """

    id: str
    source: str
    title: str
    summary: str
    abstract: str
    raw_title: str
    raw_abstract: str
    first_seen: datetime
    title_is_ours: bool = False
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    url: str = ""
    submitted: datetime | None = None
    announced: date | None = None
    version: int = 1
    withdrawn: bool = False
    licence: str = ""
    venue: str = ""
    key: int = 0

    @property
    def kind(self) -> ContentKind:
        """Which parts of the record the source gave."""
        if not self.abstract:
            return ContentKind.TITLE
        return ContentKind.ABSTRACT if self.title_is_ours else ContentKind.FULL


@dataclass(frozen=True, slots=True)
class SourceId:
    """A name by which a source knows a paper: kind `arxiv`, `doi`, `openreview`, `seed`, `feed`, `url`."""

    kind: str
    value: str
    version: int = 1


class ProfileKind(StrEnum):
    """A person's own profile, or the one a channel's members share."""

    PERSON = "person"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Workspace:
    """An installation on a platform."""

    key: int
    tenant: Tenant
    name: str
    zone: str
    installed: datetime
    removed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """A person or a channel that papers are ranked for. `member` is the platform's own id of it."""

    key: int
    tenant: Tenant
    kind: ProfileKind
    member: str
    name: str
    zone: str
    author_name: str
    quiet: bool
    created: datetime
    last_used: datetime
    welcomed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Interest:
    """One named line of interest of a profile, learned apart from the others."""

    key: int
    profile: int
    name: str
    is_default: bool


class Verb(StrEnum):
    """What a rule asks for."""

    FOLLOW = "follow"
    MUTE = "mute"


class Subject(StrEnum):
    """What a rule is about."""

    TOPIC = "topic"
    AUTHOR = "author"
    CATEGORY = "category"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class Rule:
    """A wish in so many words: follow or mute a topic, author, category or a paper's kind. Interest None means all."""

    key: int
    profile: int
    interest: int | None
    verb: Verb
    subject: Subject
    value: str
    paper: int | None
    until: datetime | None
    created: datetime
    act: int


class Answer(StrEnum):
    """What a person says about a paper. Silence is not an answer and never trains.

    KEEP is in the library and teaches nothing; IMPORT teaches, all imports together like fifty likes at the most.
    """

    LIKE = "like"
    DISLIKE = "dislike"
    SAVE = "save"
    KEEP = "keep"
    KNOWN = "known"
    MORE = "more"
    LESS = "less"
    OWN = "own"
    IMPORT = "import"
    NOT_MUTED = "not_muted"


@dataclass(frozen=True, slots=True)
class Feedback:
    """One event of the append-only ledger. The profile is a function of the active ones."""

    key: int
    profile: int
    interest: int
    paper: int
    answer: Answer
    created: datetime
    act: int


class ActKind(StrEnum):
    """What one `undo` takes back as a whole."""

    ANSWER = "answer"
    IMPORT = "import"
    FORGET = "forget"
    FOLLOW = "follow"
    MUTE = "mute"
    REMOVE = "remove"
    RESET = "reset"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Act:
    """One deed of a person: the unit of undo. Feedback, rules and retractions belong to exactly one."""

    key: int
    profile: int
    kind: ActKind
    note: str
    created: datetime
    undone: datetime | None = None
