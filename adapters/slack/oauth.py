"""Installing the app in many workspaces by Bolt's own OAuth flow, and what happens when it is removed again."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_callback_options import AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.response import BoltResponse
from slack_sdk.oauth.state_store.sqlite3 import SQLite3OAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.installations import INSTALLATIONS_NAME, PLATFORM, InstallationFile, Installations, ManyWorkspaces
from adapters.slack.manifest import scopes
from adapters.slack.visit import Body
from adapters.slack.web import INSTALL_PATH, REDIRECT_PATH
from adapters.slack.work import Work, after_ack
from bot import tenancy
from bot.desk import Desk
from bot.settings_slack import SlackSettings
from db.models import Tenant

STATE_SECONDS = 600


def make_flow(
    settings: SlackSettings, store: InstallationFile, client: AsyncWebClient, desk: Desk, data_dir: Path
) -> AsyncOAuthFlow:
    """The flow: state and browser cookie are Bolt's, what is kept is in the data folder."""
    states = SQLite3OAuthStateStore(database=str(data_dir / INSTALLATIONS_NAME), expiration_seconds=STATE_SECONDS)
    states.init()  # type: ignore[no-untyped-call]
    store.init()  # type: ignore[no-untyped-call]
    base = settings.public_url.rstrip("/")
    oauth = AsyncOAuthSettings(
        client_id=settings.client_id,
        client_secret=settings.client_secret.get_secret_value(),
        scopes=scopes(with_history=settings.with_history, with_reactions=settings.with_reactions),
        user_scopes=[],
        redirect_uri=f"{base}{REDIRECT_PATH}",
        install_path=INSTALL_PATH,
        redirect_uri_path=REDIRECT_PATH,
        installation_store=store,
        installation_store_bot_only=True,
        state_store=states,
        state_expiration_seconds=STATE_SECONDS,
    )
    flow = AsyncOAuthFlow(client=client, settings=oauth)
    flow.success_handler = _success(flow, desk)
    return flow


def _success(flow: AsyncOAuthFlow, desk: Desk) -> Callable[[AsyncSuccessArgs], Awaitable[BoltResponse]]:
    async def success(args: AsyncSuccessArgs) -> BoltResponse:
        found = args.installation
        tenant = Tenant(PLATFORM, str((found.enterprise_id if found.is_enterprise_install else found.team_id) or ""))
        name = found.team_name or found.enterprise_name or ""
        await desk.note(lambda store, now: tenancy.installed(store, tenant, name, now))
        return await flow.default_callback_options.success(args)

    return success


def register_removal(app: AsyncApp, installations: Installations, desk: Desk, work: Work) -> None:
    """A workspace that removed the app, or took the token back, is forgotten by the store and paused by the bot."""

    def removed(body: Body, context: AsyncBoltContext) -> None:
        event = body["event"]
        if event["type"] == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return

        # Bolt does not authorise these two events, as their token is gone.
        tenant = Tenant(PLATFORM, (context.enterprise_id if context.is_enterprise_install else context.team_id) or "")

        async def take() -> None:
            if isinstance(installations, ManyWorkspaces):
                installations.store.remove(tenant)
            await desk.note(lambda store, now: tenancy.uninstalled(store, tenant, now))

        work.begin(None, take, event["type"])

    app.event("app_uninstalled")(after_ack(removed))
    app.event("tokens_revoked")(after_ack(removed))
