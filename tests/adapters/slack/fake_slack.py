"""A Slack on loopback: Web API, Socket Mode with envelopes, signed http, response_url with its five uses, OAuth, 429.

Every message and view that reaches it is checked; what is wrong is in `faults`.
"""

import asyncio
import hashlib
import hmac
import itertools
import json
import time
import urllib.parse
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientSession, WSMsgType, web

from tests.adapters.slack.block_kit import message_faults, view_faults

TEAM, BOT, BOT_ID, APP, ANN, BEA, STRANGER, CHANNEL = "T1", "UBOT", "BBOT", "A1", "U1", "U2", "U9", "C1"
SECRET, BOT_TOKEN, APP_TOKEN = "signing-secret", "xoxb-test", "xapp-test"
Json = dict[str, Any]


@dataclass
class Failure:
    """What a call gets instead of its answer; `after` it was done, or before."""

    error: str = ""
    status: int = 200
    headers: Json = field(default_factory=dict)
    after: bool = False
    drop: bool = False


class FakeSlack:
    def __init__(self) -> None:
        self.calls: list[tuple[str, Json]] = []
        self.faults: list[str] = []
        self.failures: dict[str, list[Failure]] = defaultdict(list)
        self.messages: dict[str, list[Json]] = defaultdict(list)
        self.ephemeral: list[Json] = []
        self.responses: list[Json] = []
        self.response_uses: dict[str, int] = {}
        self.views: list[Json] = []
        self.homes: dict[str, Json] = {}
        self.files: dict[str, Json] = {}
        self.uploads: dict[str, bytes] = {}
        self.users: dict[str, Json] = {
            ANN: user(ANN, "Ann", is_admin=True),
            BEA: user(BEA, "Bea", tz="America/New_York"),
            STRANGER: user(STRANGER, "Sam", team_id="T9", is_stranger=True),
        }
        self.members: dict[str, set[str]] = {CHANNEL: {ANN, BEA, BOT, STRANGER}}
        self.used_triggers: set[str] = set()
        self.sockets: list[web.WebSocketResponse] = []
        self.opened = 0
        self.down = False
        self.deaf = False
        self.acks: dict[str, asyncio.Future[tuple[float, Json | None]]] = {}
        self.oauth: dict[str, Json] = {}
        self._clock = itertools.count(1)

    async def start(self) -> "FakeSlack":
        app = web.Application(client_max_size=20 * 2**20)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_get("/link", self._link)
        app.router.add_post("/response/{name}", self._response)
        app.router.add_post("/upload/{name}", self._upload)
        app.router.add_get("/download/{name}", self._download)
        self.runner = web.AppRunner(app, access_log=None)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.base = f"http://127.0.0.1:{self.runner.addresses[0][1]}"
        self.http = ClientSession()
        return self

    async def stop(self) -> None:
        for socket in list(self.sockets):
            await socket.close()
        await self.http.close()
        await self.runner.cleanup()

    @property
    def api(self) -> str:
        return f"{self.base}/api/"

    def called(self, method: str) -> list[Json]:
        return [params for name, params in self.calls if name == method]

    # --- Web API
    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        params = dict(request.query) | await _params(request)
        params["_token"] = request.headers.get("Authorization", "").removeprefix("Bearer ") or params.get("token", "")
        self.calls.append((method, params))
        if self.down:
            return web.Response(status=503, text="down")
        failure = self.failures[method].pop(0) if self.failures[method] else None
        if failure and not failure.after:
            return self._failed(request, failure)
        handler: Callable[[Json], Json | Awaitable[Json]] = getattr(self, "do_" + method.replace(".", "_"))
        answer = handler(params)
        if failure:
            return self._failed(request, failure)
        return web.json_response({"ok": "error" not in answer, **answer})  # type: ignore[operator, dict-item]

    def _failed(self, request: web.Request, failure: Failure) -> web.StreamResponse:
        if failure.drop:
            assert request.transport is not None
            request.transport.abort()
        body = {"ok": False, "error": failure.error}
        return web.json_response(body, status=failure.status, headers=failure.headers)

    def do_auth_test(self, params: Json) -> Json:
        if params["_token"] == "xoxb-bad":
            return {"error": "invalid_auth"}
        return {"team_id": TEAM, "team": "Lab", "user_id": BOT, "bot_id": BOT_ID, "url": self.base}

    def do_apps_connections_open(self, params: Json) -> Json:
        if params["_token"] != APP_TOKEN:
            return {"error": "invalid_auth"}
        self.opened += 1
        return {"url": f"{self.base.replace('http', 'ws')}/link?ticket={uuid.uuid4()}"}

    def do_users_info(self, params: Json) -> Json:
        found = self.users.get(params["user"])
        return {"user": found} if found else {"error": "user_not_found"}

    def do_conversations_open(self, params: Json) -> Json:
        return {"channel": {"id": "D" + params["users"]}}

    def do_chat_postMessage(self, params: Json) -> Json:  # noqa: N802
        self.faults += message_faults(decoded(params))
        channel = "D" + params["channel"] if params["channel"].startswith("U") else params["channel"]
        message = {**decoded(params), "ts": f"{time.time():.3f}{next(self._clock):03}", "bot_id": BOT_ID, "user": BOT}
        self.messages[channel].append(message)
        return {"channel": channel, "ts": message["ts"], "message": message}

    def do_chat_postEphemeral(self, params: Json) -> Json:  # noqa: N802
        self.faults += message_faults({"unfurl_links": False, "unfurl_media": False, **decoded(params)})
        if params["user"] not in self.members.get(params["channel"], {params["user"]}):
            return {"error": "user_not_in_channel"}
        self.ephemeral.append(decoded(params))
        return {"message_ts": "1.0"}

    def do_conversations_history(self, params: Json) -> Json:
        return self._page(params, [m for m in self.messages[params["channel"]] if not m.get("thread_ts")])

    def do_conversations_replies(self, params: Json) -> Json:
        found = [m for m in self.messages[params["channel"]] if params["ts"] in (m["ts"], m.get("thread_ts"))]
        return self._page(params, found)

    def _page(self, params: Json, messages: list[Json]) -> Json:
        since = [m for m in reversed(messages) if float(m["ts"]) >= float(params.get("oldest") or 0)]
        start, limit = int(params.get("cursor") or 0), int(params["limit"])
        page = since[start : start + limit]
        if not params.get("include_all_metadata"):
            page = [{k: v for k, v in m.items() if k != "metadata"} for m in page]
        following = str(start + limit) if start + limit < len(since) else ""
        return {"messages": page, "response_metadata": {"next_cursor": following}}

    def do_views_open(self, params: Json) -> Json:
        params = decoded(params)
        if params["trigger_id"] in self.used_triggers:
            return {"error": "expired_trigger_id"}
        self.used_triggers.add(params["trigger_id"])
        self.faults += view_faults(params["view"])
        self.views.append(params["view"])
        return {"view": {**params["view"], "id": f"V{next(self._clock)}", "hash": "h"}}

    def do_views_publish(self, params: Json) -> Json:
        params = decoded(params)
        self.faults += view_faults(params["view"])
        shown = self.homes.get(params["user_id"])
        if params.get("hash") and shown and params["hash"] != shown["hash"]:
            return {"error": "hash_conflict"}
        view = {**params["view"], "id": "VHOME", "hash": f"hash{next(self._clock)}"}
        self.homes[params["user_id"]] = view
        return {"view": view}

    def do_files_getUploadURLExternal(self, params: Json) -> Json:  # noqa: N802
        identity = f"F{next(self._clock)}"
        self.files[identity] = {"id": identity, "name": params["filename"]}
        return {"file_id": identity, "upload_url": f"{self.base}/upload/{identity}"}

    def do_files_completeUploadExternal(self, params: Json) -> Json:  # noqa: N802
        told = json.loads(params["files"]) if isinstance(params["files"], str) else params["files"]
        for one in told:
            self.files[one["id"]]["ims"] = [params["channel_id"]]
        return {"files": [self.files[one["id"]] for one in told]}

    def do_files_info(self, params: Json) -> Json:
        found = self.files.get(params["file"])
        return {"file": found} if found else {"error": "file_not_found"}

    def do_oauth_v2_access(self, params: Json) -> Json:
        return self.oauth.get(params.get("code") or params.get("refresh_token") or "", {"error": "invalid_code"})

    async def _upload(self, request: web.Request) -> web.Response:
        self.uploads[request.match_info["name"]] = await request.read()
        return web.Response(text="OK")

    async def _download(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {BOT_TOKEN}":
            return web.Response(text="<html>sign in</html>", content_type="text/html")
        return web.Response(body=self.uploads[request.match_info["name"]], content_type="application/octet-stream")

    def put_file(self, name: str, content: bytes, owner: str = ANN) -> Json:
        identity = f"F{next(self._clock)}"
        self.uploads[identity] = content
        url = f"{self.base}/download/{identity}"
        told = {"id": identity, "name": name, "size": len(content), "user": owner, "url_private_download": url}
        self.files[identity] = told
        return told

    # --- response_url
    def response_url(self) -> str:
        name = uuid.uuid4().hex
        self.response_uses[name] = 0
        return f"{self.base}/response/{name}"

    async def _response(self, request: web.Request) -> web.Response:
        name, body = request.match_info["name"], await request.json()
        if self.response_uses[name] >= 5:
            return web.Response(status=404, text="expired_url")
        self.response_uses[name] += 1
        self.faults += message_faults(body)
        self.responses.append(body)
        return web.Response(text="ok")

    # --- Socket Mode
    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=not self.deaf)
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json(
            {"type": "hello", "num_connections": len(self.sockets), "connection_info": {"app_id": APP}}
        )
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                told = json.loads(message.data)
                waiting = self.acks.get(told.get("envelope_id", ""))
                if waiting is not None and not waiting.done():
                    waiting.set_result((time.monotonic(), told.get("payload")))
        self.sockets.remove(socket)
        return socket

    async def linked(self, count: int = 1) -> None:
        async with asyncio.timeout(10):
            while len(self.sockets) < count:  # noqa: ASYNC110 - sockets come and go
                await asyncio.sleep(0.01)

    async def envelope(self, kind: str, payload: Json, *, socket: int = -1) -> tuple[float, Json | None]:
        """Send one, wait for its ack: seconds and what came with it."""
        identity = str(uuid.uuid4())
        self.acks[identity] = asyncio.get_running_loop().create_future()
        began = time.monotonic()
        await self.sockets[socket].send_json(
            {
                "envelope_id": identity,
                "type": kind,
                "payload": payload,
                "accepts_response_payload": kind != "events_api",
            }
        )
        ended, answer = await asyncio.wait_for(self.acks[identity], 3.0)
        return ended - began, answer

    # --- signed http
    async def post(self, url: str, kind: str, payload: Json, **how: Any) -> tuple[int, str]:
        if kind == "events_api":
            body, content = json.dumps(payload), "application/json"
        else:
            form = payload if kind == "slash_commands" else {"payload": json.dumps(payload)}
            body, content = urllib.parse.urlencode(form), "application/x-www-form-urlencoded"
        headers = {"Content-Type": content, **signed(body, **how), **how.get("headers", {})}
        async with self.http.post(url, data=body, headers=headers) as answered:
            return answered.status, await answered.text()


def signed(body: str, *, at: float | None = None, secret: str = SECRET, **_: Any) -> Json:
    stamp = str(int(at or time.time()))
    mac = hmac.new(secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={mac}"}


def user(identity: str, name: str, **changes: Any) -> Json:
    found = {
        "id": identity,
        "team_id": TEAM,
        "tz": "Europe/Berlin",
        "is_admin": False,
        "profile": {"display_name": name},
    }
    return {**found, **changes}


def decoded(params: Json) -> Json:
    return {
        key: json.loads(value) if key in ("blocks", "view", "metadata") and isinstance(value, str) else value
        for key, value in ((k, False if v in ("0", "false") else v) for k, v in params.items())
    }


async def _params(request: web.Request) -> Json:
    if request.method == "GET":
        return {}
    if "json" in request.content_type:
        found: Json = await request.json()
        return found
    return {key: str(value) for key, value in (await request.post()).items()}
