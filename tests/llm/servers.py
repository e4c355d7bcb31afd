"""A model's server on loopback that plays whatever it is told to, faults above all; and the answers of all wires."""

import json
import pkgutil
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

# polite: the body ends as HTTP wants it. rude: the connection is reset. hang: nothing more comes. drip:
# blank lines for ever. endless: the last piece again and again.
End = Literal["polite", "rude", "hang", "drip", "endless"]


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of the server: its status, its body in pieces, and how it ends."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[bytes] = ()
    end: End = "polite"


@dataclass(frozen=True, kw_only=True)
class Heard:
    """One request as the server got it."""

    path: str
    headers: Mapping[str, str]
    body: Any


class FakeServer:
    """Plays its replies one after another; the last one again and again. `aside`: what it says of itself, by path,
    which is no call and not counted as one."""

    def __init__(self, replies: Sequence[Reply], aside: Mapping[str, Reply]) -> None:
        self._replies = list(replies)
        self.aside = {**_OF_ITSELF, **aside}
        self.looked: list[Heard] = []
        self._lock = threading.Lock()
        self.heard: list[Heard] = []
        self.asked = threading.Event()
        self.closing = threading.Event()
        self.left = threading.Event()
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def take(self, heard: Heard) -> Reply:
        if (reply := self.aside.get(heard.path)) is not None:
            self.looked.append(heard)
            return reply
        with self._lock:
            self.heard.append(heard)
            reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        self.asked.set()
        return reply


@contextmanager
def serving(
    *replies: Reply, aside: Mapping[str, Reply] | None = None, fake: FakeServer | None = None
) -> Iterator[FakeServer]:
    """A server for as long as the block lasts; `fake`: one that plays something of its own."""
    fake = fake or FakeServer(replies, aside or {})

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", 0))
            sent = self.rfile.read(length) or b"null"
            if self.command == "POST" and not length:
                return self.send_error(405)
            if self.command == "GET" and "transfer-encoding" in self.headers:
                return self.send_error(400)
            form = "multipart" in self.headers.get("content-type", "")
            body = sent.decode() if form else json.loads(sent)
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = fake.take(Heard(path=self.path, headers=headers, body=body))
            try:
                self._play(reply)
            except OSError:
                fake.left.set()

        def do_GET(self) -> None:
            self.do_POST()

        def _play(self, reply: Reply) -> None:
            self.send_response(reply.status)
            for name, value in {"content-type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for piece in reply.pieces:
                self._send(piece)
            while reply.end == "endless" and not fake.closing.is_set():
                self._send(reply.pieces[-1])
            self._end(reply.end)

        def _send(self, piece: bytes) -> None:
            if piece:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()

        def _end(self, end: End) -> None:
            if end == "polite":
                self.wfile.write(b"0\r\n\r\n")
                return
            self.close_connection = True
            if end == "rude":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
                return
            while not fake.closing.wait(0.02):
                if end == "drip":
                    self._send(b"\n\n")
                elif self._gone():
                    raise ConnectionResetError

        def _gone(self) -> bool:
            self.connection.settimeout(0.01)
            try:
                return self.connection.recv(1) == b""
            except TimeoutError:
                return False

        def log_message(self, *arguments: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = False
        request_queue_size = 128

        def handle_error(self, request: object, client_address: object) -> None:
            pass

    http = Quiet(("127.0.0.1", 0), Handler)
    fake.port = http.server_address[1]
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.002})
    thread.start()
    try:
        yield fake
    finally:
        fake.closing.set()
        http.shutdown()
        http.server_close()
        thread.join()


