"""The admin's sentence encoder, with what it made of texts kept in the store: each text is encoded once.

Where it cannot be opened the bot goes on without it and says so in the log.
"""

import logging
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from db.store import Store
from recommender.embeddings import Encode, Encoder
from recommender.errors import EncoderError

logger = logging.getLogger(__name__)

AT_ONCE = 256
"""So many texts are encoded before they are kept; a stop in between loses no more."""


class Reader(Protocol):
    """What is needed of an encoder."""

    name: str
    width: int

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows (n, width), one a text."""
        ...


class KeptEncoder:
    """An encoder that reads no text twice; belongs to the thread of its store. Gives what the encoder gives."""

    def __init__(self, store: Store, encoder: Reader) -> None:
        self._store = store
        self._encoder = encoder
        with store.transaction():
            store.embeddings.drop_others(encoder.name)

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows (n, e), one a text in their order."""
        digests = [blake2b(text.encode("utf-8", "replace"), digest_size=16).digest() for text in texts]
        kept = self._store.embeddings.known(self._encoder.name, digests)
        new = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in kept}
        missing = list(new)
        for start in range(0, len(missing), AT_ONCE):
            some = missing[start : start + AT_ONCE]
            rows = self._encoder.encode([new[digest] for digest in some])
            made = {digest: row.astype("<f4").tobytes() for digest, row in zip(some, rows, strict=True)}
            with self._store.transaction():
                self._store.embeddings.keep(self._encoder.name, made)
            kept |= made
        joined = b"".join(kept[digest] for digest in digests)
        return np.frombuffer(joined, dtype="<f4").reshape(len(texts), self._encoder.width)


def open_encoder(store: Store, folder: Path | None) -> Encode | None:
    """The encoder in `folder`; None where none is named, or where it cannot be opened, which is logged."""
    if folder is None:
        return None
    try:
        return KeptEncoder(store, Encoder(folder))
    except EncoderError as error:
        logger.warning("papers are ranked without a sentence encoder: %s", error)
        return None
