"""Which of two rankers put a paper into a digest while an admin compares them, and who does not want to take part."""

TRIALS = """
CREATE TABLE trials (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    slot INTEGER NOT NULL REFERENCES slots(id),
    paper INTEGER NOT NULL REFERENCES papers(id),
    team INTEGER NOT NULL,
    PRIMARY KEY (slot, paper)
) STRICT, WITHOUT ROWID;
CREATE INDEX trials_profile ON trials(profile);

CREATE TABLE trial_refusals (
    profile INTEGER PRIMARY KEY REFERENCES profiles(id),
    workspace INTEGER NOT NULL REFERENCES workspaces(id)
) STRICT;
"""
