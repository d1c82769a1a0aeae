"""Settings of the sources: where they are, how gently we ask, what we take."""

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class SourceSettings(BaseModel):
    """How papers are fetched. Addresses can be pointed elsewhere (a mirror, a test's own server)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    arxiv_feed_url: str = Field(
        default="https://rss.arxiv.org/atom/", description="arXiv's daily Atom feeds; the category follows."
    )
    arxiv_oai_url: str = Field(
        default="https://oaipmh.arxiv.org/oai", description="arXiv's OAI-PMH server, for missed days and changes."
    )
    arxiv_api_url: str = Field(
        default="https://export.arxiv.org/api/query", description="arXiv's query API, for single papers by id."
    )
    arxiv_cross_lists: bool = Field(
        default=True, description="Whether papers cross-listed into a category count as new in it."
    )
    arxiv_replacements: bool = Field(
        default=False, description="Whether a new version of a paper that we do not hold counts as a new paper."
    )
    arxiv_interval_seconds: float = Field(
        default=3.0, ge=0, description="Pause between two requests to any of arXiv's hosts (their terms ask for 3)."
    )
    openreview_url: str = Field(default="https://api2.openreview.net", description="OpenReview's API, version 2.")
    openreview_v1_url: str = Field(
        default="https://api.openreview.net", description="OpenReview's API, version 1, for venues until 2023."
    )
    openreview_token: SecretStr = Field(
        default=SecretStr(""), description="A token of an OpenReview account; without one only files can be read."
    )
    host_interval_seconds: float = Field(default=1.0, ge=0, description="Pause between two requests to any other host.")
    timeout_seconds: float = Field(default=15.0, gt=0, le=120, description="Longest wait for a whole answer of a feed.")
    large_timeout_seconds: float = Field(
        default=120.0, gt=0, le=600, description="Longest wait for a whole answer of arXiv or OpenReview."
    )
    feed_interval_minutes: int = Field(default=60, ge=5, description="How often a feed is asked for news.")
    feed_bytes: int = Field(default=5_000_000, gt=0, description="Longest feed that is read, in bytes, unpacked.")
    large_bytes: int = Field(
        default=50_000_000, gt=0, description="Longest answer of arXiv or OpenReview that is read, in bytes, unpacked."
    )
    cooling_minutes: int = Field(
        default=60, gt=0, description="How long a host that refused us (403, 429) is left alone if it names no time."
    )
    backfill_days: int = Field(default=90, ge=0, le=3650, description="Days of the past that a new category brings.")
    backfill_papers: int = Field(default=20_000, ge=0, description="Most papers of the past that a category brings.")
