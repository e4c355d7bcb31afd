"""How bytes travel to a model's server and back: no redirects, only to checked addresses, within bounds, unlogged."""

import asyncio
import logging
import re
import socket
import zlib
from collections.abc import AsyncIterator, Iterator
from functools import cache
from ipaddress import ip_address
from ssl import SSLContext
from typing import Final

import httpx2

from debate_core.domain.frozen import FrozenValue
from debate_core.llm.errors import ModelError, bad_response
from debate_core.llm.keys import NO_KEY, AddressRefused, Endpoint, check_address, check_host

SLACK: Final = 64 * 1024
_WIRE, _WORDS = 1024, 16  # bytes a token: each streamed one comes in an envelope
_AT_ONCE = 64 * 1024
_HEAD = 256  # bytes of a line that are looked at
_TYPE = re.compile(rb'"type"\s*:\s*"(\w+)"')
EVENTS: Final = "events"


class Bounds(FrozenValue):
    tokens: int

    @property
    def wire(self) -> int:
        return _WIRE * self.tokens + SLACK

    @property
    def words(self) -> int:
        return _WORDS * self.tokens + SLACK


class Events:
    """What a stream's events say. `done`: `[DONE]` came; `type_mismatch`: an event an SDK would drop."""

    def __init__(self) -> None:
        self.type_mismatch = False
        self._done = False
        self._line = bytearray()
        self._name = b""
        self._data: bytes | None = None

    @property
    def done(self) -> bool:
        return self._done or (self._data is not None and self._data.startswith(b"[DONE]"))

    def take(self, piece: bytes) -> None:
        first, *rest = piece.split(b"\n")
        self._line += first[: _HEAD - len(self._line)]
        for line in rest:
            self._take_line(bytes(self._line).rstrip(b"\r"))
            self._line = bytearray(line[:_HEAD])

    def _take_line(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        if not line:
            self._close()
        elif field == b"event":
            self._name = value.strip()
        elif field == b"data" and self._data is None:
            self._data = value.strip()

    def _close(self) -> None:
        self._done = self.done
        if self._data is not None and self._name != b"ping":
            match = _TYPE.search(self._data)
            self.type_mismatch |= not self._name or (match is not None and match[1] != self._name)
        self._name, self._data = b"", None


class BoundedStream(httpx2.AsyncByteStream):
    """A response's bytes, unpacked, within bounds; of a refusal only the beginning."""

    def __init__(self, response: httpx2.Response, endpoint: Endpoint, bounds: Bounds) -> None:
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        self._stream = response.stream
        self._endpoint, self._bounds = endpoint, bounds
        self._refusal = response.status_code >= 400
        self._packed = _decoder(response, endpoint)
        self.events = Events()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        came = 0
        allowance = SLACK if self._refusal else self._bounds.wire
        async for piece in self._stream:
            came += len(piece)
            for part in self._parts(piece):
                allowance -= len(part)
                self.events.take(part)
                if min(allowance, self._bounds.wire - came) < 0:
                    if self._refusal:
                        return
                    raise too_long(self._endpoint, self._bounds)
                yield part

    def _parts(self, piece: bytes) -> Iterator[bytes]:
        if self._packed is None:
            yield piece
            return
        part = b"." * _AT_ONCE
        while piece or len(part) == _AT_ONCE:
            damaged = False
            try:
                part = self._packed.decompress(piece, _AT_ONCE)
            except zlib.error:
                damaged = True
            if damaged:
                raise bad_response(self._endpoint, "answered with bytes that can't be unpacked")
            piece = b"" if self._packed.eof else self._packed.unconsumed_tail
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


def too_long(endpoint: Endpoint, bounds: Bounds, *, partial: str = "") -> Exception:
    what = f"sent more than an answer of {bounds.tokens:,} tokens can hold, and was cut off there"
    return bad_response(endpoint, what, partial=partial)


def _decoder(response: httpx2.Response, endpoint: Endpoint) -> "zlib._Decompress | None":
    """Unpacks here, as the HTTP library would inflate a body of any size at once."""
    packed = response.headers.pop("content-encoding", "identity").strip().lower()
    if packed in ("identity", ""):
        return None
    if packed not in ("gzip", "x-gzip", "deflate"):
        raise bad_response(endpoint, "answered packed in a way that was not asked for")
    return zlib.decompressobj(zlib.MAX_WBITS | 32)


# All that a typed address may see beside its key: SDKs add telemetry, and headers that they read from the environment,
# under any name. So each has its value from here.
_SENT = {
    "connection": "keep-alive",
    "accept": "application/json",
    "accept-encoding": "identity",
    "content-type": "application/json",
    "user-agent": "split-decision",
    "anthropic-version": "2023-06-01",
}
_FORM = re.compile(r"multipart/form-data; boundary=[\w-]{1,70}")
_LOGGERS = ("openai", "anthropic", "httpx", "httpx2", "httpcore", "httpcore2")


def http_client(endpoint: Endpoint, bounds: Bounds) -> httpx2.AsyncClient:
    """A client for one call whose answer stays within `bounds`. A typed address is checked, and no proxy or .netrc of
    the environment is used for it."""
    for name in _LOGGERS:  # At DEBUG, and where an SDK's own variable turns it on, they write headers out.
        logging.getLogger(name).setLevel(logging.CRITICAL)

    async def bound(response: httpx2.Response) -> None:
        arriving = BoundedStream(response, endpoint, bounds)
        response.stream, response.extensions[EVENTS] = arriving, arriving.events

    timeout = httpx2.Timeout(
        endpoint.read_timeout, connect=endpoint.connect_timeout, pool=endpoint.connect_timeout
    )
    transport = _Guarded(endpoint) if endpoint.typed else None
    return httpx2.AsyncClient(
        timeout=timeout,
        follow_redirects=False,
        trust_env=not endpoint.typed,
        transport=transport,
        verify=_certificates(),
        event_hooks={"response": [bound]},
        headers={"Accept-Encoding": "identity"},
    )


def events_of(response: httpx2.Response) -> Events:
    events = response.extensions[EVENTS]
    assert isinstance(events, Events)
    return events


@cache
def _certificates() -> SSLContext:
    """Read once: it takes 10 to 20 ms of CPU."""
    return httpx2.create_ssl_context()


class _Guarded(httpx2.AsyncHTTPTransport):
    """Connects to the very address that was checked, under the name asked for."""

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(verify=_certificates(), trust_env=False)
        self._endpoint = endpoint

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host
        addresses = await self._addresses(host)
        headers = _headers(request, self._endpoint)
        extensions = {**request.extensions, "sni_hostname": host}
        for at, address in enumerate(addresses):
            url = request.url.copy_with(host=address)
            aimed = httpx2.Request(
                request.method, url, headers=headers, stream=request.stream, extensions=extensions
            )
            try:
                return await super().handle_async_request(aimed)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if at == len(addresses) - 1:
                    raise
        raise httpx2.ConnectError(f"{host} has no address", request=request)

    async def _addresses(self, host: str) -> list[str]:
        try:
            check_host(host)
            infos = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
            addresses = [str(info[4][0]) for info in infos]
            for address in addresses:
                check_address(ip_address(address.split("%")[0]), host)
        except AddressRefused as refused:
            raise ModelError(str(refused), kind="not_found") from None
        except OSError as error:
            raise httpx2.ConnectError(f"the name {host} cannot be looked up") from error
        return list(dict.fromkeys(addresses))


def _headers(request: httpx2.Request, endpoint: Endpoint) -> list[tuple[str, str]]:
    """For a typed address only known headers, with our own values."""
    key = endpoint.key.reveal() if endpoint.key else NO_KEY
    sent = {**_SENT, "authorization": f"Bearer {key}", "x-api-key": key}
    if _FORM.fullmatch(form := request.headers.get("content-type", "")):
        sent["content-type"] = form
    length = request.headers.get("content-length", "")
    sent |= {"content-length": length} if length.isdigit() else {"transfer-encoding": "chunked"}
    known = [(name, value) for name, value in sent.items() if name in request.headers]
    return [("host", request.url.netloc.decode("ascii")), *known]
