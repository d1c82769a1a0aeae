"""Settings of Slack. Tokens are secrets: they come from the environment or the tokens file, never from the settings."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr

EMPTY = SecretStr("")


class SlackSettings(BaseModel):
    """How the bot reaches Slack. One workspace needs a bot token; many need the client's id and secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["socket", "http"] = Field(
        default="socket", description="socket: no public address is needed. http: Slack calls us, behind a proxy."
    )
    bot_token: SecretStr = Field(default=EMPTY, description="The bot's token (xoxb-…), for one workspace.")
    app_token: SecretStr = Field(default=EMPTY, description="The app's token (xapp-…), for Socket Mode.")
    signing_secret: SecretStr = Field(default=EMPTY, description="Proves that a call is Slack's, for http.")
    client_id: str = Field(default="", description="The app's client id, to be installed in many workspaces.")
    client_secret: SecretStr = Field(default=EMPTY, description="The app's client secret, with the client id.")
    listen_host: str = Field(default="127.0.0.1", description="Where the http server listens.")
    listen_port: int = Field(default=3000, ge=0, le=65535, description="The http server's port; 0 takes a free one.")
    public_url: str = Field(
        default="", description="The address under which Slack and browsers reach the http server, https://…"
    )
    admins: tuple[str, ...] = Field(
        default=(), description="Ids of people who may do what workspace admins may, besides those."
    )
    with_history: bool = Field(
        default=False, description="Whether the app was installed with --with-history, so that it may look posts up."
    )
    with_reactions: bool = Field(default=False, description="Whether the app was installed with --with-reactions.")
    api_url: str = Field(default="https://slack.com/api/", description="Slack's Web API; can be pointed elsewhere.")
    ping_seconds: float = Field(
        default=10.0, gt=0, le=60, description="How often a Socket Mode link is tried; four silent ones make it dead."
    )
    check_seconds: float = Field(
        default=60.0, gt=0, le=600, description="How often the watchdog asks Slack whether we are still there."
    )

    @property
    def wanted(self) -> bool:
        """Whether Slack is set up at all."""
        return bool(self.bot_token.get_secret_value() or self.client_id)

    @property
    def many(self) -> bool:
        """Whether it is to be installed in many workspaces."""
        return bool(self.client_id)

    def missing(self) -> list[str]:
        """The names of the settings that this way of running lacks."""
        needed = {"app_token": self.app_token} if self.mode == "socket" else {"signing_secret": self.signing_secret}
        needed |= {"client_secret": self.client_secret} if self.many else {"bot_token": self.bot_token}
        found = [name for name, secret in needed.items() if not secret.get_secret_value()]
        return found + (["public_url"] if self.many and not self.public_url else [])
