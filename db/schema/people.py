"""Workspaces, profiles, interests, and the ledger of what people said and wished."""

PEOPLE = """
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
"""
