"""Lets `python -m adapters.cli` run the console script from a checkout."""

from adapters.cli.main import main

main()
