"""Encoding in the worker process what rankings will ask for, so that nobody waits for it. Owns how far ahead."""

from dataclasses import dataclass
from pathlib import Path

from bot.model_keeper import ModelKeeper
from db.store import open_store

AHEAD = 2_000
"""The newest papers: more than a day brings, and a minute of one core."""


@dataclass(frozen=True, slots=True)
class EncodeAhead:
    """Encodes the newest papers and the reference papers of the serving model; can be sent to another process."""

    data_dir: Path
    encoder_folder: Path

    def __call__(self) -> int:
        """How many of the newest papers have a vector now: none where the encoder cannot be opened."""
        store = open_store(self.data_dir)
        try:
            models = ModelKeeper(store, self.data_dir, encoder_folder=self.encoder_folder)
            if not models.encodes:
                return 0
            return len(models.features(store.papers.recent(AHEAD)))
        finally:
            store.close()
