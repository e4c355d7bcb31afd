"""Keys of providers, struck out of any text from outside; and the addresses that a request may go to."""

import hmac
import re
import secrets
import socket
import unicodedata
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NoReturn, Self
from urllib.parse import urlsplit

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue

Address = IPv4Address | IPv6Address
LONGEST_ADDRESS = 2048
# Metadata services that do not sit on a link-local address (Alibaba, Azure, Oracle, AWS over IPv6).
_METADATA = {
    ip_address(a)
    for a in ("100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254")
}
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data"})
_NAT64, _COMPATIBLE = ip_network("64:ff9b::/96"), ip_network("::/96")


class AddressRefused(SetUpError):
    """A base URL that no request may go to."""


def check_url(base_url: str) -> str:
    """`base_url` without a trailing slash, if no request to it is refused.

    >>> check_url("http://localhost:11434/v1/")
    'http://localhost:11434/v1'
    """
    text = base_url.strip()
    unlike = AddressRefused(f"expected a base URL like https://host/v1; got {address_text(text)!r}")
    if (
        not text
        or len(text) > LONGEST_ADDRESS
        or any(not c.isprintable() or c in ' \\"<>^`{|}' for c in text)
    ):
        raise unlike
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise unlike from None
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
    address = _parse_address(name)
    if address is not None:
        check_address(address, host)


def check_address(address: Address, host: str) -> None:
    """Refuse `address`, which `host` spells or resolves to, when no request may go there."""
    inner = _inner_address(address)
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


def _inner_address(address: Address) -> Address:
    """The IPv4 address inside an IPv6 one (mapped, compatible, 6to4, NAT64), or itself."""
    if isinstance(address, IPv4Address):
        return address
    inside = address.ipv4_mapped or address.sixtofour
    if inside is not None:
        return inside
    if address in _NAT64 or address in _COMPATIBLE:
        return IPv4Address(address.packed[-4:])
    return address


def _parse_address(name: str) -> Address | None:
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
    return re.split(r"[?#]", text.rpartition("@")[-1])[0][:80]


# What is sent where a server wants no key; without it the SDKs look for one in the environment.
NO_KEY = "none"
HIDDEN = "[key]"
_SALT = secrets.token_bytes(32)
LONGEST = 4096
_WINDOW = 8  # a run of this many characters of a key, wherever it stands, is struck out
_SECRET = 12  # characters from which on a key is one, and not a word that stands for none
_KEY_SHAPED = re.compile(
    r"""(?ix)
    \b(?:sk|pk|rk|gsk|xai|hf|nvapi|r8|pplx)[-_][a-z0-9*_.\-]{8,}   # vendors' prefixes, also half-masked
    | \bAIza[0-9a-z_\-*]{8,}
    | \bey[Jj][a-z0-9_\-]{8,}\.[a-z0-9_\-.]{8,}                             # a JSON web token
    | (?<=bearer\s)[^\s"'”,;)\]}]{6,}
    | (?<=x-api-key:\s)[^\s"'”,;)\]}]{6,}
    | (?<=api_key=)[^\s"'”&,;)\]}]{6,}
    """
)


class RateGate(FrozenValue):
    """Whose limits a call falls under. `host`: empty for the provider's usual address. `account`: tells typed keys
    apart in this process; empty for the operator's, `NO_KEY` without one at a typed address."""

    provider: str
    host: str = ""
    account: str = ""


class Key:
    """One key. Printing, formatting, copying and pickling it give nothing away or fail.

    >>> f"{Key('sk-secret')} {Key('sk-secret')!r}"
    'Key(hidden) Key(hidden)'
    """

    __slots__ = ("__words",)

    def __init__(self, words: str) -> None:
        words = words.strip()
        plain = words.isascii() and words.isprintable() and " " not in words
        if not plain or not 0 < len(words) <= LONGEST:
            raise SetUpError(f"a key is one line of plain characters, no blanks; got {len(words)} characters")
        self.__words = words

    def reveal(self) -> str:
        return self.__words

    @property
    def account(self) -> str:
        """Tells it from other keys in this process only."""
        return hmac.digest(_SALT, self.__words.encode(), "sha256").hex()

    def __repr__(self) -> str:
        return "Key(hidden)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and hmac.compare_digest(self.__words, other.reveal())

    def __hash__(self) -> int:
        return hash((Key, self.__words))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a key is never pickled: it lives in memory only")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a key is never serialised: it lives in memory only")


def redact(text: str, *keys: Key | None) -> str:
    """`text` without the given keys, any 8 characters or more of them, and what looks like a key.

    >>> redact("bad key abcdefgh-12345678 given", Key("abcdefgh-12345678"))
    'bad key [key] given'
    >>> redact("Incorrect API key provided: sk-proj-ab***********wxyz.")
    'Incorrect API key provided: [key]'
    """
    for key in keys:
        if key is not None:
            text = _strike(text, key.reveal())
    return _KEY_SHAPED.sub(HIDDEN, text)


def strike_out(text: str, key: Key | None) -> str:
    """A model's words without the key, or any 12 characters or more of it. A shorter key (`ollama`, `none`) is a word.

    >>> strike_out("I was sent abcdefgh-12345678 for it", Key("abcdefgh-12345678"))
    'I was sent [key] for it'
    """
    words = key.reveal() if key else ""
    return _strike(text, words, _SECRET) if len(words) >= _SECRET else text


def _strike(text: str, words: str, window: int = _WINDOW) -> str:
    if len(words) <= 3:
        return text
    window = min(window, len(words))
    windows = {words[at : at + window] for at in range(len(words) - window + 1)}
    words_left: list[str] = []
    at = 0
    while at < len(text):
        run = 0
        while text[at + run : at + run + window] in windows:
            run += 1
        if run:
            words_left.append(HIDDEN)
            at += run + window - 1
        else:
            words_left.append(text[at])
            at += 1
    return "".join(words_left)


class Endpoint(FrozenValue):
    """One provider's address. `typed`: nothing of the environment may travel there; `read_timeout`: seconds without a
    byte until a call is given up; `connect_timeout`: seconds to connect."""

    provider: str
    base_url: str
    key: Key | None = None
    typed: bool = False
    read_timeout: float = 180.0
    connect_timeout: float = 10.0

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).netloc.rpartition("@")[-1]

    def without_key(self, text: str) -> str:
        return strike_out(text, self.key)

    def begun_key(self, text: str) -> int:
        """How many characters at the end of `text` may begin the key."""
        words, at = self.key.reveal() if self.key else "", 0
        while len(words) >= _SECRET and at < len(text) and text[len(text) - at - 1 :] in words:
            at += 1
        return at

    def clean(self, text: str) -> str:
        return redact(text, self.key)
