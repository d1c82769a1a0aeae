"""`paperround evaluate`: how good the rankings have been, from the answers that people gave."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.options import json_option

if TYPE_CHECKING:
    from bot.evaluation import Evaluation
    from bot.message import Message

SHOWN = ("ndcg10", "recall10", "recall50", "hit5")
HEADINGS = ("ranking", "nDCG@10", "recall@10", "recall@50", "one of the first five right")


@click.command()
@json_option
@click.option(
    "--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it into this PNG (extra: pictures)."
)
def evaluate(as_json: bool, plot: Path | None) -> None:
    """Replay the kept answers, each ranking made from what was known before, against plain baselines.

    Means over people with 95% bootstrap intervals; nobody's answers are told.
    """
    from dataclasses import asdict

    from adapters.cli.waiting import waiting
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.evaluation import evaluate as run

    with open_world() as world, waiting("Replaying…"):
        found = run(world.store)
    if as_json:
        print_json(asdict(found))
    else:
        show(make_console(), page(found))
    if plot is not None and found.cases:
        _draw(found, plot)
        click.echo(f"Drawn into {plot}.")


def page(found: "Evaluation") -> "Message":
    """The evaluation as tables."""
    from bot.message import Message, Paragraph, Part, Table, bold, say, text
    from bot.words import counted

    if not found.cases:
        return say(
            "There is nothing to replay yet: it takes answers over more than a week, "
            "and likes of papers that came in afterwards."
        )
    rows = []
    for name, measures in found.table.items():
        cells = [f"{m.mean:.3f} ({m.low:.3f} to {m.high:.3f})" for m in (measures[key] for key in SHOWN)]
        rows.append((name, *cells))
    summary = f"{counted(found.cases, 'week')} of {counted(found.people, 'person', 'people')} replayed"
    parts: list[Part] = [Table(HEADINGS, tuple(rows))]
    bins = tuple((f"{b.predicted:.2f}", f"{b.observed:.2f}", f"{b.count:,}") for b in found.bins)
    parts += [Paragraph(text(bold("Do chances keep their word?"))), Table(("said", "came true", "papers"), bins)]
    return Message(text(bold(summary)), tuple(parts))


def _draw(found: "Evaluation", path: Path) -> None:
    """A bar a ranking with its interval, and said against came true."""
    from bot.errors import SettingsError
    from bot.map_picture import can_draw

    if not can_draw():
        raise SettingsError("Drawing needs the extra paperround[pictures].")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), dpi=140, layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    names = list(found.table)[::-1]
    measures = [found.table[name]["ndcg10"] for name in names]
    errors = [[m.mean - m.low for m in measures], [m.high - m.mean for m in measures]]
    left.barh(names, [m.mean for m in measures], xerr=errors, color="#4c78d0", height=0.6)
    left.set_xlabel("nDCG@10, 95% interval over people")
    right.plot([0, 1], [0, 1], color="#c0c6d0", linewidth=1)
    right.plot([b.predicted for b in found.bins], [b.observed for b in found.bins], "o-", color="#4c78d0")
    right.set(xlabel="chance said", ylabel="share that came true", xlim=(0, 1), ylim=(0, 1))
    figure.savefig(path)
