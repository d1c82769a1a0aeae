"""`paperround demo`: the main job on the seeds, in a temporary folder that is gone afterwards."""

import click


@click.command()
@click.option("--chat/--no-chat", default=None, help="Go on at a prompt afterwards (by default on a terminal).")
def demo(chat: bool | None) -> None:
    """See it work in ten seconds: no tokens, no network, nothing left behind."""
    import tempfile
    from pathlib import Path

    from adapters.cli.world import is_interactive, open_world
    from adapters.sources.seeds import read_seeds, seed_files
    from adapters.terminal.chat import chat as run_chat
    from adapters.terminal.demo import play
    from adapters.terminal.render import make_console
    from bot.ingest import ingest
    from bot.message import Message

    console = make_console()
    with tempfile.TemporaryDirectory(prefix="paperround-demo-") as folder, open_world(Path(folder), seed=0) as world:

        def answer(line: str) -> Message:
            return world.dispatcher.line(world.context("reader"), line)

        taken = ingest(world.store, "seed", read_seeds(seed_files()), world.services.clock.now())
        play(console, answer, taken.new)
        if chat if chat is not None else is_interactive():
            console.print("Your turn: type a command, `help` for the list, `quit` to leave.", style="dim")
            words = [command.name for command in world.services.registry.visible()]
            run_chat(console, answer, words, interactive=is_interactive())
