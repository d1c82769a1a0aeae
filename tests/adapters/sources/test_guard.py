"""No URL that a person gives reaches a private address, however it is spelt or resolved."""

import socket
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

from adapters.sources.fetcher import Ask, Fetcher
from adapters.sources.guard import Guard, is_public
from bot.errors import SourceError
from bot.source_names import WEB_PORTS

PRIVATE = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1",
    "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1",
    "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "100::1", "not an ip",
]  # fmt: skip
PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"]

SPELLINGS = [
    "http://127.0.0.1:{port}/", "http://127.1:{port}/", "http://0:{port}/", "http://0.0.0.0:{port}/",
    "http://2130706433:{port}/", "http://0x7f000001:{port}/", "http://0x7f.1:{port}/", "http://0177.0.0.1:{port}/",
    "http://017700000001:{port}/", "http://127.000.000.001:{port}/", "http://localhost:{port}/",
    "http://LOCALHOST:{port}/", "http://localhost.:{port}/", "http://localhost.localdomain:{port}/",
    "http://[::1]:{port}/", "http://[::]:{port}/", "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/", "http://[0:0:0:0:0:0:0:1]:{port}/", "http://[::127.0.0.1]:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/", "http://[2002:7f00:1::]:{port}/", "http://①②⑦.⓪.⓪.①:{port}/",
    "http://127。0。0。1:{port}/", "http://ⓛocalhost:{port}/", "http://127.0.0.1%2e:{port}/",
    "http://user:pass@127.0.0.1:{port}/", "http://example.org@127.0.0.1:{port}/", "http://127.0.0.1:{port}@evil/",
    "http://127.0.0.1:{port}#@example.org/", "http://127.0.0.1:{port}\\@example.org/", "http:127.0.0.1:{port}/",
    "http:///127.0.0.1:{port}/", "//127.0.0.1:{port}/", "127.0.0.1:{port}", "http://127.0.0.1:{port}?@example.org",
    "https://127.0.0.1:{port}/", "https://localhost:{port}/", "ftp://127.0.0.1:{port}/", "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/_", "data:text/xml,<rss/>", "javascript:alert(1)", "unix:///run/docker.sock",
    "http://rebind.example:{port}/", "http://private.example:{port}/", "http://mixed.example:{port}/",
    "http://mapped.example:{port}/", "http://169.254.169.254:{port}/latest/meta-data/", "http://[fe80::1]:{port}/",
    "http://10.0.0.1:{port}/", "http://192.168.0.1:{port}/", "http://[fd00::1]:{port}/", "http://[::1%25lo]:{port}/",
    "http://redirect.example:{port}/", "http://127.127.127.127:{port}/", "http://127.0.1.1:{port}/", "http://:{port}/",
    "http://1.1.1.1:22/", "http://\u202e127.0.0.1:{port}/",
]  # fmt: skip

RESOLVED = {
    "private.example": ["10.0.0.1"],
    "mixed.example": ["127.0.0.1", "::1"],
    "mapped.example": ["::ffff:127.0.0.1"],
}


class TestResolver(AbstractResolver):
    """Answers from a table; the rebinding name is public when asked first and loopback from then on."""

    __test__ = False

    def __init__(self) -> None:
        self.asked = 0

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[ResolveResult]:
        if host == "rebind.example":
            self.asked += 1
            addresses = ["127.0.0.1"] if self.asked > 1 else ["192.0.2.1"]
        else:
            addresses = RESOLVED.get(host, ["127.0.0.1"])
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in addresses
        ]

    async def close(self) -> None:
        return None


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_public(address: str) -> None:
    assert is_public(address)


async def test_no_spelling_of_a_private_address_reaches_a_server(
    serve: Any, make_fetcher: Callable[..., Fetcher]
) -> None:
    reached: list[str] = []

    async def handler(request: web.Request) -> web.Response:
        reached.append(str(request.url))
        return web.Response(text="secret")

    assert len(SPELLINGS) == 60
    async with serve(handler) as address:
        port = int(address.rpartition(":")[2])
        fetcher = make_fetcher(guard=Guard(WEB_PORTS | {port}), resolver=TestResolver())
        for spelling in [*SPELLINGS, "http://rebind.example:{port}/"]:
            with pytest.raises(SourceError) as refused:
                await fetcher.get(Ask(spelling.replace("{port}", str(port)), from_people=True))
            assert str(refused.value).endswith(".")
    assert reached == []


async def test_a_redirect_to_a_private_address_is_refused(serve: Any, make_fetcher: Callable[..., Fetcher]) -> None:
    reached: list[str] = []

    async def handler(request: web.Request) -> web.Response:
        reached.append(request.path)
        raise web.HTTPFound("http://127.0.0.1:" + str(request.url.port) + "/inside")

    class FirstIsPublic(Guard):
        def socket(self, info: Any) -> socket.socket:
            if not reached:
                return socket.socket(*info[:3])
            return super().socket(info)

    async with serve(handler) as address:
        port = int(address.rpartition(":")[2])
        fetcher = make_fetcher(guard=FirstIsPublic(frozenset({port})), resolver=TestResolver())
        with pytest.raises(SourceError, match="not on the public internet"):
            await fetcher.get(Ask(f"http://blog.example:{port}/start", from_people=True))
    assert reached == ["/start"]


@pytest.mark.parametrize("url", ["https://example.org:8080/", "http://example.org:22/", "http://u:p@example.org/"])
def test_other_ports_and_passwords_are_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(SourceError, match="not fetched"):
        Guard().url(url)


@pytest.mark.parametrize("url", ["https://example.org/feed", "http://example.org:80/", "https://例え.jp/"])
def test_an_ordinary_address_passes(url: str) -> None:
    Guard().url(url)
