"""What an admin reads at the first admin command in a workspace, once, seen by nobody else."""

from bot.message import Action, ActionStyle, Buttons, Message, Paragraph, bold, press, text
from bot.words import backticked

HEADING = "Setting Paperround up here"
HOW = (
    "A channel's digest is set up in the channel itself, with `/papers-admin channel start`. Whoever does it is its "
    "first keeper; keepers choose its topics and its time."
)
STEPS = (
    HOW,
    "Everyone gets their own digest with `/papers digest set`, whatever you do here.",
    "I have posted nothing and will post nothing unasked.",
)


def set_up_card() -> Message:
    """The first steps, and the buttons for them."""
    return Message(
        heading=text(bold(HEADING)),
        parts=(
            *(Paragraph(backticked(step)) for step in STEPS),
            Buttons(
                (
                    Action("Set this channel's digest up", press("channel start"), ActionStyle.PRIMARY),
                    Action("Health", press("health")),
                )
            ),
        ),
    )
