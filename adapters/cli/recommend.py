"""`paperround recommend`: what a profile would be shown now."""

import click


@click.command()
@click.option("--as", "person", default="local:me", show_default=True, help="Whose profile: local:NAME.")
@click.option("--count", default=5, show_default=True, type=click.IntRange(1, 100), help="How many papers.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON array with scores and reasons.")
def recommend(person: str, count: int, as_json: bool) -> None:
    """The best new papers for a profile, with reasons."""
    from adapters.cli.papers import as_object
    from adapters.cli.people import local_name
    from adapters.cli.world import open_world, print_json
    from adapters.terminal.render import make_console, show
    from bot.commands.papers import RECENT_PAPERS

    name = local_name(person)
    with open_world() as world:
        context = world.context(name)
        if not as_json:
            show(make_console(), world.dispatcher.line(context, f"today {count}"))
            return
        candidates = world.store.papers.recent(RECENT_PAPERS)
        ranking = world.services.recommendations.rank(context.profile, candidates, count, context.now)
        print_json(
            [
                {
                    **as_object(pick.paper),
                    "score": pick.score,
                    "chance": pick.chance,
                    "interest": pick.interest.name if pick.interest else None,
                    "reason": pick.reason.value,
                    "terms": [word for word, _ in pick.told.terms] if pick.told else [],
                }
                for pick in ranking.picks
            ]
        )
