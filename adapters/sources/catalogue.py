"""From a name that a person types to a source: `seeds`, `cs.LG`, a feed's address, `openreview:VENUE`.

The one list of kinds; a new kind of source is added here.
"""

from adapters.sources.arxiv import ArxivCategory
from adapters.sources.feed import Feed
from adapters.sources.feed_process import FeedProcess
from adapters.sources.fetcher import Fetcher
from adapters.sources.openreview import OpenReviewVenue
from adapters.sources.seeds import Seeds
from bot.ports import PaperSource
from bot.settings_sources import SourceSettings
from bot.source_names import canonical_name
from db.sources import SourceRow


class Catalogue:
    """Makes sources by name; they share one fetcher and one process for broken feeds."""

    def __init__(self, fetcher: Fetcher, settings: SourceSettings) -> None:
        self._fetcher = fetcher
        self._settings = settings
        self._process = FeedProcess()

    def __call__(self, row: SourceRow) -> PaperSource:
        """The source of a stored row."""
        return self.make(row.name)

    def make(self, given: str) -> PaperSource:
        """The source of this name. Raises SourceError with what can be named."""
        name = canonical_name(given)
        kind, _, rest = name.partition(":")
        if kind == "arxiv":
            return ArxivCategory(rest, self._fetcher, self._settings)
        if kind == "openreview":
            return OpenReviewVenue(rest, self._fetcher, self._settings)
        if kind == "feed":
            return Feed(rest, self._fetcher, self._settings, self._process)
        return Seeds()
