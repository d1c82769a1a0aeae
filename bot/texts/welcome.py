"""What a person reads at the first meeting, once."""

from bot.message import Action, ActionStyle, Buttons, Message, Paragraph, bold, press, text

HELLO = "Hello, I'm Paperround."
WHAT = (
    "Each morning I bring you the few new papers that matter to you, say why, and learn from every answer. "
    "Two ways to start, each a minute:"
)
WAYS = "Two ways to start, each a minute; both can be taken back with undo:"
NAME = "If you publish, tell me your name as on your papers (start name Ann Li): your own papers teach me what you do."
LATER = "This is my only message unasked. help lists what you can say."


def _ways() -> Buttons:
    return Buttons(
        (
            Action("Start with papers I have", press("start", how="papers"), ActionStyle.PRIMARY),
            Action("Start with two phrases", press("start", how="phrases")),
        )
    )


def first_steps() -> Message:
    """The two ways to start, and the third."""
    return Message(parts=(Paragraph(text(WAYS)), _ways()), footer=text(NAME))


def welcome() -> Message:
    """The greeting with the two ways to start."""
    return Message(
        heading=text(bold(HELLO)),
        parts=(
            Paragraph(text(WHAT)),
            _ways(),
        ),
        footer=text(LATER),
    )
