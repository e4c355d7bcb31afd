"""A worker's log on standard error: one line a fact, without keys or model text."""

import json
import logging
import sys
import time

AGAIN = 30.0
"""Seconds before the queue's same warning is said again."""
_LOG = logging.getLogger(__name__)


def log_event(what: str, **more: object) -> None:
    _LOG.info(" ".join([what, *(f"{name}={_plain(value)}" for name, value in more.items())]))


def _plain(value: object) -> str:
    text = f"{value:.1f}" if isinstance(value, float) else str(value)
    return text if text.isprintable() and text and not set(text) & set(' "=') else json.dumps(text)


def to_standard_error(worker: str) -> None:
    """Log this worker's lines, and of the queue's own messages only warnings, without their details."""
    formatter = logging.Formatter(f"%(asctime)s.%(msecs)03dZ {worker} %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    _LOG.addHandler(handler)
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False
    relay = _Relay()
    for name in ("pgqueuer", "psycopg"):
        theirs = logging.getLogger(name)
        theirs.addHandler(relay)
        theirs.setLevel(logging.WARNING)
        theirs.propagate = False


class _Relay(logging.Handler):
    """Passes on the queue's warnings, the same one only every `AGAIN` seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        kind, about = record.exc_info[0] if record.exc_info else None, str(record.msg).partition(":")[0][:80]
        if time.monotonic() - self._said.get(about, -AGAIN) >= AGAIN:
            self._said[about] = time.monotonic()
            log_event("queue warns", about=about, error=kind.__name__ if kind else "-")
