"""Sources that an admin asked to be tried, and what they would bring."""

SOURCE_TESTS = """
CREATE TABLE source_tests (
    name TEXT PRIMARY KEY,
    asked TEXT NOT NULL,
    answered TEXT,
    answer TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
"""
