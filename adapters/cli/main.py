"""The console script: its groups and commands by name, each imported when it is run, and one way out for errors.

Exit codes: 0 good, 1 the job failed, 2 wrong use. Nobody sees a traceback; PAPERROUND_DEBUG=1 shows it.
"""

import importlib
import os
import signal
import sys
from importlib.metadata import version

import click

COMMANDS = {
    "demo": "adapters.cli.demo:demo",
    "init": "adapters.cli.init:init",
    "run": "adapters.cli.run:run",
    "chat": "adapters.cli.chat:chat",
    "doctor": "adapters.cli.doctor:doctor",
    "status": "adapters.cli.status:status",
    "sources": "adapters.cli.sources:sources",
    "papers": "adapters.cli.papers:papers",
    "recommend": "adapters.cli.recommend:recommend",
    "digest": "adapters.cli.digests:digest",
    "slack": "adapters.cli.slack:slack",
    "discord": "adapters.cli.discord:discord",
    "profiles": "adapters.cli.profiles:profiles",
    "workspaces": "adapters.cli.workspaces:workspaces",
    "evaluate": "adapters.cli.evaluate:evaluate",
    "model": "adapters.cli.models:model",
    "db": "adapters.cli.database:db",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for, so that `--help` of others stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of first use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command, None where there is none of this name."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        found = getattr(importlib.import_module(module), name)
        assert isinstance(found, click.Command)
        return found


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("paperround"), prog_name="paperround")
def cli() -> None:
    """Paperround brings research papers to the people they matter to.

    Try it with `paperround demo`; set it up with `paperround init`.
    """


def main() -> None:
    """Run the command line and exit with its code."""
    os.umask(0o077)  # whatever we write is its owner's alone
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        code = cli.main(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(1)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        sys.exit(_failed(error))


def _failed(error: Exception) -> int:
    """Say what went wrong in one sentence; what we did not expect asks for a report."""
    from db.errors import PaperroundError

    if os.environ.get("PAPERROUND_DEBUG"):
        raise error
    if isinstance(error, PaperroundError):
        click.echo(f"Error: {error}", err=True)
    else:
        click.echo(f"Error: something unexpected happened ({type(error).__name__}: {error}).", err=True)
        click.echo("Run it again with PAPERROUND_DEBUG=1 for the details, and please report them.", err=True)
    return 1
