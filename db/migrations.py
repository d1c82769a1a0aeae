"""The migrations, append-only: each applies one text of db.schema, which says the reason for each index.

Instants are ISO 8601 text in UTC with microseconds, so that text order is time order. Lists are JSON text.
Every table that holds a person's or a workspace's rows carries the workspace. A released migration is never edited.
"""

from sqlite_utils import Database, Migrations

from db.schema.digests import DIGESTS
from db.schema.embeddings import EMBEDDINGS
from db.schema.events import EVENTS
from db.schema.imports import IMPORTS, UNKNOWN_IDS
from db.schema.papers import PAPERS, PAPERS_BY_SOURCE
from db.schema.people import PEOPLE
from db.schema.privacy import PRIVACY
from db.schema.source_tests import SOURCE_TESTS
from db.schema.sources import SOURCES
from db.schema.trials import TRIALS

migrations = Migrations("paperround")


@migrations()
def papers(db: Database) -> None:
    """Papers, the names by which sources know them, and full-text search."""
    db.executescript(PAPERS)


@migrations()
def people(db: Database) -> None:
    """Workspaces, profiles, interests, and the ledger of what people said and wished."""
    db.executescript(PEOPLE)


@migrations()
def sources(db: Database) -> None:
    """Where papers come from and how that went, when a host may be asked again, and how copies are found."""
    db.executescript(SOURCES)


@migrations()
def digests(db: Database) -> None:
    """Subscriptions, their slots, the outbox, what was shown to whom, and who has a say in a channel."""
    db.executescript(DIGESTS)


@migrations()
def privacy(db: Database) -> None:
    """Who looked at a profile and why; files waiting for their owner to say what they are for."""
    db.executescript(PRIVACY)


@migrations()
def events(db: Database) -> None:
    """Which events of the platforms were taken up in the last day."""
    db.executescript(EVENTS)


@migrations()
def imports(db: Database) -> None:
    """Ids that people imported and nobody has told us of yet."""
    db.executescript(IMPORTS)


@migrations()
def source_tests(db: Database) -> None:
    """Sources that an admin asked to be tried, and what they would bring."""
    db.executescript(SOURCE_TESTS)


@migrations()
def trials(db: Database) -> None:
    """Which of two rankers put a paper into a digest, while an admin compares them."""
    db.executescript(TRIALS)


@migrations()
def unknown_ids(db: Database) -> None:
    """Ids that people imported and that nobody knows."""
    db.executescript(UNKNOWN_IDS)


@migrations()
def embeddings(db: Database) -> None:
    """What a sentence encoder made of texts."""
    db.executescript(EMBEDDINGS)


@migrations()
def papers_by_source(db: Database) -> None:
    """Counting works and listing one source's papers from an index."""
    db.executescript(PAPERS_BY_SOURCE)
