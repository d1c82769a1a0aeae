"""Who looked at a profile and why; files waiting for their owner to say what they are for."""

PRIVACY = """
CREATE TABLE looks (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    at TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX looks_profile ON looks(profile);

-- a key is never used again: an old button must not mean a new file
CREATE TABLE uploads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    created TEXT NOT NULL
) STRICT;
CREATE INDEX uploads_profile ON uploads(profile);

CREATE TABLE idle_notices (
    profile INTEGER PRIMARY KEY REFERENCES profiles(id),
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    at TEXT NOT NULL
) STRICT;
"""
