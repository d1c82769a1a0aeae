"""What a sentence encoder made of texts, so that each is encoded once."""

EMBEDDINGS = """
-- `text` is a digest of what was read, so that a paper whose words change is encoded anew
CREATE TABLE embeddings (
    encoder TEXT NOT NULL,
    text BLOB NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (encoder, text)
) STRICT, WITHOUT ROWID;
"""
