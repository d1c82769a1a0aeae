"""Cut Discord's OpenAPI down to the routes that the bot calls: `python cut_discord_openapi.py FULL.json CUT.json`.

The full document is github.com/discord/discord-api-spec (specs/openapi.json), MIT licence. Of each route the request is
kept (parameters and body), with the schemas it refers to; answers are left out.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

ROUTES = [
    "GET /users/@me",
    "GET /oauth2/applications/@me",
    "GET /gateway/bot",
    "GET /applications/{application_id}/commands",
    "PUT /applications/{application_id}/commands",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "POST /users/@me/channels",
    "GET /channels/{channel_id}",
    "PATCH /channels/{channel_id}",
    "GET /channels/{channel_id}/messages",
    "POST /channels/{channel_id}/messages",
    "GET /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "POST /channels/{channel_id}/threads",
    "GET /guilds/{guild_id}/threads/active",
]


def cut(full: dict[str, Any]) -> dict[str, Any]:
    """The document with these routes alone."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        method, _, path = route.partition(" ")
        item = full["paths"][path]
        operation = item[method.lower()]
        kept = {name: operation[name] for name in ("parameters", "requestBody") if name in operation}
        paths.setdefault(path, {"parameters": item["parameters"]} if "parameters" in item else {})
        paths[path][method.lower()] = kept
    schemas: dict[str, Any] = {}
    waiting = referred(paths)
    while waiting:
        name = waiting.pop()
        if name not in schemas:
            schemas[name] = without_prose(full["components"]["schemas"][name])
            waiting |= referred(schemas[name]) - schemas.keys()
    info = {
        "title": full["info"]["title"],
        "version": full["info"]["version"],
        "license": full["info"]["license"],
        "description": "A cut of github.com/discord/discord-api-spec (MIT), made by cut_discord_openapi.py.",
    }
    components = {"schemas": dict(sorted(schemas.items()))}
    return {"openapi": full["openapi"], "info": info, "paths": without_prose(paths), "components": components}


def referred(value: Any) -> set[str]:
    """The names of the schemas that a value refers to."""
    return set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(value)))


def without_prose(value: Any) -> Any:
    """The value without descriptions and titles, which judge nothing."""
    if isinstance(value, dict):
        prose = ("description", "title")
        return {k: without_prose(v) for k, v in value.items() if not (k in prose and isinstance(v, str))}
    return [without_prose(item) for item in value] if isinstance(value, list) else value


if __name__ == "__main__":
    document = cut(json.loads(Path(sys.argv[1]).read_text()))
    Path(sys.argv[2]).write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n")
