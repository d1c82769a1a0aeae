"""How a message that only its reader sees shows that a card was answered: a line under it, and Undo. Pure.

Works on the blocks as Slack gives them back with a press. A shared post is never redrawn.
"""

from typing import Any

from adapters.slack import blocks as kit
from adapters.slack import limits
from adapters.slack.parts import ROW
from bot.message import Action, Message, Paragraph, Tone, plain, press, read_press

Block = dict[str, Any]
ANSWERED = "answered"
"""What the block id of the added line begins with; its row's follows."""
UNDO = f"{kit.PRESS}:undo"
ANSWERS = frozenset({"like", "dislike", "save", "known", "more", "less"})


def with_answer(blocks: list[Block], row: str, pressed: str, message: Message) -> list[Block] | None:
    """The blocks with what was said under the row; None where they are better left as they are."""
    command, arguments = read_press(pressed)
    index = next((i for i, block in enumerate(blocks) if block.get("block_id") == row), None)
    said = next((plain(part.text) for part in message.parts if isinstance(part, Paragraph)), "")
    if index is None or not row.startswith(ROW) or not said or message.tone is Tone.ERROR:
        return None
    line = f"{ANSWERED}:{row}"
    others = [block for block in blocks if block.get("block_id") != line]
    elements = [e for e in blocks[index].get("elements", []) if e.get("action_id") != UNDO]
    if command in ANSWERS and "paper" in arguments:
        undo = kit.button(Action("Undo", press("remove", what=arguments["paper"])), 0)
        elements.append({**undo, "action_id": UNDO})
    elif command != "remove":
        return None
    found = []
    for block in others:
        if block.get("block_id") != row:
            found.append(block)
            continue
        found.append({**block, "elements": elements})
        found.append({**kit.context(said), "block_id": line})
    return found if len(found) <= limits.MESSAGE_BLOCKS else None
