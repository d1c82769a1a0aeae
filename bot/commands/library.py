"""The library: saved papers, searched and exported."""

from dataclasses import replace
from typing import Annotated, Literal

from bot import ledger, standing
from bot.command import Flood, command
from bot.commands.papers import MAX_COUNT, listing
from bot.context import Context
from bot.library_export import bibtex, csv_table, ris
from bot.message import File, Message, say, text
from bot.search_query import read_search
from bot.texts import papers as texts
from bot.words import backticked

FORMATS = {
    "bibtex": (bibtex, "library.bib", "application/x-bibtex"),
    "ris": (ris, "library.ris", "application/x-research-info-systems"),
    "csv": (csv_table, "library.csv", "text/csv"),
}


@command("saved", flood=Flood.COSTLY)
def saved(context: Context, words: Annotated[str, "only those with these words"] = "") -> Message:
    """My library, the last saved first."""
    keys = standing.saved(ledger.active(context))
    if not keys:
        return say(backticked(texts.EMPTY_LIBRARY))
    query = read_search(words, keys) if words else None
    if words and query is None:
        return say(backticked(texts.nothing_found(words)))
    if query is not None:
        found = context.store.papers.search(replace(query, among=tuple(keys)), MAX_COUNT)
    else:
        found = context.store.papers.many(keys[:MAX_COUNT])
    if not found:
        return say(backticked(texts.nothing_found(words)))
    return listing(context, texts.library_heading(len(found), len(keys)), found)


@command("saved export", flood=Flood.COSTLY)
def export(context: Context, format: Annotated[Literal["bibtex", "ris", "csv"], "which form"] = "bibtex") -> Message:  # noqa: A002
    """My library as a file."""
    keys = standing.saved(ledger.active(context))
    if not keys:
        return say(backticked(texts.EMPTY_LIBRARY))
    write, name, media_type = FORMATS[format]
    papers = context.store.papers.many(keys)
    description = texts.exported(len(papers), format)
    return Message(text(description), files=(File(name, write(papers).encode(), media_type, description),))
