"""An answer's bytes as they arrive: bounded before and after unpacking, and the events of a stream told apart."""

import re
import zlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Final

import httpx2

from debate_core.llm.failures import bad_response
from debate_core.llm.keys import Endpoint

SLACK: Final = 64 * 1024
_WIRE, _WORDS = 1024, 16  # bytes a token: each streamed one comes in an envelope
_AT_ONCE = 64 * 1024
_HEAD = 256  # bytes of a line that are looked at
_TYPE = re.compile(rb'"type"\s*:\s*"(\w+)"')
EVENTS: Final = "events"


@dataclass(frozen=True, kw_only=True)
class Bounds:
    tokens: int

    @property
    def wire(self) -> int:
        return _WIRE * self.tokens + SLACK

    @property
    def words(self) -> int:
        return _WORDS * self.tokens + SLACK


class Events:
    """What a stream's events say. `done`: `[DONE]` came; `misnamed`: an event an SDK would drop."""

    def __init__(self) -> None:
        self.misnamed = False
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
            self._ended(bytes(self._line).rstrip(b"\r"))
            self._line = bytearray(line[:_HEAD])

    def _ended(self, line: bytes) -> None:
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
            self.misnamed |= not self._name or (match is not None and match[1] != self._name)
        self._name, self._data = b"", None


class BoundedStream(httpx2.AsyncByteStream):
    """A response's bytes, unpacked, within bounds; of a refusal only the beginning."""

    def __init__(self, response: httpx2.Response, endpoint: Endpoint, bounds: Bounds) -> None:
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        self._stream = response.stream
        self._endpoint, self._bounds = endpoint, bounds
        self._refusal = response.status_code >= 400
        self._packed = _unpacked(response, endpoint)
        self.events = Events()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        came = 0
        room = SLACK if self._refusal else self._bounds.wire
        async for piece in self._stream:
            came += len(piece)
            for part in self._parts(piece):
                room -= len(part)
                self.events.take(part)
                if min(room, self._bounds.wire - came) < 0:
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


def _unpacked(response: httpx2.Response, endpoint: Endpoint) -> "zlib._Decompress | None":
    """Unpacks here, as the HTTP library would inflate a body of any size at once."""
    packed = response.headers.pop("content-encoding", "identity").strip().lower()
    if packed in ("identity", ""):
        return None
    if packed not in ("gzip", "x-gzip", "deflate"):
        raise bad_response(endpoint, "answered packed in a way that was not asked for")
    return zlib.decompressobj(zlib.MAX_WBITS | 32)
