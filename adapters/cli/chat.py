"""`paperround chat`: the commands at a prompt, against the real database."""

import click

from adapters.cli.options import reason_option


@click.command()
@click.option(
    "--as", "person", default="local:me", show_default=True, help="Whose profile: local:NAME, or a platform's."
)
@reason_option
def chat(person: str, reason: str) -> None:
    """Talk to Paperround here: the same commands as in Slack and Discord.

    Reads one command a line from standard input when that is no terminal. A platform's person (slack:TEAM/USER) takes a
    --reason, which is recorded and which they can read.
    """
    from adapters.cli.looking import may_look, named_profile
    from adapters.cli.people import read_person
    from adapters.cli.world import LOCAL, is_interactive, open_world
    from adapters.terminal.chat import chat as run_chat
    from adapters.terminal.render import make_console
    from bot.context import Context
    from bot.message import Message

    tenant, member = read_person(person)
    with open_world() as world:
        if tenant != LOCAL:
            may_look(world, named_profile(world, person), reason)

        def context() -> Context:
            return world.context(member) if tenant == LOCAL else world.context_for(named_profile(world, person))

        def answer(line: str) -> Message:
            return world.dispatcher.line(context(), line)

        words = [command.name for command in world.services.registry.visible()]
        console = make_console()
        if is_interactive():
            console.print("Type a command, `help` for the list, `quit` to leave.", style="dim")
        run_chat(console, answer, words, interactive=is_interactive())
