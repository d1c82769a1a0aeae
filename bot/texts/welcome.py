"""What a person reads at the first meeting, once."""

from bot.message import Action, ActionStyle, Buttons, Message, Paragraph, bold, press, text

HELLO = "Hello, I'm Paperround."
WHAT = (
    "Each morning I bring you the few new papers that matter to you, say why, and learn from every answer. "
    "Two ways to start, each a minute:"
)
LATER = "This is my only message unasked. help lists what you can say."


def welcome() -> Message:
    """The greeting with the two ways to start."""
    return Message(
        heading=text(bold(HELLO)),
        parts=(
            Paragraph(text(WHAT)),
            Buttons(
                (
                    Action("Start with papers I have", press("start", how="papers"), ActionStyle.PRIMARY),
                    Action("Start with two phrases", press("start", how="phrases")),
                )
            ),
        ),
        footer=text(LATER),
    )
