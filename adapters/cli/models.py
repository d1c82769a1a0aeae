"""`paperround model`: the feature model, its age, and fitting it now."""

import click

from adapters.cli.options import json_option


@click.group()
def model() -> None:
    """Show and fit the feature model."""


@model.command("show")
@json_option
def show_(as_json: bool) -> None:
    """When the model was fitted, and on how much."""
    from dataclasses import asdict
    from datetime import UTC, datetime

    from adapters.cli.world import open_world, print_json
    from bot.report import report

    with open_world() as world:
        found = report(world.store, datetime.now(UTC)).model
        if as_json:
            print_json(asdict(found))
        elif found.fitted is None:
            click.echo(f"No model is saved: the newest of {found.papers:,} papers are fitted at each start.")
        else:
            click.echo(f"Fitted {found.fitted:%Y-%m-%d %H:%M}, {found.bytes / 1e6:,.1f} MB; {found.papers:,} papers.")


@model.command()
def fit() -> None:
    """Fit the model on the newest papers now, and prepare all for searching; a running bot takes it over in an hour."""
    from adapters.cli.waiting import waiting
    from bot.config import load_settings
    from bot.refit import fit_model

    folder = load_settings().data_dir
    with waiting("Fitting…"):
        count = fit_model(folder)
    click.echo(f"Fitted on {count:,} papers.")
