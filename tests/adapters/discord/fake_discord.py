"""A small Discord on loopback: REST and gateway, enough for an unmodified discord.py, with faults on request.

Every REST call is kept and checked by the API's document.
"""

import asyncio
import json
import re
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.adapters.discord.openapi import DiscordApi

EPOCH = 1_420_070_400_000
BOT, OWNER, ANN = "900000000000000001", "700000000000000001", "700000000000000002"
GUILD, TEXT, FORUM, DIRECT = "800000000000000001", "810000000000000001", "810000000000000002", "820000000000000001"
EVERYTHING = str(0x7FFFFFFFFF)


@dataclass
class Call:
    """A REST call that was made."""

    method: str
    path: str
    body: Any


@dataclass
class Fault:
    """What is answered instead, to calls whose method and path fit; `after` lets the call take effect first."""

    pattern: str
    status: int
    body: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    after: bool = False
    drop: bool = False


def user(key: str, name: str, *, bot: bool = False) -> dict[str, Any]:
    return {
        "id": key, "username": name, "global_name": name, "discriminator": "0000" if bot else "0", "avatar": None,
        "bot": bot, "public_flags": 0, "flags": 0,
    }  # fmt: skip


def member(key: str, name: str, *, bot: bool = False) -> dict[str, Any]:
    return {
        "user": user(key, name, bot=bot), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
        "mute": False, "flags": 0, "nick": None, "avatar": None, "pending": False, "permissions": EVERYTHING,
        "communication_disabled_until": None, "premium_since": None,
    }  # fmt: skip


def channel(key: str, kind: int, name: str) -> dict[str, Any]:
    return {
        "id": key, "type": kind, "name": name, "position": 0, "permission_overwrites": [], "nsfw": False,
        "topic": None, "parent_id": None, "rate_limit_per_user": 0, "last_message_id": None, "guild_id": GUILD,
        "available_tags": [{"id": "5", "name": "papers", "moderated": False, "emoji_id": None, "emoji_name": None}],
        "flags": 1 << 4 if kind == 15 else 0,
    }  # fmt: skip


def guild() -> dict[str, Any]:
    role = {
        "id": GUILD, "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0, "hoist": False,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "managed": False,
        "mentionable": False, "flags": 0,
    }  # fmt: skip
    empty = ("emojis", "stickers", "features", "voice_states", "presences", "threads", "stage_instances")
    zero = ("verification_level", "default_message_notifications", "explicit_content_filter", "mfa_level")
    return {
        "id": GUILD, "name": "Lab", "owner_id": OWNER, "roles": [role],
        "members": [member(BOT, "Paperround", bot=True)],
        "channels": [channel(TEXT, 0, "papers"), channel(FORUM, 15, "forum")], "member_count": 2, "large": False,
        **{name: [] for name in empty}, **dict.fromkeys(zero, 0), "guild_scheduled_events": [], "soundboard_sounds": [],
        "system_channel_flags": 0, "premium_tier": 0, "preferred_locale": "en-US", "nsfw_level": 0,
        "premium_progress_bar_enabled": False, "joined_at": "2026-01-01T00:00:00+00:00", "afk_timeout": 300,
    }  # fmt: skip


