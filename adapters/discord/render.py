"""A message as a Components V2 layout, the form in which it is sent and which the preview draws.

A message that does not fit one of Discord's is to be split first (adapters.discord.split).
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.ids import Ids
from adapters.discord.markdown import cut, escaped, units16
from adapters.discord.parts import Piece, footer_piece, heading_piece, pieces
from adapters.discord.split import split
from bot.message import Card, File, Message, Tone, plain
from recommender.characters import printable

PAPER_BLUE, BRICK_RED = 0x5B7DB1, 0xC4524A
EMPTY, HEADING, BOLD = "…", "### ", "**"


@dataclass(frozen=True, slots=True)
class Rendered:
    """One message of Discord's: its layout, and the files that go with it."""

    view: ui.LayoutView
    files: tuple[File, ...]

    def payload(self) -> dict[str, Any]:
        """The message as it goes over the wire, without its files' bytes."""
        flags = discord.MessageFlags(components_v2=True).value
        return {"flags": flags, "components": self.view.to_components()}  # type: ignore[no-untyped-call]

    def attachments(self) -> list[discord.File]:
        """The files as Discord's library takes them; to be made anew for each try."""
        return [
            discord.File(
                io.BytesIO(file.content),
                filename=file_name(file.name),
                description=cut(file.description, limits.FILE_DESCRIPTION),
            )
            for file in self.files
        ]


def render(message: Message, *, home: str = "", mark: int | None = None) -> Rendered:
    """The layout of a message that fits.

    `home` is the server that its buttons belong to where Discord cannot tell (in direct messages), `mark` a number by
    which the post is found again.
    """
    ids = Ids(home)
    children = _children(message, ids)
    view = ui.LayoutView(timeout=None)
    accent = _accent(message)
    if accent is None and mark is None:
        for child in children:
            view.add_item(child)
    else:
        view.add_item(ui.Container(*children, accent_colour=accent, id=mark))
    return Rendered(view, message.files[: limits.FILES])


def render_all(message: Message, *, home: str = "") -> list[Rendered]:
    """The layouts of a message of any size."""
    return [render(part, home=home) for part in split(message)]


def _accent(message: Message) -> int | None:
    if message.tone is Tone.ERROR:
        return BRICK_RED
    return PAPER_BLUE if message.tone is Tone.DIGEST or message.cards else None


def _children(message: Message, ids: Ids) -> list[ui.Item[Any]]:
    """The layout's items; cards are parted by lines where there is room for them, first of all between cards."""
    groups: list[list[Piece]] = [[heading_piece(message)]]
    groups += [pieces(part, ids) for part in message.parts]
    groups.append([footer_piece(message)])
    cards = [index for index, part in enumerate(message.parts, start=1) if isinstance(part, Card)]
    between = set(cards[1:])
    after = {cards[-1] + 1} if cards else set()
    children: list[ui.Item[Any]] = []
    for parted in (between | after, between, set()):
        children = [*_arranged(groups, parted), *_files(message)]
        if 1 + sum(map(_components, children)) <= limits.COMPONENTS:
            break
    return children or [ui.TextDisplay(EMPTY)]


def _arranged(groups: list[list[Piece]], parted: set[int]) -> Iterator[ui.Item[Any]]:
    """The pieces as items, with a line before each group that is `parted`; texts in a row are one display."""
    texts: list[str] = []
    for index, group in enumerate(groups):
        if index in parted and any(group):
            yield from _display(texts)
            yield ui.Separator()
        for piece in group:
            if isinstance(piece, str):
                texts += [piece] if piece else []
            else:
                yield from _display(texts)
                yield piece
    yield from _display(texts)


def _components(item: ui.Item[Any]) -> int:
    return 1 + len(item.children) if isinstance(item, ui.ActionRow) else 1


def _display(texts: list[str]) -> Iterator[ui.Item[Any]]:
    """What was gathered as one text display, with an empty line above what begins in bold; empties the list."""
    if texts:
        shown = texts[0]
        for above, text in pairwise(texts):
            opens = text.startswith(BOLD) and not above.startswith(HEADING)
            shown += ("\n\n" if opens else "\n") + text
        yield ui.TextDisplay(shown)
        texts.clear()


def _files(message: Message) -> Iterator[ui.Item[Any]]:
    for file in message.files[: limits.FILES]:
        place = f"attachment://{file_name(file.name)}"
        if file.media_type.startswith("image/"):
            description = cut(file.description, limits.FILE_DESCRIPTION)
            yield ui.MediaGallery(discord.MediaGalleryItem(place, description=description))
        else:
            yield ui.File(place)


def file_name(name: str) -> str:
    """A file's name with nothing in it that Discord would change."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name).lstrip(".")[:80] or "file"


def plain_text(message: Message) -> str:
    """The message as text alone, for a place that refuses the layout: titles and links, cut between lines."""
    lines = [escaped(plain(message.heading))]
    for part in message.parts:
        if isinstance(part, Card):
            lines.append(f"{part.number}\\. {escaped(plain(part.title))} {part.url}".rstrip())
        else:
            lines += [piece for piece in pieces(part, Ids()) if isinstance(piece, str)]
    lines = [printable(line) for line in lines if line]
    kept = ""
    for line in lines:
        longer = f"{kept}\n{line}" if kept else line
        if units16(longer) > limits.CONTENT:
            return kept or cut(line, limits.CONTENT)
        kept = longer
    return kept or "…"
