"""What is said on Discord alone."""

MORE_LIKE_THIS = "More like this"
SHARE = "Share here"
SHOWN_TO_ALL = "Everybody here sees it now."
NO_PAPER_IN_IT = "I see no paper in that message: neither a card of mine nor a link to arXiv, OpenReview or a DOI."
WHICH_ONE = "That message has several papers. More like which one?"
STOPPING = "I am being restarted. Please try again in a minute."
TOO_MUCH_TO_SHOW = "The rest does not fit here. Ask for fewer papers, or ask me in a direct message."
FILE_UNREADABLE = "I could not read that file from Discord. Please attach it again."
SCHEDULE_TITLE = "When the digest comes"
CHANNEL_SCHEDULE_TITLE = "When this channel's digest comes"
PAPERS_TITLE = "Start with papers you have"
PAPERS_LABEL = "Ids, links, BibTeX or RIS"
PHRASES_TITLE = "Start with two phrases"
PHRASES_LABEL = "Two things you work on, parted by ;"
NAME_TITLE = "Your own papers"
NAME_LABEL = "Your name as it stands on them"
FILE_LABEL = "or a file"
FILE_HELP = "BibTeX or RIS, as Zotero, Mendeley and others export it"
CHANGED = "This form is from an older version. Please open it again."
REFUSED = (
    "Discord refuses the bot's token. Copy it again from the developer portal (Bot → Reset Token) into "
    "tokens.toml in the data folder, under [discord]."
)
NOT_SET_UP = (
    "There is no Discord token yet. Put it into tokens.toml in the data folder, under [discord], "
    "or into PAPERROUND_DISCORD__TOKEN."
)
NOT_ONE = (
    "What stands as the Discord token is none: one has three parts with dots between. "
    "Copy it again from the developer portal (Bot → Reset Token)."
)
REFUSED_INTENTS = "Discord refuses what the bot asks for when it connects (close code {code}). Update Paperround."
NO_ANSWER = "Discord did not do that: {reason}. Try again in a few minutes; discordstatus.com tells of outages."
OFFLINE = "offline"


def too_large(size: int, most: int) -> str:
    """For an attachment over the limit, both in bytes."""
    return f"That file has {size / 2**20:.1f} MiB; I take at most {most / 2**20:.0f} MiB. Please export fewer papers."
