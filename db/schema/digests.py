"""The tables of schedules and deliveries, as db.migrations applies them. Once released, never edited."""

DIGESTS = """
CREATE TABLE subscriptions (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    number INTEGER NOT NULL,
    target TEXT NOT NULL,
    direct INTEGER NOT NULL,
    owner TEXT NOT NULL,
    at TEXT,
    days TEXT NOT NULL,
    zone TEXT NOT NULL,
    size INTEGER NOT NULL,
    interests TEXT NOT NULL DEFAULT '[]',
    repeats INTEGER NOT NULL DEFAULT 1,
    created TEXT NOT NULL,
    ended TEXT,
    pause_code TEXT,
    pause_since TEXT,
    pause_until TEXT,
    next_day TEXT,
    next_due TEXT,
    waits_until TEXT,
    UNIQUE (profile, number)
) STRICT;
-- the planner asks every half minute who is due; whoever rests for good is NULL and not in it
CREATE INDEX subscriptions_due ON subscriptions(next_due) WHERE next_due IS NOT NULL;

CREATE TABLE slots (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    subscription INTEGER NOT NULL REFERENCES subscriptions(id),
    local_date TEXT NOT NULL,
    due TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    screened INTEGER NOT NULL DEFAULT 0,
    covered TEXT,
    newest_paper INTEGER,
    UNIQUE (subscription, local_date)
) STRICT;
-- the composer asks for planned slots, oldest first; there are few of them among years of others
CREATE INDEX slots_planned ON slots(due) WHERE state = 'planned';

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    slot INTEGER REFERENCES slots(id),
    subscription INTEGER REFERENCES subscriptions(id),
    part INTEGER NOT NULL DEFAULT 0,
    token TEXT NOT NULL UNIQUE,
    target TEXT NOT NULL,
    direct INTEGER NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    created TEXT NOT NULL,
    due TEXT NOT NULL,
    deadline TEXT NOT NULL,
    lease TEXT,
    first_try TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    reference TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL DEFAULT '',
    plain INTEGER NOT NULL DEFAULT 0,
    resend INTEGER NOT NULL DEFAULT 1,
    ended TEXT,
    UNIQUE (slot, part)
) STRICT;
-- the worker asks every second what is due, over its lease or past its deadline; most rows have ended
CREATE INDEX outbox_due ON outbox(due) WHERE ended IS NULL;
CREATE INDEX outbox_lease ON outbox(lease) WHERE lease IS NOT NULL;
CREATE INDEX outbox_deadline ON outbox(deadline) WHERE ended IS NULL;
-- what one subscription was sent, for status and for its notices
CREATE INDEX outbox_subscription ON outbox(subscription, id);

-- a paper goes to a reader once; a row leaves when its post was never made
CREATE TABLE shown (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    profile INTEGER NOT NULL REFERENCES profiles(id),
    paper INTEGER NOT NULL REFERENCES papers(id),
    delivery INTEGER REFERENCES outbox(id),
    at TEXT NOT NULL,
    PRIMARY KEY (profile, paper)
) STRICT, WITHOUT ROWID;
-- a post that failed for good gives its papers back
CREATE INDEX shown_delivery ON shown(delivery);

CREATE TABLE workspace_pauses (
    workspace INTEGER PRIMARY KEY REFERENCES workspaces(id),
    code TEXT NOT NULL,
    since TEXT NOT NULL,
    until TEXT
) STRICT;

-- since when a channel's votes count, and what else its keepers switched
CREATE TABLE channel_settings (
    channel INTEGER PRIMARY KEY REFERENCES profiles(id),
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    votes_since TEXT,
    trusted_role TEXT NOT NULL DEFAULT '',
    reactions INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE keepers (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    channel INTEGER NOT NULL REFERENCES profiles(id),
    member TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    added TEXT NOT NULL,
    PRIMARY KEY (channel, member)
) STRICT, WITHOUT ROWID;

-- since when a member is known in a channel; a vote counts after a week, or at once with a trusted role
CREATE TABLE members (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    channel INTEGER NOT NULL REFERENCES profiles(id),
    member TEXT NOT NULL,
    known TEXT NOT NULL,
    trusted INTEGER NOT NULL DEFAULT 0,
    left_at TEXT,
    PRIMARY KEY (channel, member)
) STRICT, WITHOUT ROWID;
-- which channels a person is in, for "also in"
CREATE INDEX members_member ON members(workspace, member);

-- an event of a person's own ledger that was given on a channel's post counts for the channel too
CREATE TABLE votes (
    workspace INTEGER NOT NULL REFERENCES workspaces(id),
    channel INTEGER NOT NULL REFERENCES profiles(id),
    feedback INTEGER NOT NULL REFERENCES feedback(id),
    PRIMARY KEY (channel, feedback)
) STRICT, WITHOUT ROWID;
"""
