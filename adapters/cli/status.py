"""`paperround status`: how everything stands, in a page."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.message import Message
    from bot.report import Report


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As a JSON object.")
@click.option("--check", is_flag=True, help="Say nothing; exit with 1 when the scheduler does not run.")
def status(as_json: bool, check: bool) -> None:
    """Sources, model, digests, targets that rest, votes this week. Counts, never a person's own."""
    from datetime import UTC, datetime

    from adapters.cli.world import print_json
    from adapters.terminal.render import make_console, show
    from bot.config import load_settings
    from bot.report import report
    from db.store import open_store

    store = open_store(load_settings().data_dir)
    try:
        found = report(store, datetime.now(UTC))
    finally:
        store.close()
    if check:
        raise click.exceptions.Exit(0 if found.alive else 1)
    if as_json:
        print_json(found.as_object())
    else:
        show(make_console(), page(found))


def page(found: "Report") -> "Message":
    """The report as a message."""
    from bot.message import Message, Paragraph, Part, Table, bold, text
    from bot.words import counted

    def when(moment: object) -> str:
        return f"{moment:%Y-%m-%d %H:%M}" if moment else "never"

    beat = "runs" if found.alive else "does not run"
    scheduler = f"{beat}, last tick {when(found.heartbeat)} UTC" if found.heartbeat else "has never run"
    fitted = f"fitted {when(found.model.fitted)}, {found.model.bytes / 1e6:,.1f} MB"
    size = f"{found.database_bytes / 1e6:,.1f} MB"
    lines = [
        ("scheduler", scheduler),
        ("database", f"{size}, {counted(found.model.papers, 'paper')}, {counted(found.people, 'person', 'people')}"),
        ("model", fitted if found.model.fitted else "never fitted; a small corpus is fitted as it is asked"),
        ("votes this week", f"{found.votes_this_week:,}"),
        ("digests, 24 h", ", ".join(f"{count} {state}" for state, count in sorted(found.slots.items())) or "none"),
        ("posts, 24 h", ", ".join(f"{count} {state}" for state, count in sorted(found.posts.items())) or "none"),
    ]
    if found.trial is not None:
        (ours, before), ties = found.trial.wins, found.trial.ties
        words = f"better in {ours} digests, worse in {before}, even in {ties} (p = {found.trial.p:.2f})"
        lines.append(("new ranking", words))
    parts: list[Part] = [Table(("what", "state"), tuple(lines))]
    sources = tuple(
        (s.title or s.name, s.standing.value, when(s.last_seen), str(s.last_size), when(s.expected), s.problem)
        for s in found.sources
    )
    if sources:
        columns = ("source", "stands", "last batch (UTC)", "papers", "next (UTC)", "problem")
        parts += [Paragraph(text(bold("Sources"))), Table(columns, sources)]
    if found.reasons:
        rows = tuple((str(count), reason) for reason, count in found.reasons.items())
        parts += [Paragraph(text(bold("Without papers, this week"))), Table(("times", "why"), rows)]
    if found.paused:
        parts += [Paragraph(text(bold("Resting"))), Table(("target", "code"), found.paused)]
    return Message(text(bold("Paperround")), tuple(parts))
