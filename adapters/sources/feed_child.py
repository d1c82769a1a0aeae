"""Runs alone, in a process of its own with hard limits: reads a feed that is no proper XML with feedparser.

Standard input: the bytes. Standard output: JSON with the feed's title and its entries. Imports nothing of ours, so that
the interpreter can be isolated (-I) and starts fast.
"""

import io
import json
import resource
import sys

CPU_SECONDS = 2
MEMORY_BYTES = 300_000_000
MAX_ITEMS = 500
MAX_TEXT = 30_000
MAX_LINE = 2_000


def limit() -> None:
    """Give up CPU time, memory, files and core dumps beyond the limits, for good."""
    for kind, most in (
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def main() -> None:
    """Read, parse, write."""
    limit()
    import feedparser  # type: ignore[import-untyped, unused-ignore]

    url, charset = (*sys.argv[1:3], "", "")[:2]
    headers = {"content-location": url}
    if charset:
        headers["content-type"] = f"application/xml; charset={charset}"
    body = sys.stdin.buffer.read()
    found = feedparser.parse(io.BytesIO(body), response_headers=headers, resolve_relative_uris=True)
    items = [as_item(entry) for entry in found.entries[:MAX_ITEMS]]
    answer = {
        "version": str(found.get("version", "")),
        "title": line(found.feed.get("title", "")),
        "items": items,
        "cut": len(found.entries) > MAX_ITEMS,
        "reason": line(found.get("bozo_exception", "")),
    }
    sys.stdout.write(json.dumps(answer))


def as_item(entry: "dict[str, object]") -> "dict[str, object]":
    """An entry's fields under our names."""
    get = entry.get
    contents = [part.get("value", "") for part in get("content") or []]  # type: ignore[attr-defined]
    people = [person.get("name") or person.get("email") or "" for person in get("authors") or []]  # type: ignore[attr-defined]
    return {
        "guid": line(get("id", "")),
        "link": line(get("link", "")),
        "title": line(get("title", "")),
        "summaries": [str(text)[:MAX_TEXT] for text in (get("summary", ""), *contents)][:4],
        "authors": [line(name) for name in people or [get("author", "")] if name][:200],
        "date": line(get("published") or get("updated") or ""),
        "categories": [line(tag.get("term") or "") for tag in get("tags") or []][:20],  # type: ignore[attr-defined]
        "identifiers": [line(get(name, "")) for name in ("prism_doi", "dc_identifier") if get(name)],
    }


def line(value: object) -> str:
    """A value as text of bounded length."""
    return str(value or "")[:MAX_LINE]


if __name__ == "__main__":
    main()
