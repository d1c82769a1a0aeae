"""What is wrong with a payload for Slack: by Block Kit's schema with its limits, and by rules it cannot hold."""

import functools
import json
import re
from collections import Counter
from typing import Any

from jsonschema import Draft7Validator

from tests.conftest import ROOT

SCHEMA = json.loads((ROOT / "tests/schemas/slack_blocks.json").read_text())["definitions"]
MOST = {"message": 50, "modal": 100, "home": 100}
NO_MESSAGE_BLOCKS = {"input"}


@functools.cache
def validators() -> dict[str, Draft7Validator]:
    found = {}
    for reference in SCHEMA["KnownBlock"]["anyOf"]:
        name = reference["$ref"].rpartition("/")[2]
        for shape in SCHEMA[name].get("anyOf", [SCHEMA[name]]):
            kind = shape.get("properties", {}).get("type", {}).get("const")
            if kind:
                found[kind] = Draft7Validator({"$ref": f"#/definitions/{name}", "definitions": SCHEMA})
    return found


def block_faults(blocks: list[dict[str, Any]], surface: str = "message") -> list[str]:
    found = [] if len(blocks) <= MOST[surface] else [f"{len(blocks)} blocks"]
    for place, block in enumerate(blocks):
        validator = validators().get(block.get("type", ""))
        if validator is None:
            found.append(f"[{place}] no block is called {block.get('type')!r}")
            continue
        found += [f"[{place}] {deepest(error)}" for error in validator.iter_errors(block)]
        if surface == "message" and block["type"] in NO_MESSAGE_BLOCKS:
            found.append(f"[{place}] an input in a message")
        ids = Counter(e["action_id"] for e in block.get("elements", []) if "action_id" in e)
        found += [f"[{place}] two elements are called {name}" for name, count in ids.items() if count > 1]
    named = Counter(block["block_id"] for block in blocks if "block_id" in block)
    return found + [f"two blocks are called {name}" for name, count in named.items() if count > 1] + smuggled(blocks)


def message_faults(payload: dict[str, Any]) -> list[str]:
    blocks = payload.get("blocks") or []
    blocks = json.loads(blocks) if isinstance(blocks, str) else blocks
    text = payload.get("text") or ""
    found = block_faults(blocks)
    if not text:
        found.append("no fallback text")
    if len(text) > 3_000:
        found.append(f"a text of {len(text)} characters")
    if re.search(r"[<>]", text):
        found.append("a text that is not escaped")
    if characters(blocks) > 13_000:
        found.append(f"{characters(blocks)} characters in all")
    if blocks and not (payload.get("unfurl_links") is False and payload.get("unfurl_media") is False):
        found.append("links would be unfurled")
    return found


def view_faults(view: dict[str, Any]) -> list[str]:
    found = block_faults(view["blocks"], view["type"])
    if view["type"] == "modal":
        found += [f"{k} too long" for k in ("title", "submit", "close") if len(view.get(k, {}).get("text", "")) > 24]
        if any(block["type"] == "input" for block in view["blocks"]) and "submit" not in view:
            found.append("inputs without submit")
    return found


def smuggled(blocks: Any) -> list[str]:
    """Mentions anywhere, and mrkdwn objects, which we never use: everything outside goes where nothing is parsed."""
    whole = json.dumps(blocks, ensure_ascii=False)
    found = [f"a mention {mark}" for mark in ("<!", "<@", "<#") if mark in whole]
    return found + (["an mrkdwn object"] if '"type": "mrkdwn"' in whole else [])


def characters(value: Any) -> int:
    if isinstance(value, dict):
        return sum(len(v) if k == "text" and isinstance(v, str) else characters(v) for k, v in value.items())
    return sum(characters(item) for item in value) if isinstance(value, list) else 0


def links(value: Any) -> list[str]:
    """Every address that a click could open."""
    if isinstance(value, dict):
        own = [value["url"]] if isinstance(value.get("url"), str) else []
        return own + [url for item in value.values() for url in links(item)]
    return [url for item in value for url in links(item)] if isinstance(value, list) else []


def words(value: Any) -> str:
    """All the text that is shown, in order."""
    if isinstance(value, dict):
        own = value["text"] if isinstance(value.get("text"), str) else ""
        return own + "".join(words(v) for k, v in value.items() if k != "text" or not isinstance(v, str))
    if not isinstance(value, list):
        return ""
    is_line = all(isinstance(item, dict) and item.get("type") in ("text", "link") for item in value)
    return ("" if is_line else "\n").join(words(item) for item in value)


def deepest(error: Any) -> str:
    while error.context:
        error = max(error.context, key=lambda e: len(e.absolute_path))
    return f"{'.'.join(map(str, error.absolute_path))}: {error.message[:120]}"