def said(body: object, status: int = 200, **headers: str) -> Reply:
    """A whole answer in JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, headers=named, pieces=[json.dumps(body).encode()])


def page(status: int = 200) -> Reply:
    """A page for people where an answer was expected."""
    html = b"<!doctype html><html><body><h1>Welcome to nginx</h1></body></html>"
    return Reply(status=status, headers={"content-type": "text/html"}, pieces=[html])


def events(*pieces: bytes, end: End = "polite") -> Reply:
    """A stream of events."""
    return Reply(headers={"content-type": "text/event-stream"}, pieces=pieces, end=end)


_OF_ITSELF = {
    "/api/show": said({"model_info": {"llama.context_length": 131_072}}),
    "/api/ps": said({"models": []}),
    **dict.fromkeys(("/models", "/v1/models", "/api/v0/models", "/props"), page(404)),
}


# ── OpenAI's wire ──

_BODY = {"id": "c", "created": 1, "model": "m"}
_COUNTED = {"prompt_tokens": 12, "completion_tokens": 5, "total_tokens": 17}
_USAGE = {**_COUNTED, "prompt_tokens_details": {"cached_tokens": 8}}


def chat(
    text: str | None, finish: str | None = "stop", usage: Mapping[str, object] = _USAGE, **message: object
) -> Reply:
    """A whole answer of OpenAI's wire."""
    answer = {"role": "assistant", "content": text, **message}
    choice = {"index": 0, "finish_reason": finish, "message": answer}
    return said({**_BODY, "object": "chat.completion", "choices": [choice], "usage": usage})


def chunk(text: str | None = None, finish: str | None = None, **delta: object) -> bytes:
    """One event of a stream of OpenAI's wire."""
    choice = {"index": 0, "finish_reason": finish, "delta": {**({"content": text} if text else {}), **delta}}
    return _chunk(choices=[choice])


def _chunk(**more: object) -> bytes:
    return f"data: {json.dumps({**_BODY, 'object': 'chat.completion.chunk', **more})}\n\n".encode()


DONE = b"data: [DONE]\n\n"


def chat_error(status: int, message: str, code: str | None = None, **headers: str) -> Reply:
    """A refusal of OpenAI's wire."""
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    return said({"error": error}, status, **headers)


# ── Anthropic's wire ──


