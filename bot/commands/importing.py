"""Bringing one's own library in: a file or a pasted text is kept, a question asked once, then one act written."""

from datetime import timedelta
from typing import Annotated, Literal

from bot.command import Flood, command
from bot.context import Context, Upload
from bot.convert import interest as find_interest
from bot.errors import NotFound, UserError
from bot.imports import Imported, ImportPlan, groups_of, import_in_chunks, import_library
from bot.library_files import Library
from bot.message import Action, Buttons, Message, Paragraph, Part, bold, press, say, text
from bot.message_json import to_json
from bot.ports import Core
from bot.texts import imports as texts
from bot.tokens import new_token
from bot.words import backticked
from db.digests import Draft
from db.models import Interest
from db.store import Store

AT_ONCE = 500
"""References that are imported while the person waits; more of them take longer than an answer may."""
OUTCOME_LASTS = timedelta(days=1)
MAX_GROUPS = 5
MAX_GROUP = 30
UNDO = Buttons((Action("Undo", press("undo")),))


@command("import", flood=Flood.COSTLY, hidden=True)
def import_(
    context: Context,
    upload: Annotated[int, "which file"],
    use: Annotated[Literal["teach", "save", "both"], "what for"] = "both",
    into: Annotated[str, "the interest, also a new one"] = "",
    group: Annotated[str, "only this collection or group of the file"] = "",
) -> Message:
    """Import a file that I sent: to teach, to save, or both; into one interest."""
    kept = context.store.privacy.upload(context.tenant, context.profile.key, upload)
    if kept is None:
        raise NotFound(texts.GONE)
    library = context.services.read_library(kept[1], kept[0])
    interest = _interest(context, into)
    groups = frozenset(name for name, _ in groups_of(library) if group and name.startswith(group))
    plan = ImportPlan(
        context.tenant, context.profile.key, interest.key, use in ("teach", "both"), use in ("save", "both"), groups
    )
    with context.store.transaction():
        context.store.privacy.drop_upload(context.tenant, context.profile.key, upload)
    core = context.services.core
    if core is not None and library.total > AT_ONCE:
        return Message(
            parts=(Paragraph(text(texts.under_way(library.total))),), job=_Later(core, context, plan, library)
        )
    done = import_library(context.store, plan, library, context.now)
    return _outcome(done, interest.name, use)


def _outcome(done: Imported, interest: str, use: str) -> Message:
    told = texts.imported(done.total, done.used, done.without_abstract, done.waiting, [str(p) for p in done.skipped])
    if not done.act:
        return say(told)
    return Message(parts=(Paragraph(text(told)), Paragraph(backticked(texts.into(interest, use))), UNDO))


class _Later:
    """A large library's import, a chunk at a time while others are served; its outcome comes as a direct message."""

    def __init__(self, core: Core, context: Context, plan: ImportPlan, library: Library) -> None:
        self._core = core
        self._context = context
        self._plan = plan
        self._library = library

    async def __call__(self) -> None:
        done = await import_in_chunks(self._core, self._plan, self._library, self._context.now)
        await self._core(lambda store: self._tell(store, done))

    def _tell(self, store: Store, done: Imported) -> None:
        profile, now = self._context.profile, self._context.services.clock.now()
        interests = store.people.interests(profile.tenant, profile.key)
        name = next((i.name for i in interests if i.key == self._plan.interest), "")
        use = "both" if self._plan.teach and self._plan.save else "teach" if self._plan.teach else "save"
        post = Draft(profile.member, direct=True, payload=to_json(_outcome(done, name, use)))
        with store.transaction():
            store.outbox.add(profile.tenant, post, new_token(), now, now + OUTCOME_LASTS)


def offer(context: Context, given: Upload) -> Message:
    """Keep a file and ask once what it is for. Raises SourceError when it is no library."""
    library = context.services.read_library(given.content, given.name)
    if not library.total:
        raise UserError(texts.EMPTY)
    with context.store.transaction():
        key = context.store.privacy.keep_upload(
            context.tenant, context.profile.key, given.name, given.content, context.now
        )
    interests = context.store.people.interests(context.tenant, context.profile.key)
    parts: list[Part] = [Paragraph(text(line)) for line in _counts(library)]
    parts.append(Buttons(tuple(_uses(key, "", ""))))
    for interest in interests[1:]:
        parts.append(Paragraph(text(texts.or_into(interest.name))))
        parts.append(Buttons(tuple(_uses(key, interest.name, ""))))
    for name, count in groups_of(library)[:MAX_GROUPS]:
        parts.append(Paragraph(text(texts.or_group(name, count))))
        parts.append(Buttons(tuple(_uses(key, name[:MAX_GROUP], name[:MAX_GROUP]))))
    return Message(text(bold(texts.what_for(interests[0].name))), tuple(parts), text(texts.ONE_UNDO))


def _counts(library: Library) -> list[str]:
    bare = sum(not entry.has_abstract for entry in library.entries)
    return [texts.holds(library.format, library.total, bare, len(library.wanted), len(library.problems))]


def _uses(key: int, into: str, group: str) -> list[Action]:
    named = {"into": into} if into else {}
    named |= {"group": group} if group else {}
    return [Action(label, press("import", upload=key, use=use, **named)) for use, label in texts.USES.items()]


def _interest(context: Context, into: str) -> Interest:
    """The named interest, made when there is none of this name; the default one where none is named."""
    people = context.store.people
    if not into:
        return people.interests(context.tenant, context.profile.key)[0]
    try:
        return find_interest(context, into)
    except NotFound:
        with context.store.transaction():
            return people.add_interest(context.tenant, context.profile.key, into, context.now)
