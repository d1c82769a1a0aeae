"""Discord's settings. The token comes from the environment or from tokens.toml in the data folder."""

from pydantic import BaseModel, ConfigDict, Field, SecretStr

MEBIBYTE = 2**20


class DiscordSettings(BaseModel):
    """How the bot behaves on Discord."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: SecretStr = Field(default=SecretStr(""), description="The bot's token; empty switches Discord off.")
    silent_channel_posts: bool = Field(
        default=True, description="Whether posts in channels come without a notification."
    )
    largest_import_mebibytes: int = Field(
        default=8, ge=1, le=25, description="The largest file that an import takes, in MiB."
    )
    connect_timeout_seconds: float = Field(
        default=300.0, gt=0, description="How long connecting may take before it is begun anew, in seconds."
    )
