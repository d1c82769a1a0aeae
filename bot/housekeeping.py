"""The daily jobs on what is kept: a backup, and letting go of what has had its time."""

import logging
from datetime import datetime, timedelta
from pathlib import Path

from bot.message import say
from bot.message_json import to_json
from bot.settings_operation import OperationSettings
from bot.tenancy import GONE
from bot.texts import data as texts
from bot.tokens import new_token
from db import erased
from db.backup import PREFIX, SUFFIX, backup, prune
from db.digests import Draft
from db.models import Profile, ProfileKind
from db.store import Store

logger = logging.getLogger(__name__)

NOTICE_BEFORE = timedelta(days=30)
NOTICE_LASTS = timedelta(days=7)
BACKUPS = "backups"
GONE_FOR = timedelta(days=30)
"""After so long everything of a workspace that removed the app is deleted."""
LOCAL = "local"


def back_up(store: Store, settings: OperationSettings, now: datetime) -> Path | None:
    """Today's backup in DATA_DIR/backups, if there is none yet; old ones go. None where backups are switched off."""
    if not settings.backups_kept:
        return None
    folder = store.path.parent / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{PREFIX}{now:%Y-%m-%d}{SUFFIX}"
    if not target.exists():
        backup(store, target)
    for path in prune(folder, settings.backups_kept):
        logger.info("deleted the old backup %s", path.name)
    return target


def let_go(store: Store, settings: OperationSettings, now: datetime) -> int:
    """Empty old posts; delete workspaces that removed the app, and profiles unused for long, a notice before.

    Returns how many profiles went for being unused.
    """
    with store.transaction():
        store.outbox.purge(now - timedelta(days=settings.outbox_text_days))
    for tenant, pause in store.subscriptions.workspace_pauses().items():
        if pause.code == GONE and pause.since <= now - GONE_FOR:
            with store.transaction():
                store.privacy.erase_workspace(tenant)
            logger.info("deleted everything of %s, which had removed the app", tenant)
    idle_since = now - timedelta(days=settings.idle_profile_days)
    deleted = 0
    for profile in store.privacy.idle(idle_since + NOTICE_BEFORE):
        if profile.kind is ProfileKind.CHANNEL or profile.tenant.platform == LOCAL:
            continue
        noticed = store.privacy.noticed(profile.tenant, profile.key)
        if noticed is None:
            _notice(store, profile, now)
        elif profile.last_used <= idle_since and noticed <= now - NOTICE_BEFORE:
            _delete(store, profile)
            deleted += 1
    return deleted


def _notice(store: Store, profile: Profile, now: datetime) -> None:
    with store.transaction():
        post = Draft(profile.member, direct=True, payload=to_json(say(texts.idle_notice(NOTICE_BEFORE.days))))
        store.outbox.add(profile.tenant, post, new_token(), now, now + NOTICE_LASTS)
        store.privacy.note_idle(profile.tenant, profile.key, now)


def _delete(store: Store, profile: Profile) -> None:
    with store.transaction():
        store.privacy.erase(profile.tenant, profile.key, profile.member)
        erased.note(store.path.parent, profile.tenant, profile.member)
    logger.info("deleted a profile of %s that nobody had used for long", profile.tenant)
