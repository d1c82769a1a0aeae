"""The root of Paperround's error tree and the errors of storage. Every message is a sentence for its reader.

PaperroundError
├── StoreError          the database cannot be used as asked
│   ├── NotADatabase    the file is something else, or damaged
│   ├── NewerDatabase   written by a later version of the program
│   ├── NotWritable     folder or file refuses us
│   └── DiskFull        no space left; nothing was changed
└── (bot.errors)        what a command or a source can meet
"""


class PaperroundError(Exception):
    """Anything we expected might go wrong; `str(error)` says what was wrong, where, and what to do."""


class StoreError(PaperroundError):
    """The database cannot be used as asked."""


class NotADatabase(StoreError):  # noqa: N818 - named for what was found
    """The file is no SQLite database, or a damaged one."""


class NewerDatabase(StoreError):  # noqa: N818
    """The database was written by a later version of the program."""


class NotWritable(StoreError):  # noqa: N818
    """The folder or file does not let us write."""


class DiskFull(StoreError):  # noqa: N818
    """There is no space left; the transaction was rolled back."""
