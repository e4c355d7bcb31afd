"""Which addresses a request may go to."""

import re
import socket
import unicodedata
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from debate_core.domain.errors import SetUpError

Address = IPv4Address | IPv6Address
LONGEST = 2048
# Metadata services that do not sit on a link-local address (Alibaba, Azure, Oracle, AWS over IPv6).
_METADATA = {
    ip_address(a)
    for a in ("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254")
}
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data"})
_NAT64 = ip_network("64:ff9b::/96")


class AddressRefused(SetUpError):
    """A base URL that no request may go to."""


def checked(base_url: str) -> str:
    """`base_url` without a trailing slash, if no request to it is refused.

    >>> checked("http://localhost:11434/v1/")
    'http://localhost:11434/v1'
    """
    text = base_url.strip()
    if not text or len(text) > LONGEST or any(not c.isprintable() or c in ' \\"<>^`{|}' for c in text):
        raise AddressRefused(f"expected a base URL like https://host/v1; got {address_text(text)!r}")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressRefused(
            f"expected a base URL like https://host/v1; got {address_text(text)!r}"
        ) from None
    if parts.scheme.lower() not in ("http", "https"):
        raise AddressRefused(f"a base URL starts with http:// or https://; got {address_text(text)!r}")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise AddressRefused("a base URL holds no user name or password: give the key in its own field")
    if parts.query or parts.fragment or "?" in text or "#" in text:
        raise AddressRefused(f"a base URL has no '?' or '#'; got {address_text(text)!r}")
    if not host or port == 0:
        raise AddressRefused(f"a base URL names a host; got {address_text(text)!r}")
    check_host(host)
    return text.rstrip("/")


def check_host(host: str) -> None:
    """Refuse a host whose spelling alone is a refused address; names are looked up when connecting."""
    name = unicodedata.normalize("NFKC", host).replace("。", ".").rstrip(".").lower()
    if name in _METADATA_NAMES:
        raise AddressRefused(f"{host} is a machine's own metadata service: no request goes there")
    address = _spelled(name)
    if address is not None:
        check_address(address, host)


def check_address(address: Address, host: str) -> None:
    """Refuse `address`, which `host` spells or resolves to, when no request may go there."""
    inner = _inner(address)
    why = ""
    if inner in _METADATA:
        why = "a metadata service"
    elif inner.is_link_local:
        why = "a link-local address, where metadata services live"
    elif inner.is_multicast or inner == IPv4Address("255.255.255.255"):
        why = "not the address of one machine"
    elif inner.is_unspecified:
        why = "no address to send to: write 127.0.0.1 or localhost"
    if why:
        raise AddressRefused(f"{host} is {why}; no request goes there")


def _inner(address: Address) -> Address:
    """The IPv4 address inside an IPv6 one (mapped, compatible, 6to4, NAT64), or itself."""
    if isinstance(address, IPv4Address):
        return address
    inside = address.ipv4_mapped or address.sixtofour
    if inside is not None:
        return inside
    low = int(address) & 0xFFFFFFFF
    if address in _NAT64 or (int(address) >> 32 == 0 and low > 1):
        return IPv4Address(low)
    return address


def _spelled(name: str) -> Address | None:
    try:
        return ip_address(name.strip("[]").split("%")[0])
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(name)) if name else None
    except (OSError, UnicodeEncodeError):
        return None


def address_text(text: str) -> str:
    """The part of a base URL that may be repeated: nothing before an @, or behind ? or #.

    >>> address_text("https://me:secret@host/v1?key=secret")
    'host/v1'
    """
    return re.split(r"[?#]", text.rsplit("@", 1)[-1])[0][:80]
