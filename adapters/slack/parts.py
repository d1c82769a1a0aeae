"""The parts of a Message as blocks: paragraphs, cards, tables, bars, checklists, rows of buttons. Pure.

Every block's id and every button's value are functions of the message alone, so that a post works months later.
"""

from collections.abc import Iterator, Sequence

from adapters.slack import blocks as kit
from adapters.slack import limits
from adapters.slack.blocks import Block, clean, clip
from bot.message import Action, Bars, Buttons, Card, Checklist, Choice, Paragraph, Part, Table, Tone, plain
from db.models import Style, Text

CELLS = 10
"""A full bar of a chart, in characters."""
FULL, EMPTY = "▰", "▱"
TAKE_BACK = "Take one back …"
WARNING = "⚠️ "
ROW, BOXES = "row", "boxes"
"""What the block ids of a card's buttons and of a checklist begin with."""
SEPARATOR = "|"
"""Between the values of a checklist in its block's id."""
BOX_GROUPS = 30
WHY = "Why: "
TITLE, SUMMARY, ORIGIN, REASON = 300, 700, 400, 600
"""The most characters of a card's lines; hardly a paper has more."""


def laid_out(parts: Sequence[Part], tone: Tone = Tone.ANSWER, first: int = 0) -> list[Block]:
    """The parts below each other, with a line around each card; `first` is the number of the first in the message.

    What stands over a digest's cards is small and grey.
    """
    found: list[Block] = []
    over_cards = tone is Tone.DIGEST and any(isinstance(part, Card) for part in parts)
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else None
        if before is not None and (isinstance(before, Card) or (isinstance(part, Card) and over_cards)):
            found.append(kit.divider())
        if over_cards and isinstance(part, Paragraph):
            found.extend(kit.context(plain(value)) for value in kit.sliced(part.text))
        else:
            found.extend(part_blocks(part, first + place, tone))
    return found


def part_blocks(part: Part, index: int, tone: Tone = Tone.ANSWER) -> list[Block]:
    """One part as blocks; `index` makes their ids unique within the message."""
    match part:
        case Paragraph():
            mark = [kit.run(WARNING)] if tone is Tone.ERROR and index == 0 else []
            texts = list(kit.sliced(part.text)) or [()]
            return [_paragraph(value, mark if place == 0 else []) for place, value in enumerate(texts)]
        case Card():
            return _card(part, index)
        case Table():
            return _table(part)
        case Bars():
            return _bars(part, index)
        case Checklist():
            return _checklist(part, index)
        case Buttons():
            return _rows(part.actions)


def _paragraph(value: Text, mark: list[Block]) -> Block:
    return kit.rich_text(kit.section(*mark, *(kit.runs(value) or [kit.run("–")])))


def _card(card: Card, index: int) -> list[Block]:
    title = clip(plain(card.title), TITLE)
    number = [kit.run(f"{card.number}. ", Style.BOLD)] if card.number else []
    head = [*number, kit.link_run(title, card.url, Style.BOLD)]
    remarks = [words for words in (card.note, *card.marks) if words]
    if remarks:
        head.append(kit.run(clip(f"  ({'; '.join(remarks)})", 300), Style.ITALIC))
    summary = kit.shortened(card.summary, SUMMARY)
    body = [kit.section(*head, *([kit.run("\n"), *kit.runs(summary)] if summary else []))]
    found = [kit.rich_text(*body)]
    origin = " · ".join(clip(words, ORIGIN) for words in (card.authors, card.origin) if words)
    why = clip(WHY + plain(card.why), REASON) if card.why else ""
    if origin or why:
        found.append(kit.context(origin, why))
    row = [kit.button(action, place) for place, action in enumerate(card.actions[: limits.ACTIONS - 1])]
    if card.menu:
        row.append(kit.overflow(card.menu, len(row)))
    if row:
        found.append({**kit.actions(*row), "block_id": f"{ROW}:{index}"})
    return found


def _table(part: Table) -> list[Block]:
    items = [kit.section(*table_row(part.columns, row)) for row in part.rows]
    if not items:
        return []
    return [kit.rich_text({"type": "rich_text_list", "style": "bullet", "elements": items})]


def table_row(columns: Sequence[str], row: Sequence[str]) -> list[Block]:
    """A row of a table as runs: the first cell in bold, the others named by their column where there are several."""
    first, *rest = row
    cells = [cell.strip() for cell in rest]
    if len(cells) > 1:
        cells = [f"{column} {cell}" for column, cell in zip(columns[1:], cells, strict=False) if cell]
    room = limits.RICH_TEXT // 4
    after = clip(" · ".join(cell for cell in cells if cell), room)
    found = [kit.run(clip(first.strip(), room) or "–", Style.BOLD)]
    return [*found, kit.run(f"  {after}")] if after else found


def _bars(part: Bars, index: int) -> list[Block]:
    title = [kit.section(kit.run(part.title, Style.BOLD))] if clean(part.title) else []
    lines: list[Block] = []
    for bar in part.bars:
        filled = max(bool(bar.share), round(min(abs(bar.share), 1.0) * CELLS))
        drawn = FULL * filled + EMPTY * (CELLS - filled)
        words = clip(bar.label, 80) + ("" if bar.share >= 0 else "  (against)")
        lines.append(kit.run(f"{drawn}  {words}\n"))
    elements = [*title, *([kit.section(*lines)] if lines else [])]
    found = [kit.rich_text(*elements)] if elements else []
    removable = [bar for bar in part.bars if bar.remove]
    if removable:
        menu = {
            "type": "static_select",
            "action_id": f"{kit.PICK}:{index}",
            "placeholder": kit.plain_text(TAKE_BACK, limits.PLACEHOLDER),
            "options": [kit.option(bar.label, bar.remove) for bar in removable[: limits.SELECT_OPTIONS]],
        }
        found.append(kit.actions(menu))
    return found


def _checklist(part: Checklist, index: int) -> list[Block]:
    """Boxes in groups; a group's values are in its block's id, as Slack tells only what is ticked."""
    found = [kit.rich_text(kit.section(kit.run(part.title, Style.BOLD)))] if clean(part.title) else []
    groups = list(_box_groups(part))
    for number, group in enumerate(groups[:BOX_GROUPS]):
        options = [kit.option(choice.label, choice.value) for choice in group]
        ticked = [drawn for drawn, choice in zip(options, group, strict=True) if choice.ticked]
        boxes: Block = {"type": "checkboxes", "action_id": f"{BOXES}:{index}:{number}", "options": options}
        if ticked:
            boxes["initial_options"] = ticked
        values = SEPARATOR.join(choice.value for choice in group)
        found.append({**kit.actions(boxes), "block_id": f"{BOXES}:{index}:{number}:{values}"})
    more = sum(len(group) for group in groups[BOX_GROUPS:])
    if more:
        found.append(kit.context(f"and {more:,} more, which count as ticked"))
    return [*found, kit.actions(kit.button(part.confirm, 0))]


def _box_groups(part: Checklist) -> Iterator[list[Choice]]:
    group: list[Choice] = []
    room = 0
    for choice in part.choices:
        if not group or len(group) == limits.CHECKBOXES or room < len(choice.value) + 1:
            if group:
                yield group
            group, room = [], limits.BLOCK_ID - 20
        group.append(choice)
        room -= len(choice.value) + 1
    if group:
        yield group


def _rows(found: Sequence[Action]) -> list[Block]:
    starts = range(0, len(found), limits.ACTIONS)
    return [
        kit.actions(*(kit.button(action, place) for place, action in enumerate(found[start : start + limits.ACTIONS])))
        for start in starts
    ]
