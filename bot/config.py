"""Settings: environment over TOML over defaults. Every field has a description; a typo in any key is refused.

The file is DATA_DIR/paperround.toml. Tokens are kept apart, in DATA_DIR/tokens.toml (0600) or the environment.
"""

import difflib
import os
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.errors import SettingsError
from bot.settings_discord import DiscordSettings
from bot.settings_operation import OperationSettings
from bot.settings_slack import SlackSettings
from bot.settings_sources import SourceSettings

SETTINGS_NAME = "paperround.toml"
TOKENS_NAME = "tokens.toml"


def default_data_dir() -> Path:
    """PAPERROUND_DATA_DIR, else the user's data folder."""
    named = os.environ.get("PAPERROUND_DATA_DIR")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "paperround"


class Settings(BaseSettings):
    """All settings, checked. Environment names are PAPERROUND_ and the field's name."""

    model_config = SettingsConfigDict(
        env_prefix="PAPERROUND_", env_nested_delimiter="__", extra="forbid", frozen=True, env_ignore_empty=True
    )

    data_dir: Path = Field(default_factory=default_data_dir, description="Folder of the database and the models.")
    contact: str = Field(default="", description="The admin's e-mail address, told to the sources we fetch from.")
    slack: SlackSettings = Field(default_factory=SlackSettings, description="How the bot reaches Slack.")
    channel_digests: Literal["admins", "members"] = Field(
        default="admins", description="Who may set up the digest of a channel: admins of the workspace, or any member."
    )
    operation: OperationSettings = Field(default_factory=OperationSettings, description="How the process behaves.")
    sources: SourceSettings = Field(default_factory=SourceSettings, description="How papers are fetched.")

    discord: DiscordSettings = Field(default_factory=DiscordSettings, description="The bot on Discord.")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Environment first, then what the file says (given as init values)."""
        return env_settings, init_settings


def load_settings(data_dir: Path | None = None) -> Settings:
    """The settings in force. Raises SettingsError naming the key, its place and the nearest right one."""
    folder = data_dir or default_data_dir()
    path = folder / SETTINGS_NAME
    values = _read_toml(path)
    values.setdefault("data_dir", folder)
    for section, tokens in _read_toml(folder / TOKENS_NAME).items():
        values[section] = {**values.get(section, {}), **tokens} if isinstance(tokens, dict) else tokens
    try:
        return Settings(**values)
    except ValidationError as error:
        raise SettingsError(_sentence(error, path)) from error


def _read_toml(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(
            f"{path} cannot be read: {error}. Mend that line, or delete the file and run init."
        ) from error


def _sentence(error: ValidationError, path: Path) -> str:
    fault = error.errors()[0]
    key = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        close = difflib.get_close_matches(key.rpartition(".")[2], _names(Settings), n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        return f"{path}: there is no setting {key}.{hint}"
    return f"The setting {key} (in {path} or the environment) is wrong: {fault['msg']}."


def _names(model: Any) -> list[str]:
    found: list[str] = []
    for name, info in model.model_fields.items():
        found.append(name)
        if hasattr(info.annotation, "model_fields"):
            found += _names(info.annotation)
    return found
