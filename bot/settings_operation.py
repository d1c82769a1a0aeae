"""Settings of running it: logs, metrics, backups, and how long an unused profile is kept."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class OperationSettings(BaseModel):
    """How the process behaves on its machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    log_format: Literal["text", "json"] = Field(default="text", description="One line an event: as text, or as JSON.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", description="What is logged.")
    metrics_port: int = Field(
        default=0, ge=0, le=65535, description="Port of /health and Prometheus' /metrics; 0 switches them off."
    )
    metrics_host: str = Field(default="127.0.0.1", description="Address of /health and /metrics.")
    backups_kept: int = Field(default=14, ge=0, le=30, description="Daily backups kept in DATA_DIR/backups.")
    refit_share: float = Field(
        default=0.2,
        gt=0,
        description="The features are fitted anew when so many papers have come since, as a share of those fitted on.",
    )
    idle_profile_days: int = Field(
        default=365, ge=30, description="A profile unused for so long is deleted; its owner is told 30 days before."
    )
    trial: bool = Field(
        default=False,
        description="Whether digests to people are drawn in turn from the serving ranker and the one before it, "
        "so that likes tell which is better; each such digest says so, and a person can refuse.",
    )
    outbox_text_days: int = Field(default=30, ge=1, description="Days for which the text of a sent digest is kept.")
    encoder_folder: Path | None = Field(
        default=None,
        description="Folder with the model.onnx and tokenizer.json of a sentence encoder that helps to rank; "
        "empty switches it off. Needs the extra paperround[embeddings].",
    )

    @field_validator("encoder_folder", mode="before")
    @classmethod
    def _empty_is_off(cls, value: object) -> object:
        return value or None
