"""Sources as tables, sentences and JSON: how they stand, what a fetch brought, what a test would bring."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

from bot.fetching import Report
from bot.message import Message, Paragraph, Part, Table, bold, say, text
from bot.ports import Batch, Record
from bot.source_health import Health
from bot.texts import sources as texts
from bot.words import backticked, counted
from recommender.text import plain_text

PROBLEMS_SHOWN = 3


def sources_table(found: Sequence[Health], zone: tzinfo = UTC, *, doubtful: int = 0) -> Message:
    """All sources with their standing, last batch and next one; `doubtful` pairs of papers may be copies."""
    if not found:
        return say(texts.NONE)
    rows = tuple(
        (
            one.title or one.name,
            one.standing.value,
            texts.last_batch(one.last_day, one.last_seen and one.last_seen.astimezone(zone), one.last_size),
            _when(one.expected, zone),
            one.problem,
        )
        for one in found
    )
    table = Table(("source", "state", "last batch", "next", "remark"), rows)
    footer = backticked(texts.doubtful(doubtful)) if doubtful else ()
    return Message(text(bold(texts.HEADING)), (table,), footer)


def as_object(one: Health) -> dict[str, Any]:
    """A source as it stands in JSON."""
    return {
        "name": one.name,
        "title": one.title,
        "state": one.standing.value,
        "last_day": one.last_day and one.last_day.isoformat(),
        "last_seen": one.last_seen and one.last_seen.isoformat(),
        "last_size": one.last_size,
        "expected": one.expected and one.expected.isoformat(),
        "problem": one.problem,
    }


def report_line(report: Report) -> str:
    """What a fetch of one source brought, as a sentence."""
    if report.problem:
        return f"{report.source}: {report.problem}"
    taken = report.intake
    parts = [
        counted(taken.new, "new paper"),
        *(f"{count:,} {word}" for count, word in (
            (taken.updated, "updated"), (taken.merged, "merged"), (taken.unchanged, "unchanged"), (taken.cut, "cut"),
            (taken.skipped, "skipped"),
        ) if count),
    ]  # fmt: skip
    note = f" Note: {report.note}." if report.note else ""
    return f"{report.source}: {', '.join(parts)}.{note}"


def report_object(report: Report) -> dict[str, Any]:
    """The same in JSON."""
    taken = report.intake
    counts = {name: getattr(taken, name) for name in ("new", "updated", "merged", "unchanged", "cut", "skipped")}
    reasons = [str(problem) for problem in taken.problems]
    return {"source": report.source, **counts, "problem": report.problem, "note": report.note, "reasons": reasons}


def batch_shown(name: str, batch: Batch, limit: int) -> Message:
    """What a source would bring: the first papers, and what could not be used."""
    parts: list[Part] = [Paragraph(text(texts.would_bring(batch.title or name, len(batch.records), batch.more)))]
    if batch.note:
        parts.append(Paragraph(text(f"{batch.note[:1].upper()}{batch.note[1:]}.")))
    rows = tuple((_id(record), _title(record), ", ".join(record.authors[:2])) for record in batch.records[:limit])
    if rows:
        parts.append(Table(("id", "title", "authors"), rows))
    parts += [Paragraph(text(str(problem))) for problem in batch.problems[:PROBLEMS_SHOWN]]
    if len(batch.problems) > PROBLEMS_SHOWN:
        parts.append(Paragraph(text(texts.more_problems(len(batch.problems) - PROBLEMS_SHOWN))))
    return Message(text(bold(name)), tuple(parts))


def batch_object(name: str, batch: Batch, limit: int) -> dict[str, Any]:
    """The same in JSON."""
    return {
        "source": name,
        "title": batch.title,
        "count": len(batch.records),
        "more": batch.more,
        "complete": batch.complete,
        "note": batch.note,
        "papers": [
            {
                "id": _id(record),
                "title": _title(record),
                "authors": list(record.authors),
                "categories": list(record.categories),
                "url": record.url,
                "withdrawn": bool(record.withdrawn),
            }
            for record in batch.records[:limit]
        ],
        "problems": [str(problem) for problem in batch.problems],
    }


def _when(moment: datetime | None, zone: tzinfo) -> str:
    return texts.when(moment.astimezone(zone)) if moment else ""


def _id(record: Record) -> str:
    return f"{record.ids[0].kind}:{record.ids[0].value}" if record.ids else ""


def _title(record: Record) -> str:
    return plain_text(record.title[:500]) or plain_text(record.abstract[:200])
