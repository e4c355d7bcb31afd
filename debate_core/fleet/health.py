"""`GET /health` of a worker, answered from a thread of its own so that a stuck loop shows."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from debate_core.errors import SetUpError
from debate_core.fleet.database import GONE
from debate_core.fleet.worker import Worker

LOOPBACK = "127.0.0.1"


@contextmanager
def health_at(address: str, worker: Worker) -> Iterator[int]:
    """Answer at `PORT` or `HOST:PORT`, 200 while it gives signs of life and 503 when not; yields the port. Raises
    SetUpError."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            well = worker.silent_for < GONE
            said = {"well": well, "slots": worker.me.slots, "busy": worker.busy, "form": worker.me.form}
            body = json.dumps({"worker": worker.me.name, **said, "silent_for": round(worker.silent_for, 1)})
            self.send_response(404 if self.path != "/health" else 200 if well else 503)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body.encode() if self.path == "/health" else b"{}")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Being well is no news."""

    host, _, port = address.rpartition(":")
    try:
        server = ThreadingHTTPServer((host or LOOPBACK, int(port)), Answer)
    except (OSError, ValueError, OverflowError) as error:
        raise SetUpError(f"--health: expected a free PORT or HOST:PORT; got {address!r}") from error
    threading.Thread(target=server.serve_forever, args=(0.2,), name="health", daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