class FakeDiscord:
    """The server. `faults` are used up in order; `calls` and `wrong` tell what came and what was wrong with it."""

    def __init__(self, api: DiscordApi) -> None:
        self.api = api
        self.calls: list[Call] = []
        self.wrong: list[str] = []
        self.faults: list[Fault] = []
        self.messages: dict[str, dict[str, Any]] = {}
        self.nonces: dict[tuple[str, str], str] = {}
        self.threads: dict[str, dict[str, Any]] = {}
        self.archived: set[str] = set()
        self.callbacks: dict[str, asyncio.Future[Any]] = {}
        self.follow_ups: dict[str, list[Any]] = {}
        self.commands: list[Any] = []
        self.token_is_good = True
        self.refuse_gateway = 0
        self.identifies: list[dict[str, Any]] = []
        self.resumes = self.heartbeats = self.connects = 0
        self.online = asyncio.Event()
        self.shards = 1
        self._sockets: list[web.WebSocketResponse] = []
        self._packers: dict[web.WebSocketResponse, Any] = {}
        self._sequence = self._last = 0

    async def start(self) -> None:
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.http, self.socket_url = f"http://127.0.0.1:{self.port}/api/v10", f"ws://127.0.0.1:{self.port}/gateway"

    async def stop(self) -> None:
        for socket in self._sockets:
            await socket.close()
        await self._runner.cleanup()

    def snowflake(self) -> str:
        self._last = max(self._last + 1, (int(time.time() * 1000) - EPOCH) << 22)
        return str(self._last)

    def made(self, method: str, path: str) -> list[Call]:
        return [call for call in self.calls if call.method == method and re.search(path, call.path)]

    # REST

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["tail"]
        body = await _body(request)
        self.calls.append(Call(request.method, path, body))
        self.wrong += self.api.errors(request.method, path, body, dict(request.query))
        fault = next((f for f in self.faults if re.search(f.pattern, f"{request.method} {path}")), None)
        if fault is not None:
            self.faults.remove(fault)
            if fault.after:
                await self._route(request.method, path, body)
            if fault.drop:
                assert request.transport is not None
                request.transport.abort()
            return reply(fault.body, fault.status, fault.headers)
        if not self.token_is_good:
            return reply({"message": "401: Unauthorized", "code": 0}, 401)
        answer = await self._route(request.method, path, body)
        return answer if isinstance(answer, web.StreamResponse) else reply(answer)

    async def _route(self, method: str, path: str, body: Any) -> Any:
        table: list[tuple[str, Callable[..., Any]]] = [
            (r"GET /users/@me", lambda: {**user(BOT, "Paperround", bot=True), "verified": True}),
            (r"GET /oauth2/applications/@me", self._application),
            (r"GET /gateway/bot", self._gateway_info),
            (r"PUT /applications/\d+/commands", lambda: self._put_commands(body)),
            (r"POST /interactions/(\d+)/([^/]+)/callback", lambda key, _: self._callback(key, body)),
            (r"(?:POST|PATCH|DELETE) /webhooks/\d+/([^/]+).*", lambda token: self._follow_up(token, body)),
            (r"POST /users/@me/channels", lambda: self._direct(body)),
            (r"POST /channels/(\d+)/messages", lambda key: self._post(key, body)),
            (r"GET /channels/(\d+)/messages", self._history),
            (r"GET /channels/(\d+)/messages/(\d+)", lambda _, key: self._one(key)),
            (r"POST /channels/(\d+)/messages/(\d+)/threads", lambda at, key: self._thread(at, key, body)),
            (r"POST /channels/(\d+)/threads", lambda key: self._forum_thread(key, body)),
            (r"GET /guilds/\d+/threads/active", lambda: {"threads": [*self.threads.values()], "members": []}),
            (r"GET /channels/(\d+)", self._channel),
            (r"PATCH /channels/(\d+)", lambda key: self._unarchive(key, body)),
        ]
        for pattern, answer in table:
            found = re.fullmatch(pattern, f"{method} {path}")
            if found:
                made = answer(*found.groups())
                return await made if isinstance(made, Awaitable) else made
        return reply({"message": "404: Not Found", "code": 0}, 404)

    def _application(self) -> dict[str, Any]:
        return {
            "id": BOT, "name": "Paperround", "icon": None, "description": "", "summary": "", "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 0, "owner": user(OWNER, "owner"),
            "team": None,
        }  # fmt: skip

    def _gateway_info(self) -> dict[str, Any]:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.socket_url, "shards": self.shards, "session_start_limit": limit}

    def _put_commands(self, body: Any) -> Any:
        own = {"application_id": BOT, "version": "1", "default_member_permissions": None, "description": ""}
        self.commands = [{**own, **command, "id": self.snowflake()} for command in body]
        return self.commands

    def _callback(self, key: str, body: Any) -> Any:
        waiting = self.callbacks.get(key)
        if waiting is None:
            return reply({"message": "Unknown interaction", "code": 10062}, 404)
        if waiting.done():
            return reply({"message": "Interaction has already been acknowledged.", "code": 40060}, 400)
        waiting.set_result(body)
        own = {"id": key, "type": 2, "response_message_loading": body["type"] == 5, "response_message_ephemeral": True}
        if body["type"] not in (4, 5):
            return {"interaction": own, "resource": {"type": body["type"]}}
        message = self._message(TEXT, {})
        own["response_message_id"] = message["id"]
        return {"interaction": own, "resource": {"type": body["type"], "message": message}}

    def _follow_up(self, token: str, body: Any) -> Any:
        self.follow_ups.setdefault(token, []).append(body)
        return self._message(TEXT, body or {})

    def _direct(self, body: Any) -> dict[str, Any]:
        return {
            "id": DIRECT,
            "type": 1,
            "last_message_id": None,
            "recipients": [user(str(body["recipient_id"]), "ann")],
        }

    def _post(self, key: str, body: Any) -> Any:
        if key in self.archived:
            return reply({"message": "Thread is archived", "code": 50083}, 400)
        nonce = (key, body.get("nonce") or "")
        if nonce[1] and body.get("enforce_nonce") and nonce in self.nonces:
            return self.messages[self.nonces[nonce]]
        message = self._message(key, body)
        self.messages[message["id"]] = message
        self.nonces[nonce] = message["id"]
        return message

    def _history(self, key: str) -> list[dict[str, Any]]:
        return [message for message in self.messages.values() if message["channel_id"] == key][::-1]

    def _one(self, key: str) -> Any:
        return self.messages.get(key) or reply({"message": "Unknown Message", "code": 10008}, 404)

    def _thread(self, at: str, key: str, body: Any) -> Any:
        if key in self.threads:
            return reply({"message": "A thread has already been created for this message", "code": 160004}, 400)
        return self._new_thread(key, at, body)

    def _new_thread(self, key: str, at: str, body: Any) -> dict[str, Any]:
        metadata = {
            "archived": False, "auto_archive_duration": 1440, "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": False,
        }  # fmt: skip
        self.threads[key] = {
            **channel(key, 11, body["name"]), "parent_id": at, "owner_id": BOT, "message_count": 0, "member_count": 1,
            "thread_metadata": metadata, "total_message_sent": 0,
        }  # fmt: skip
        return self.threads[key]

    def _forum_thread(self, at: str, body: Any) -> dict[str, Any]:
        key = self.snowflake()
        message = {**self._message(key, body["message"]), "id": key}
        self.messages[key] = message
        return {**self._new_thread(key, at, body), "message": message}

    def _channel(self, key: str) -> Any:
        found = {TEXT: channel(TEXT, 0, "papers"), FORUM: channel(FORUM, 15, "forum"), **self.threads}.get(key)
        return found or reply({"message": "Unknown Channel", "code": 10003}, 404)

    def _unarchive(self, key: str, body: Any) -> Any:
        if body.get("archived") is False:
            self.archived.discard(key)
        return self.threads[key]

    def _message(self, at: str, body: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": self.snowflake(), "channel_id": at, "author": user(BOT, "Paperround", bot=True),
            "content": body.get("content") or "", "timestamp": "2026-11-30T08:00:00+00:00", "edited_timestamp": None,
            "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
            "embeds": [], "components": body.get("components") or [], "pinned": False, "type": 0,
            "flags": body.get("flags") or 0, "nonce": body.get("nonce"),
        }  # fmt: skip

    # gateway

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        self.connects += 1
        if self.refuse_gateway > 0:
            self.refuse_gateway -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self._sockets.append(socket)
        if request.query.get("compress") == "zlib-stream":
            self._packers[socket] = zlib.compressobj()
        await self._frame(socket, {"op": 10, "d": {"heartbeat_interval": 41_250, "_trace": []}, "s": None, "t": None})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._heard(socket, json.loads(message.data))
        return socket

    async def _heard(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        if data["op"] == 1:
            self.heartbeats += 1
            await self._frame(socket, {"op": 11, "d": None, "s": None, "t": None})
        elif data["op"] == 6:
            self.resumes += 1
            await self.tell("RESUMED", {}, socket)
            self.online.set()
        elif data["op"] == 2:
            self.identifies.append(data["d"])
            ready = {
                "v": 10, "user": {**user(BOT, "Paperround", bot=True), "verified": True}, "session_id": "s1",
                "guilds": [{"id": GUILD, "unavailable": True}], "resume_gateway_url": self.socket_url,
                "application": {"id": BOT, "flags": 0}, "shard": data["d"].get("shard"), "private_channels": [],
                "session_type": "normal",
            }  # fmt: skip
            await self.tell("READY", ready, socket)
            await self.tell("GUILD_CREATE", {**guild(), "unavailable": False}, socket)
            self.online.set()

    async def tell(self, event: str, data: Any, socket: web.WebSocketResponse | None = None) -> None:
        """Dispatch an event to the newest connection."""
        self._sequence += 1
        await self._frame(socket or self._sockets[-1], {"op": 0, "s": self._sequence, "t": event, "d": data})

    async def operate(self, op: int, data: Any = None) -> None:
        """Send an operation: 7 reconnect, 9 invalid session."""
        self.online.clear()
        await self._frame(self._sockets[-1], {"op": op, "d": data, "s": None, "t": None})

    async def drop(self, code: int) -> None:
        """Close the newest connection with a code."""
        self.online.clear()
        await self._sockets[-1].close(code=code)

    async def _frame(self, socket: web.WebSocketResponse, value: Any) -> None:
        data = json.dumps(value).encode()
        packer = self._packers.get(socket)
        if packer is None:
            await socket.send_str(data.decode())
        else:
            await socket.send_bytes(packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))

    # people

    async def interact(self, kind: int, data: dict[str, Any], **changes: Any) -> tuple[str, Any]:
        """A person's deed in the text channel; gives its token and how it was acknowledged, within three seconds."""
        key, token = self.snowflake(), "token" + self.snowflake()
        self.callbacks[key] = asyncio.get_running_loop().create_future()
        payload = {
            "id": key, "application_id": BOT, "type": kind, "token": token, "version": 1, "data": data,
            "locale": "en-GB", "app_permissions": EVERYTHING, "entitlements": [], "attachment_size_limit": 10_485_760,
            "authorizing_integration_owners": {"0": GUILD}, "context": 0, "channel_id": TEXT,
            "channel": {**channel(TEXT, 0, "papers"), "permissions": EVERYTHING}, "guild_id": GUILD,
            "guild": {"id": GUILD, "locale": "en-US", "features": []}, "guild_locale": "en-US",
            "member": member(ANN, "ann"), **changes,
        }  # fmt: skip
        await self.tell("INTERACTION_CREATE", payload)
        return token, await asyncio.wait_for(self.callbacks[key], 3)

    async def slash(self, root: str, *words: str, **changes: Any) -> tuple[str, Any]:
        """A slash command without options."""
        key = next(command["id"] for command in self.commands if command["name"] == root)
        options: list[dict[str, Any]] = []
        for depth, word in enumerate(reversed(words)):
            options = [{"name": word, "type": 2 if depth else 1, "options": options}]
        return await self.interact(2, {"id": key, "name": root, "type": 1, "options": options}, **changes)


async def _body(request: web.Request) -> Any:
    if "multipart" in request.headers.get("Content-Type", ""):
        form = await request.post()
        return json.loads(str(form["payload_json"]))
    raw = await request.read()
    return json.loads(raw) if raw else None


def reply(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON with the exact content type that discord.py asks for, and with what marks Discord's own answers."""
    marks = {"Via": "1.1 google", "Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=marks)
