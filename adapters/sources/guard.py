"""Which addresses a URL from outside may lead to: the public internet on the web's ports, and nothing else.

The check that counts is made on the address that is really connected to (`Guard.socket`), since names can be spelt and
resolved in many ways and change between two look-ups. Standard library only.
"""

import errno
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from bot.source_names import WEB_PORTS, check_address

REFUSED = "is not on the public internet"

_NOT_PUBLIC_4 = tuple(
    ip_network(net)
    for net in ("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4")
)
_NAT64 = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
_IPV4_COMPATIBLE = ip_network("::/96")
_SITE_LOCAL = ip_network("fec0::/10")


class RefusedAddressError(OSError):
    """The address is not public; the connection is not made."""


class Guard:
    """The rule for URLs that people add. `ports` are those that may be asked."""

    def __init__(self, ports: frozenset[int] = WEB_PORTS) -> None:
        self._ports = ports

    def url(self, url: str) -> None:
        """Raise SourceError with a sentence when a URL may not be fetched, whatever its name resolves to."""
        check_address(url, self._ports)

    def socket(self, info: Any) -> socket.socket:
        """A socket for an address that getaddrinfo gave. Raises RefusedAddressError when it is not public."""
        family, kind, protocol, _, address = info
        if not is_public(str(address[0])):
            raise RefusedAddressError(errno.EACCES, f"{address[0]} {REFUSED}")
        return socket.socket(family, kind, protocol)


def is_public(address: str) -> bool:
    """Whether an IP address, with all that may be wrapped in it, belongs to the public internet."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inner = _wrapped(found)
        if inner is not None:
            return _is_public_4(inner)
        return found.is_global and not (found.is_multicast or found.is_reserved or found in _SITE_LOCAL)
    return _is_public_4(found)


def _is_public_4(address: IPv4Address) -> bool:
    special = address.is_private or address.is_multicast or address.is_reserved or address.is_loopback
    return not (special or address.is_link_local or any(address in net for net in _NOT_PUBLIC_4))


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address inside a mapped, compatible, NAT64, 6to4 or Teredo one."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return IPv4Address("127.0.0.1")
    if address in _IPV4_COMPATIBLE or any(address in net for net in _NAT64):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None
