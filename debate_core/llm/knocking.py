"""Whether anything answers at an address of this machine; no byte is sent, and no other machine is tried."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

WAIT = 0.2  # seconds
_PORTS = {"http": 80, "https": 443}


def answers(base_url: str) -> bool | None:
    """Whether a connection to `base_url` opens at once; None where it is not on this machine.

    >>> answers("https://api.openai.com/v1") is None
    True
    """
    door = _door(base_url)
    if door is None:
        return None
    try:
        socket.create_connection(door, timeout=WAIT).close()
    except OSError:
        return False
    return True


def place(base_url: str) -> str:
    """Host and port as a person would look for them.

    >>> place("http://localhost:11434/v1"), place("https://a.example/v1")
    ('localhost:11434', 'a.example')
    """
    return urlsplit(base_url).netloc.rsplit("@", 1)[-1]


def _door(base_url: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
        here = host.casefold() == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return None
    return (host, port) if here and port else None
