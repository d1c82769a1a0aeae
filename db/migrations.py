"""The schema, as append-only migrations: SQL text with the reason for each index. A released migration is never edited.

Instants are ISO 8601 text in UTC with microseconds, so that text order is time order. Lists are JSON text.
Every table that holds a person's or a workspace's rows carries the workspace.
"""

from sqlite_utils import Database, Migrations

from db.digest_schema import DIGESTS

migrations = Migrations("paperround")


@migrations()
def papers(db: Database) -> None:
    """Papers, the names by which sources know them, and full-text search."""
    db.executescript("""
CREATE TABLE papers (
    id INTEGER PRIMARY KEY,
    public_id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    title TEXT NOT NULL,
    title_is_ours INTEGER NOT NULL DEFAULT 0,
    summary TEXT NOT NULL,
    abstract TEXT NOT NULL,
    raw_title TEXT NOT NULL,
    raw_abstract TEXT NOT NULL,
    authors TEXT NOT NULL,
    categories TEXT NOT NULL,
    url TEXT NOT NULL,
    submitted TEXT,
    announced TEXT,
    first_seen TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    withdrawn INTEGER NOT NULL DEFAULT 0,
    licence TEXT NOT NULL DEFAULT '',
    venue TEXT NOT NULL DEFAULT '',
    merged_into INTEGER REFERENCES papers(id)
) STRICT;
-- a digest asks for what was first seen since the last one
CREATE INDEX papers_first_seen ON papers(first_seen);
-- feedback on a copy is led to the work it was merged into; nearly all rows are NULL here
CREATE INDEX papers_merged ON papers(merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE paper_ids (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    paper INTEGER NOT NULL REFERENCES papers(id),
    version INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;
-- all names of one paper, for links and for merging
CREATE INDEX paper_ids_paper ON paper_ids(paper);

CREATE VIRTUAL TABLE papers_fts USING fts5(
    title, abstract, authors, content='papers', content_rowid='id',
    tokenize="porter unicode61 remove_diacritics 2"
);
CREATE TRIGGER papers_fts_insert AFTER INSERT ON papers BEGIN
    INSERT INTO papers_fts(rowid, title, abstract, authors) VALUES (new.id, new.title, new.abstract, new.authors);
END;
CREATE TRIGGER papers_fts_delete AFTER DELETE ON papers BEGIN
    INSERT INTO papers_fts(papers_fts, rowid, title, abstract, authors)
    VALUES ('delete', old.id, old.title, old.abstract, old.authors);
END;
CREATE TRIGGER papers_fts_update AFTER UPDATE OF title, abstract, authors ON papers BEGIN
    INSERT INTO papers_fts(papers_fts, rowid, title, abstract, authors)
    VALUES ('delete', old.id, old.title, old.abstract, old.authors);
    INSERT INTO papers_fts(rowid, title, abstract, authors) VALUES (new.id, new.title, new.abstract, new.authors);
END;

CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
""")


