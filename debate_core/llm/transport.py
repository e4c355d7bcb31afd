"""How bytes travel to a model's server: no redirects, only to addresses that were checked, and the tail of a
stream kept.

Imports the HTTP library of the SDKs, so it is itself imported only when a model is first called. Invariants:
the address that was checked is the address connected to (a name that changes its mind in between gains
nothing); to an address a person typed go only the headers listed here.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from functools import cache
from ipaddress import ip_address
from ssl import SSLContext
from typing import Final

import httpx2

from debate_core.llm.addresses import AddressRefused, check_address, check_host
from debate_core.llm.endpoint import Endpoint
from debate_core.llm.errors import ModelError

TAIL: Final = "tail"
_KEPT = 64
# All that a typed address may see: SDKs add telemetry, and headers they read from the environment.
_FRAMING = {"host", "connection", "accept", "accept-encoding", "content-type", "content-length", "user-agent"}
_HEADERS = _FRAMING | {"transfer-encoding", "authorization", "x-api-key", "anthropic-version"}


def http_client(endpoint: Endpoint) -> httpx2.AsyncClient:
    """A client for calls to one endpoint. A typed address is looked up and checked here, so no proxy or
    .netrc of the environment has a part in reaching it."""
    timeout = httpx2.Timeout(endpoint.silence, connect=endpoint.patience, pool=endpoint.patience)
    transport = _Guarded(endpoint) if endpoint.typed else None
    return httpx2.AsyncClient(
        timeout=timeout,
        follow_redirects=False,
        trust_env=not endpoint.typed,
        transport=transport,
        verify=_certificates(),
        event_hooks={"response": [_watch]},
        headers={"Accept-Encoding": "identity"},
    )


def saw_done(response: httpx2.Response) -> bool:
    """Whether the stream ended with the wire's own `[DONE]`, which the SDK swallows."""
    tail = response.extensions.get(TAIL)
    return isinstance(tail, bytearray) and b"[DONE]" in tail


def is_stream(response: httpx2.Response) -> bool:
    """Whether it is a stream of events at all, and not a page or a whole answer."""
    return "event-stream" in response.headers.get("content-type", "")


@cache
def _certificates() -> SSLContext:
    """Read once: it takes 10 to 20 ms of CPU."""
    return httpx2.create_ssl_context()


class _Guarded(httpx2.AsyncHTTPTransport):
    """Connects to the very address that was checked, under the name that was asked for."""

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(verify=_certificates(), trust_env=False)
        self._endpoint = endpoint

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host
        addresses = await self._addresses(host, request.url.port or 0)
        headers = [(name, value) for name, value in request.headers.raw if name.decode().lower() in _HEADERS]
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

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            check_host(host)
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = [str(info[4][0]) for info in found]
            for address in addresses:
                check_address(ip_address(address.split("%")[0]), host)
        except AddressRefused as refused:
            raise ModelError(str(refused), kind="not_found") from None
        except OSError as error:
            raise httpx2.ConnectError(f"the name {host} cannot be looked up") from error
        return list(dict.fromkeys(addresses))


async def _watch(response: httpx2.Response) -> None:
    """Keep the last bytes of an answer."""
    stream = response.stream
    if isinstance(stream, httpx2.AsyncByteStream):
        tail = bytearray()
        response.extensions[TAIL] = tail
        response.stream = _Watched(stream, tail)


class _Watched(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, tail: bytearray) -> None:
        self._stream = stream
        self._tail = tail

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._tail += piece
            del self._tail[:-_KEPT]
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
