"""What a worker says as it goes: one line a fact, on standard error.

Knows what happened; never a key, nor a word that a model wrote. Invariant: a line is a line, whatever stands in it.
"""

import json
import logging
import sys
import time

_LOG = logging.getLogger(__name__)


def say(what: str, **more: object) -> None:
    """One fact, and what belongs to it."""
    _LOG.info(" ".join([what, *(f"{name}={_plain(value)}" for name, value in more.items())]))


def _plain(value: object) -> str:
    """A value as one word, quoted where it is several."""
    text = f"{value:.1f}" if isinstance(value, float) else str(value)
    return text if text.isprintable() and text and not set(text) & set(' "=') else json.dumps(text)


def to_standard_error(worker: str) -> None:
    """Print what this worker says, each line with its time and the worker's name; of the queue's own words those that
    warn, without what they stumbled on."""
    formatter = logging.Formatter(f"%(asctime)s.%(msecs)03dZ {worker} %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    _LOG.addHandler(handler)
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False
    queue = logging.getLogger("pgqueuer")
    queue.addHandler(_Relay())
    queue.setLevel(logging.WARNING)
    queue.propagate = False


class _Relay(logging.Handler):
    """The queue's warnings, by what they are about alone."""

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        say("queue warns", about=str(record.msg).partition(":")[0][:80], error=kind.__name__ if kind else "-")
