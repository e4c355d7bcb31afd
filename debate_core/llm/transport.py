"""How bytes travel to a model's server: no redirects, only to checked addresses, within bounds, unlogged."""

import asyncio
import logging
import re
import socket
from functools import cache
from ipaddress import ip_address
from ssl import SSLContext

import httpx2

from debate_core.llm.addresses import AddressRefused, check_address, check_host
from debate_core.llm.arriving import EVENTS, BoundedStream, Bounds, Events
from debate_core.llm.errors import ModelError
from debate_core.llm.keys import NO_KEY, Endpoint

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
    """A client for one call whose answer stays within `bounds`.

    A typed address is checked here, and no proxy or .netrc of the environment is used for it.
    """
    for name in _LOGGERS:  # At DEBUG, and where an SDK's own variable turns it on, they write headers out.
        logging.getLogger(name).setLevel(logging.CRITICAL)

    async def bound(response: httpx2.Response) -> None:
        arriving = BoundedStream(response, endpoint, bounds)
        response.stream, response.extensions[EVENTS] = arriving, arriving.events

    timeout = httpx2.Timeout(endpoint.silence, connect=endpoint.patience, pool=endpoint.patience)
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


def is_stream(response: httpx2.Response) -> bool:
    return "event-stream" in response.headers.get("content-type", "")


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
        addresses = await self._addresses(host, request.url.port or 0)
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

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            check_host(host)
            infos = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
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
    framing = [("content-length", length)] if length.isdigit() else [("transfer-encoding", "chunked")]
    known = [(name, value) for name, value in sent.items() if name in request.headers]
    return [("host", request.url.netloc.decode("ascii")), *known, *framing]
