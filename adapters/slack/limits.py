"""Slack's limits as named constants, in characters or counts. From @slack/types 3.2 and docs.slack.dev, August 2026."""

MESSAGE_BLOCKS = 50
"""Blocks in one message; more are refused as invalid_blocks."""
VIEW_BLOCKS = 100
"""Blocks in a modal or a home tab."""
COMPOSED_BLOCKS = 40
"""We compose with fewer than allowed: a card that was answered gets a line of its own later."""
COMPOSED_CHARACTERS = 11_000
"""All text of one message; Slack refuses somewhat above 13,000 as msg_blocks_too_long."""
FALLBACK = 3_000
"""The top-level text; longer ones were seen to be split or repeated (bolt-python #764)."""
PLAIN_TEXT = 3_000
HEADER = 150
RICH_TEXT = 2_900
"""Text of one rich_text block. No figure is published; a section's 3,000 is kept."""
ACTIONS = 25
BUTTON_LABEL = 75
URL = 3_000
BLOCK_ID = 255
OVERFLOW = 5
OPTION_LABEL = 75
OPTION_VALUE = 150
SELECT_OPTIONS = 100
CHECKBOXES = 10
MODAL_TITLE = 24
MODAL_BUTTON = 24
PLACEHOLDER = 150
INPUT = 3_000
"""Characters that a text field of a modal takes."""
RESPONSE_USES = 5
"""How often a response_url may be used."""
RESPONSE_SECONDS = 30 * 60
ACK_SECONDS = 3.0
"""Slack tells the person that it failed when no acknowledgement has come by then."""
COMMAND_NAME = 32
USAGE_HINT = 1_000
APP_NAME = 35
DESCRIPTION = 140
