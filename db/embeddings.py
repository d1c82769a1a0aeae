"""Kept vectors of a sentence encoder. Knows texts by their digests and vectors as bytes."""

from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from db.rows import marks

AT_ONCE = 500


class Embeddings:
    """The embeddings table."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def known(self, encoder: str, texts: Sequence[bytes]) -> dict[bytes, bytes]:
        """The kept vectors of those of `texts` (digests) that this encoder has read, as float32 bytes."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(texts), AT_ONCE):
            some = texts[start : start + AT_ONCE]
            statement = f"SELECT text, vector FROM embeddings WHERE encoder = ? AND text IN ({marks(len(some))})"
            found.update(self.db.execute(statement, [encoder, *some]).fetchall())
        return found

    def keep(self, encoder: str, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors by the digests of their texts."""
        self.db.conn.executemany(
            "INSERT OR REPLACE INTO embeddings(encoder, text, vector) VALUES (?, ?, ?)",
            [(encoder, text, vector) for text, vector in vectors.items()],
        )

    def drop_others(self, encoder: str) -> None:
        """Drop what encoders that were used before have left."""
        for other in ("<", ">"):  # each finds its rows by the key; with <> the whole table would be read
            self.db.execute(f"DELETE FROM embeddings WHERE encoder {other} ?", [encoder])
