"""Ids that people imported: those that nobody has told us of yet, and those that nobody knows."""

IMPORTS = """
CREATE TABLE awaited (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    interest INTEGER NOT NULL REFERENCES interests(id),
    act INTEGER NOT NULL REFERENCES acts(id),
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    teach INTEGER NOT NULL,
    save INTEGER NOT NULL,
    created TEXT NOT NULL,
    PRIMARY KEY (act, kind, value)
) STRICT, WITHOUT ROWID;
-- erasing a person
CREATE INDEX awaited_profile ON awaited(profile);
"""

UNKNOWN_IDS = """
CREATE TABLE unknown_ids (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    act INTEGER NOT NULL REFERENCES acts(id),
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (act, kind, value)
) STRICT, WITHOUT ROWID;
-- erasing a person, and telling them
CREATE INDEX unknown_ids_profile ON unknown_ids(profile);
"""
