"""Who was deleted, as salted hashes in a file beside the database, so that restoring a backup deletes them again."""

import hashlib
import json
import os
import secrets
from pathlib import Path

from db.models import ProfileKind, Tenant
from db.store import Store

NAME = "erased.json"


def note(folder: Path, tenant: Tenant, member: str) -> None:
    """Remember that this person was deleted; the file tells nobody who it was."""
    salt, hashes = _read(folder)
    hashes.add(_digest(salt, tenant, member))
    draft = folder / f"{NAME}.new"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump({"salt": salt, "hashes": sorted(hashes)}, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / NAME)


def erase_again(store: Store, folder: Path) -> int:
    """Delete whoever a restored backup brought back; returns how many."""
    salt, hashes = _read(folder)
    count = 0
    with store.transaction():
        for workspace in store.people.workspaces() if hashes else []:
            for profile in store.people.profiles(workspace.tenant):
                known = _digest(salt, workspace.tenant, profile.member) in hashes
                if known and profile.kind is ProfileKind.PERSON:
                    store.privacy.erase(workspace.tenant, profile.key, profile.member)
                    count += 1
    return count


def _read(folder: Path) -> tuple[str, set[str]]:
    path = folder / NAME
    if not path.exists():
        return secrets.token_hex(16), set()
    kept = json.loads(path.read_text())
    return kept["salt"], set(kept["hashes"])


def _digest(salt: str, tenant: Tenant, member: str) -> str:
    return hashlib.sha256(f"{salt}\x00{tenant.platform}\x00{tenant.id}\x00{member}".encode()).hexdigest()
