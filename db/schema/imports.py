"""Ids that people imported and nobody has told us of yet."""

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