@migrations()
def people(db: Database) -> None:
    """Workspaces, profiles, interests, and the ledger of what people said and wished."""
    db.executescript("""
CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    tenant TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    zone TEXT NOT NULL DEFAULT 'UTC',
    installed TEXT NOT NULL,
    removed TEXT,
    UNIQUE (platform, tenant)
) STRICT;

CREATE TABLE profiles (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    kind TEXT NOT NULL,
    member TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    zone TEXT NOT NULL DEFAULT '',
    author_name TEXT NOT NULL DEFAULT '',
    quiet INTEGER NOT NULL DEFAULT 0,
    created TEXT NOT NULL,
    last_used TEXT NOT NULL,
    welcomed TEXT,
    UNIQUE (workspace, kind, member)
) STRICT;

CREATE TABLE interests (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    name TEXT NOT NULL COLLATE NOCASE,
    is_default INTEGER NOT NULL DEFAULT 0,
    created TEXT NOT NULL,
    removed TEXT
) STRICT;
-- a name is free again once its interest is removed
CREATE UNIQUE INDEX interests_name ON interests(profile, name) WHERE removed IS NULL;

CREATE TABLE acts (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    kind TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    created TEXT NOT NULL,
    undone TEXT
) STRICT;
-- undo asks for a person's last act that still stands
CREATE INDEX acts_profile ON acts(profile, id);

CREATE TABLE feedback (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    interest INTEGER NOT NULL REFERENCES interests(id),
    paper INTEGER NOT NULL REFERENCES papers(id),
    answer TEXT NOT NULL,
    created TEXT NOT NULL,
    act INTEGER NOT NULL REFERENCES acts(id)
) STRICT;
-- a profile is the fold of its events, in order
CREATE INDEX feedback_profile ON feedback(profile, id);
-- merging two papers moves the feedback on the copy
CREATE INDEX feedback_paper ON feedback(paper);
CREATE INDEX feedback_act ON feedback(act);

CREATE TABLE rules (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    interest INTEGER REFERENCES interests(id),
    verb TEXT NOT NULL,
    subject TEXT NOT NULL,
    value TEXT NOT NULL,
    paper INTEGER REFERENCES papers(id),
    until TEXT,
    created TEXT NOT NULL,
    act INTEGER NOT NULL REFERENCES acts(id)
) STRICT;
CREATE INDEX rules_profile ON rules(profile, id);
CREATE INDEX rules_act ON rules(act);

-- what an act took back: forget, remove and reset withdraw events without erasing them
CREATE TABLE retractions (
    act INTEGER NOT NULL REFERENCES acts(id),
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    feedback INTEGER REFERENCES feedback(id),
    rule INTEGER REFERENCES rules(id)
) STRICT;
CREATE INDEX retractions_act ON retractions(act);
-- whether an event still stands is asked of every event at every refit
CREATE INDEX retractions_feedback ON retractions(feedback) WHERE feedback IS NOT NULL;
CREATE INDEX retractions_rule ON retractions(rule) WHERE rule IS NOT NULL;

CREATE VIEW active_feedback AS
SELECT f.* FROM feedback f JOIN acts a ON a.id = f.act
WHERE a.undone IS NULL AND NOT EXISTS (
    SELECT 1 FROM retractions r JOIN acts b ON b.id = r.act WHERE r.feedback = f.id AND b.undone IS NULL);

CREATE VIEW active_rules AS
SELECT u.* FROM rules u JOIN acts a ON a.id = u.act
WHERE a.undone IS NULL AND NOT EXISTS (
    SELECT 1 FROM retractions r JOIN acts b ON b.id = r.act WHERE r.rule = u.id AND b.undone IS NULL);

-- what a number on a card means: the last list this profile was shown
CREATE TABLE last_lists (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    position INTEGER NOT NULL,
    paper INTEGER NOT NULL REFERENCES papers(id),
    PRIMARY KEY (profile, position)
) STRICT, WITHOUT ROWID;
""")


@migrations()
def sources(db: Database) -> None:
    """Where papers come from and how that went, when a host may be asked again, and how copies are found."""
    db.executescript("""
CREATE TABLE sources (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    added TEXT NOT NULL,
    removed TEXT,
    state TEXT NOT NULL DEFAULT '{}',
    attempted TEXT,
    succeeded TEXT,
    due TEXT,
    batch_seen TEXT,
    batch_day TEXT,
    batch_size INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- seconds since 1970, because every process on the machine reads the same clock
CREATE TABLE hosts (
    host TEXT PRIMARY KEY,
    free_at REAL NOT NULL DEFAULT 0,
    leased_until REAL NOT NULL DEFAULT 0,
    cooled_until REAL NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- likely copies share a mark (recommender.duplicates); the key's order answers "who has this mark?"
CREATE TABLE marks (
    mark INTEGER NOT NULL,
    paper INTEGER NOT NULL REFERENCES papers(id),
    PRIMARY KEY (mark, paper)
) STRICT, WITHOUT ROWID;

CREATE TABLE maybe_copies (
    paper INTEGER NOT NULL REFERENCES papers(id),
    other INTEGER NOT NULL REFERENCES papers(id),
    seen TEXT NOT NULL,
    PRIMARY KEY (paper, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE paper_changes (
    id INTEGER PRIMARY KEY,
    paper INTEGER NOT NULL REFERENCES papers(id),
    version INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL,
    seen TEXT NOT NULL
) STRICT;
-- readers are told what changed since they were last told
CREATE INDEX paper_changes_seen ON paper_changes(seen);
""")


@migrations()
def digests(db: Database) -> None:
    """Subscriptions, their slots, the outbox, what was shown to whom, and who has a say in a channel."""
    db.executescript(DIGESTS)
