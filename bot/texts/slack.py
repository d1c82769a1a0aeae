"""What is said on Slack alone: about installations, other organisations, files, modals, and the home tab."""

from bot.texts.commands import shortened

NOT_INSTALLED = (
    "Paperround is not installed in your workspace, so I can't answer you here. "
    "Ask whoever runs it, or an admin of your workspace, to install it."
)
STRANGER = (
    "I serve the organisation that installed me, and keep nothing about people of others. "
    "You can read what I post here; for a digest of your own, install Paperround in your workspace."
)
NO_LINK = "I found no paper's link in that message. I know arXiv, DOI and OpenReview links."
SEVERAL_ON_POST = "That post has several papers. Press 👍 under the one you mean, so that I know which."
LATE_MODAL = "Slack did not let me open the form in time. Please press again."
NO_DAYS = "Please choose at least one day."
NO_PHRASE = "Please write a phrase, like “sparse autoencoders”."
NOTHING_TO_IMPORT = "Please paste something, or choose a file."
SHARE = "Share here"
BUSY = "Too many people ask me something right now, and I did not do this. Please try again in a minute."
IN_MESSAGES = "It is in our direct messages, under Messages above."


def upload_failed(name: str, code: str) -> str:
    """When Slack did not take or show a file."""
    return f"Slack did not take {shortened(name)} (code: `{code}`). Please try again; if it stays so, tell the admin."


def not_slacks_file(name: str) -> str:
    """For a file that is kept elsewhere."""
    return f"{shortened(name)} is not kept at Slack, so I can't read it. Upload the file itself, or paste its text."


def too_large(name: str, most: int) -> str:
    """For a file over the limit."""
    return (
        f"{shortened(name)} is larger than {most // 1_000_000} MB, which is the most I read. Split it, or send a part."
    )


def no_download(name: str, status: int) -> str:
    """When a file could not be fetched."""
    why = f" (it answered {status})" if status else ""
    return f"Slack did not give me {shortened(name)}{why}. Please send it again."
