"""Which of a platform's events were taken up in the last day: platforms send an event again when they are in doubt."""

EVENTS = """
CREATE TABLE seen_events (
    name TEXT PRIMARY KEY,
    seen TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- what is older than a day is dropped at every new event
CREATE INDEX seen_events_seen ON seen_events(seen);

-- a reaction names the post it is on, among years of posts
CREATE INDEX outbox_reference ON outbox(reference);
"""
