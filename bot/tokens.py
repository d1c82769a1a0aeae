"""The token of a post: an opaque name that is the same for every try and never used again, not even after a restore."""

import base64
import secrets

RANDOM_BYTES = 10


def new_token() -> str:
    """Sixteen characters of base32, within Discord's 25 for a nonce and free of meaning for who reads metadata."""
    return base64.b32encode(secrets.token_bytes(RANDOM_BYTES)).decode().lower()
