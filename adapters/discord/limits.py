"""Discord's limits as named constants (API documentation and OpenAPI 3.1 of August 2026). Knows nothing else."""

CONTENT = 2_000
"""Characters of a message that is plain text."""
TEXTS_IN_MESSAGE = 4_000
"""Characters of all text displays of a message together."""
COMPONENTS = 40
"""Components of a message, nested ones counted."""
ROW_BUTTONS = 5
BUTTON_LABEL = 80
CUSTOM_ID = 100
OPTIONS = 25
"""Entries of a select menu, subcommands of a group, choices of an option, completions."""
OPTION_LABEL = 100
OPTION_VALUE = 100
PLACEHOLDER = 150
FILE_DESCRIPTION = 1_024
FILES = 10
THREAD_NAME = 100
MODAL_TITLE = 45
LABEL_TEXT = 45
TEXT_INPUT = 4_000
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMAND_CHARACTERS = 8_000
"""Names, descriptions and values of one root command together."""
FOLLOW_UPS_AWAY = 5
"""Follow-ups to an interaction where the app is installed to the person and not to the server."""
