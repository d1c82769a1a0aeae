"""Options that many commands of the command line share."""

import click

json_option = click.option("--json", "as_json", is_flag=True, help="As JSON.")
reason_option = click.option(
    "--reason", default="", help="Why you look at another person's things; it is recorded, and they can read it."
)
