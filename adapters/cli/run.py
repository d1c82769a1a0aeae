"""`paperround run`: everything in one process, until it is told to stop."""

import click


@click.command()
def run() -> None:
    """Serve the platforms that are set up, fetch papers, and send digests; stop with Ctrl-C or SIGTERM."""
    import asyncio

    from adapters.cli import logs
    from adapters.cli.serving import serve
    from bot.config import load_settings
    from bot.process_lock import only_process

    settings = load_settings()
    logs.set_up(settings.operation.log_format, settings.operation.log_level)
    with only_process(settings.data_dir):
        asyncio.run(serve(settings))
