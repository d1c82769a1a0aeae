"""Where papers come from and how that went, when a host may be asked again, and how copies are found."""

SOURCES = """
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
"""
