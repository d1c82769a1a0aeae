"""`paperround chat`: the commands at a prompt, against the real database."""

import click


@click.command()
@click.option("--as", "person", default="local:me", show_default=True, help="Whose profile: local:NAME.")
def chat(person: str) -> None:
    """Talk to Paperround here: the same commands as in Slack and Discord.

    Reads one command a line from standard input when that is no terminal.
    """
    from adapters.cli.people import local_name
    from adapters.cli.world import World, is_interactive, open_world
    from adapters.terminal.chat import chat as run_chat
    from adapters.terminal.render import make_console
    from bot.message import Message

    name = local_name(person)

    def answer_in(world: World, line: str) -> Message:
        return world.dispatcher.line(world.context(name), line)

    with open_world() as world:
        words = [command.name for command in world.services.registry.visible()]
        console = make_console()
        if is_interactive():
            console.print("Type a command, `help` for the list, `quit` to leave.", style="dim")
        run_chat(console, lambda line: answer_in(world, line), words, interactive=is_interactive())
