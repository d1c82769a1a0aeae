"""What is kept about me: all of it as a file, or all of it gone."""

import json
from typing import Annotated, Literal

from bot import ledger, standing
from bot.command import Flood, command
from bot.context import Context
from bot.library_export import bibtex
from bot.message import Action, ActionStyle, Buttons, File, Message, Paragraph, bold, press, text
from bot.texts import data as texts
from bot.words import backticked
from db import erased


@command("mydata export", flood=Flood.COSTLY)
def export(context: Context) -> Message:
    """Everything kept about me, as a file."""
    profile = context.profile
    rows = context.store.privacy.everything(context.tenant, profile.key, profile.member)
    document = {
        "about": f"{context.tenant}/{profile.member}",
        "written": context.now.isoformat(),
        "tables": rows,
    }
    content = json.dumps(document, ensure_ascii=False, indent=2).encode()
    files = [File("mydata.json", content, "application/json", texts.EVERYTHING)]
    library = context.store.papers.many(standing.saved(ledger.active(context)))
    if library:
        files.append(File("library.bib", bibtex(library).encode(), "application/x-bibtex", texts.LIBRARY))
    count = sum(len(found) for found in rows.values())
    return Message(text(bold(texts.exported(count))), (Paragraph(text(texts.WHO_LOOKED)),), files=tuple(files))


@command("mydata delete", flood=Flood.COSTLY)
def delete(
    context: Context, confirm: Annotated[Literal["yes"] | None, "`yes` deletes at once, and for good"] = None
) -> Message:
    """Delete everything kept about me, for good."""
    if confirm is None:
        button = Action(texts.DELETE_BUTTON, press("mydata delete", confirm="yes"), ActionStyle.DANGER)
        return Message(parts=(Paragraph(backticked(texts.SURE)), Buttons((button,))))
    profile = context.profile
    with context.store.transaction():
        counts = context.store.privacy.erase(context.tenant, profile.key, profile.member)
        erased.note(context.store.path.parent, context.tenant, profile.member)
    lines = tuple(Paragraph(text(f"{table}: {count:,}")) for table, count in sorted(counts.items()))
    return Message(text(bold(texts.DELETED)), lines, text(texts.RECEIPT))
