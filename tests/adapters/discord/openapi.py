"""Checks a REST call against Discord's OpenAPI 3.1 (the cut in tests/schemas), and what that document leaves open."""

import functools
import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from adapters.discord import limits

DOCUMENT = Path(__file__).resolve().parents[2] / "schemas" / "discord_openapi.json"
QUIRKS = (
    # discord.py sends these; Discord takes them
    r"'nsfw' was unexpected",
    r"'flags' was unexpected",
    r"recipient_id: \d+ is not of type",
    r"attachments/\d+/id: ",
)
SNOWFLAKE = re.compile(r"\d{1,20}")


class DiscordApi:
    """The document, closed: a body's unknown fields are errors."""

    def __init__(self) -> None:
        self.document = json.loads(DOCUMENT.read_text())
        for schema in self.document["components"]["schemas"].values():
            if schema.get("type") in ("object", ["object", "null"]) and schema.get("properties"):
                schema.setdefault("additionalProperties", False)
        self.formats = FormatChecker()
        self.formats.checks("snowflake")(lambda v: not isinstance(v, str) or bool(SNOWFLAKE.fullmatch(v)))
        self.routes = sorted(self.document["paths"], key=lambda path: path.count("{"))

    def errors(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> list[str]:
        """What is wrong with a call; empty when it is good."""
        template = self.template(method, path)
        if template is None:
            return [f"{method} {path}: no such route in the cut"]
        operation = self.document["paths"][template][method.lower()]
        parameters = operation.get("parameters", []) + self.document["paths"][template].get("parameters", [])
        known = {p["name"] for p in parameters if p.get("in") == "query"}
        found = [f"unknown query parameter {name}" for name in query or {} if name not in known]
        found += self._body_errors(template, method.lower(), operation, body)
        found += [f"{place}: {fault}" for place, fault in open_faults(body)]
        return [f"{method} {path}: {e}" for e in found if not any(re.search(quirk, e) for quirk in QUIRKS)]

    def template(self, method: str, path: str) -> str | None:
        for template in self.routes:
            pattern = re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template))
            if re.fullmatch(pattern, path) and method.lower() in self.document["paths"][template]:
                return template
        return None

    def _body_errors(self, template: str, method: str, operation: Any, body: Any) -> list[str]:
        request = operation.get("requestBody")
        if request is None:
            return [] if body in (None, {}, "") else ["a body is not expected"]
        if body is None:
            return ["a body is required"] if request.get("required") else []
        return [told(e) for e in self._validator(template, method).iter_errors(body)]

    @functools.cache  # noqa: B019 - one document for all tests
    def _validator(self, template: str, method: str) -> Draft202012Validator:
        content = self.document["paths"][template][method]["requestBody"]["content"]
        schema = content["application/json"]["schema"]
        return Draft202012Validator({**schema, "components": self.document["components"]}, format_checker=self.formats)


def told(error: Any) -> str:
    """The error of the union's branch that was meant: the one whose `type` fits, else the nearest."""
    while error.context:
        branches: dict[Any, list[Any]] = {}
        for cause in error.context:
            branches.setdefault(cause.schema_path[0], []).append(cause)

        def far(causes: list[Any]) -> tuple[int, int]:
            return sum(cause.absolute_path[-1:] == ["type"] for cause in map(_pathed, causes)), len(causes)

        error = max(min(branches.values(), key=far), key=lambda cause: len(cause.absolute_path))
    return f"{'/'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:200]}"


def _pathed(cause: Any) -> Any:
    return type("Path", (), {"absolute_path": list(cause.absolute_path)})


def open_faults(body: Any) -> list[tuple[str, str]]:
    """What Discord refuses beyond its document: sums over a message, ids that are there twice, wrong names."""
    if not isinstance(body, dict):
        return [fault for item in body for fault in open_faults(item)] if isinstance(body, list) else []
    if "data" in body or "message" in body:
        inner = body.get("data") or body.get("message")
        return open_faults(inner)
    return [*message_faults(body), *command_faults(body)]


def message_faults(body: dict[str, Any]) -> list[tuple[str, str]]:
    parts = list(walked(body.get("components") or []))
    found = []
    if len(body.get("content") or "") > limits.CONTENT:
        found.append(("content", "longer than 2,000"))
    if sum(len(p.get("content", "")) for p in parts if p["type"] == 10) > limits.TEXTS_IN_MESSAGE:
        found.append(("components", "texts longer than 4,000 together"))
    if len(parts) > limits.COMPONENTS:
        found.append(("components", f"{len(parts)} of them"))
    for field in ("custom_id", "id"):
        values = [p[field] for p in parts if p.get(field) is not None]
        found += [("components", f"{field} {value} is there twice") for value in {*values} if values.count(value) > 1]
    if (body.get("flags") or 0) & (1 << 15) and (body.get("content") or body.get("embeds")):
        found.append(("content", "together with Components V2"))
    return found


def command_faults(body: dict[str, Any]) -> list[tuple[str, str]]:
    if body.get("type") != 1 or "options" not in body:
        return []
    named = [body, *(option for option in options(body))]
    wrong = [
        n["name"] for n in named if not re.fullmatch(r"[-_'\w]{1,32}", n["name"]) or n["name"] != n["name"].lower()
    ]
    return [("name", f"{name} is no command's name") for name in wrong]


def options(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [found for option in command.get("options") or [] for found in (option, *options(option))]


def walked(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All components, nested ones after what they are in."""
    found = []
    for component in components:
        inner = [*(component.get("components") or [])]
        inner += [component[name] for name in ("accessory", "component") if component.get(name)]
        found += [component, *walked(inner)]
    return found
