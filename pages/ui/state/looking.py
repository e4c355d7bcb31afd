"""What many look at, looked up once for all of them."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

Found = TypeVar("Found")
EVERY = 0.05
"""Seconds between two looks: words are stored every 80 ms."""
_FRESH, _HANDED_ON = 0.2, 0.25


class Shared(Generic[Found]):
    """`look` finds what there is; `wait` passes the seconds until the next look, or fewer where there is news."""

    def __init__(self, look: Callable[[], Found], wait: Callable[[float], object] = time.sleep) -> None:
        self._look, self._wait = look, wait
        self._found: tuple[float, Found] | None = None
        self._turn, self._news = threading.Lock(), threading.Condition()

    def after(self, seen: Found, seconds: float) -> Found:
        """What there is as soon as it isn't what was seen, or after so many seconds anyway. Raises what a look
        raises."""
        begun = time.monotonic()
        while True:
            if self._found and self._found[0] > begun - _FRESH:
                found = self._found[1]
                if found != seen or time.monotonic() >= begun + seconds:
                    return found
            if self._turn.acquire(blocking=False):
                self._look_once()
            else:
                with (
                    self._news
                ):  # News that came just before this is met in the next pass, a quarter second later.
                    self._news.wait(_HANDED_ON)

    def _look_once(self) -> None:
        """Look in one's turn, no sooner than is due; who waits wakes only for what is new."""
        try:
            before = self._found
            if before and (due := before[0] + EVERY - time.monotonic()) > 0:
                self._wait(due)
            self._found = time.monotonic(), self._look()
        finally:
            self._turn.release()
        if not before or before[1] != self._found[1]:
            with self._news:
                self._news.notify_all()