TOKENS = {"input_tokens": 4, "cache_read_input_tokens": 8}
MESSAGE = {"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}


def message(text: str, reason: str | None = "end_turn", **counts: object) -> Reply:
    """A whole answer of Anthropic's wire."""
    usage = {**TOKENS, "output_tokens": 5, "cache_creation_input_tokens": 0, **counts}
    content = [{"type": "text", "text": text}]
    return said({**MESSAGE, "stop_reason": reason, "content": content, "usage": usage})


def event(kind: str, **body: object) -> bytes:
    """One event of a stream of Anthropic's wire."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **body})}\n\n".encode()


def message_start() -> bytes:
    body = {**MESSAGE, "stop_reason": None, "content": [], "usage": {**TOKENS, "output_tokens": 1}}
    block = {"type": "text", "text": ""}
    return event("message_start", message=body) + event("content_block_start", index=0, content_block=block)


def text_delta(text: str) -> bytes:
    return event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def message_end(reason: str | None = "end_turn") -> bytes:
    stop = event("content_block_stop", index=0)
    return stop + event("message_delta", delta={"stop_reason": reason}, usage={"output_tokens": 5})


STOP = event("message_stop")


def message_error(status: int, message: str, kind: str = "invalid_request_error", **headers: str) -> Reply:
    """A refusal of Anthropic's wire."""
    return said({"type": "error", "error": {"type": kind, "message": message}}, status, **headers)


# ── Ollama's wire ──

_COUNTS = {"prompt_eval_count": 12, "eval_count": 5, "done": True}


def spoken(text: str, reason: str | None = "stop", **message: object) -> Reply:
    """A whole answer of Ollama's wire."""
    counts = _COUNTS | {"done_reason": reason}
    return said({"model": "m", "message": {"role": "assistant", "content": text, **message}, **counts})


def line(text: str = "", **more: object) -> bytes:
    """One piece of a stream of Ollama's wire."""
    return json.dumps({"model": "m", "message": {"content": text}, "done": False, **more}).encode() + b"\n"


# ── all, as the tests of what they share speak them ──


@dataclass(frozen=True, kw_only=True)
class Wire:
    """One wire's way of saying what all say. `speaks`: the class that speaks it; `ends`: how it says each finish that a
    Completion may have; `begin`: what a stream begins with; `word`, `end`: its next piece, its end for a reason;
    `error`: a refusal as one event; `noise`: what says nothing; `cached`: how many tokens of its answers came from a
    cache; `capped`: the cap that a request has, `schema` the schema that its `form` holds."""

    provider: str
    speaks: str
    path: str
    ends: Mapping[str, str | None]
    whole: Callable[..., Reply]
    refusal: Callable[..., Reply]
    begin: bytes
    word: Callable[[str], bytes]
    end: Callable[[str | None], bytes]
    error: bytes
    form: str
    variables: Sequence[str]
    noise: bytes = b": still here\n\n"
    cached: int | None = 8
    capped: Callable[[Any], int] = lambda body: body["max_tokens"]
    schema: Callable[[Any], Any] = lambda form: (
        form["json_schema"]["strict"] and form["json_schema"]["schema"]
    )

    @property
    def model(self) -> Any:
        """The class that speaks it, imported by who first asks: Anthropic's SDK takes two seconds."""
        return pkgutil.resolve_name(self.speaks)

    def stream(self, *words: str, reason: str = "stop", end: End = "polite") -> Reply:
        """A whole stream of these words that ends for that reason."""
        return events(self.begin, *map(self.word, words), self.end(self.ends[reason]), end=end)

    def half(self, *words: str, then: bytes = b"", end: End = "polite") -> Reply:
        """A stream that breaks off after these words, or after what comes `then`."""
        return events(self.begin, *map(self.word, words), then, end=end)


WIRES = (
    Wire(
        provider="openai",
        speaks="debate_core.llm.chat_wire:ChatModel",
        path="/v1/chat/completions",
        ends={"stop": "stop", "length": "length", "unconfirmed": None, "refused": "content_filter"},
        whole=chat,
        refusal=chat_error,
        begin=b"",
        word=chunk,
        end=lambda reason: chunk(finish=reason) + _chunk(choices=[], usage=_USAGE) + DONE,
        error=b'data: {"error": {"message": "boom"}}\n\n',
        form="response_format",
        variables=("API_KEY", "ORG_ID", "PROJECT_ID", "ADMIN_KEY"),
    ),
    Wire(
        provider="anthropic",
        speaks="debate_core.llm.anthropic:AnthropicModel",
        path="/v1/messages",
        ends={"stop": "end_turn", "length": "max_tokens", "unconfirmed": None, "refused": "refusal"},
        whole=message,
        refusal=message_error,
        begin=message_start(),
        word=text_delta,
        end=lambda reason: message_end(reason) + STOP,
        error=event("error", error={"type": "overloaded_error", "message": "Overloaded"}),
        form="output_config",
        variables=("API_KEY", "AUTH_TOKEN"),
        schema=lambda form: form["format"]["schema"],
    ),
    Wire(
        provider="ollama",
        speaks="debate_core.llm.ollama:OllamaModel",
        path="/api/chat",
        ends={"stop": "stop", "length": "length", "unconfirmed": None, "refused": "content_filter"},
        whole=spoken,
        refusal=lambda status, message, *_, **headers: said({"error": message}, status, **headers),
        begin=b"",
        word=line,
        end=lambda reason: line(**_COUNTS | {"done_reason": reason}),
        error=b'{"error": "boom"}\n',
        form="format",
        variables=("API_KEY", "HOST"),
        noise=b"\n\n",
        cached=None,
        capped=lambda body: body["options"]["num_predict"],
        schema=lambda form: form,
    ),
)
