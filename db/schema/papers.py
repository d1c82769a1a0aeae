"""Papers, the names by which sources know them, and full-text search; how their indexes changed since."""

PAPERS = """
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
"""

PAPERS_BY_SOURCE = """
-- counting works, and the newest of one source, without reading the papers themselves: that takes a second for 300,000
CREATE INDEX papers_by_source ON papers(source, first_seen) WHERE merged_into IS NULL;
"""
