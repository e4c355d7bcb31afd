"""How late forty people see the words of a running debate: from their making to their coming, over a websocket each.

A debate is conducted here, each side some fifty tokens a second, stamped with the time they were made; the product
serves it from another process. Invariant: a viewer answers the server's timers as the browser does, and draws nothing:
this is the server alone, without what a browser takes to draw.
"""

import asyncio
import pathlib
import re
import statistics
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, TypeVar, cast

import uvloop
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from debate_core.domain.config import DebateConfig
from debate_core.domain.model import Completion, OnText, Request
from debate_core.domain.transcript import Topic
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from tests.browser.conftest import ROOT, served
from tests.voices import reaching

T = TypeVar("T")
VIEWERS, SECONDS = 40, 15
A_SECOND = 12
"""Stamps a second, each as long as four tokens."""
SETTLES = 45
"""Seconds until all viewers stand, which nobody's first look is counted in."""
TARGET, GOAL = 0.150, 0.100
MADE = re.compile(rb"T=(\d+\.\d{3})")
STREAM = re.compile(rb"words/\w+\?t=[\w.-]+")


class Speaker:
    """Speaks for ever, each stamp the time it was made."""

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Never returns: it is stopped."""
        say = on_text or (lambda piece: None)
        say('{"arguments": [{"claim": "')
        while True:
            say(f"T={time.time():.3f} ")
            await asyncio.sleep(1 / A_SECOND)


class Ear(asyncio.Protocol):
    """Listens to a stream; `late`: seconds of each word from its making, once `counts` is set; `seen`: words known."""

    def __init__(self, path: str, seen: set[bytes]) -> None:
        self._path, self._seen = path, seen
        self.late: list[float] = []
        self.counts = self.ended = False
        self._line: asyncio.Transport | None = None

    def connection_made(self, line: asyncio.BaseTransport) -> None:
        self._line = cast(asyncio.Transport, line)  # uvloop's is none by name
        self._line.write(f"GET {self._path} HTTP/1.1\r\nHost: hall\r\n\r\n".encode())

    def data_received(self, piece: bytes) -> None:
        now = time.time()
        fresh = set(MADE.findall(piece)) - self._seen
        self._seen |= fresh
        if self.counts:
            self.late += [now - float(made) for made in fresh]

    def connection_lost(self, error: Exception | None) -> None:
        self.ended = True

    def leave(self) -> None:
        """Hang up."""
        if self._line:
            self._line.close()


@dataclass
class Viewer:
    """One who looks: `ear`, what comes by the page's own line and by its stream of words."""

    ear: Ear = field(default_factory=lambda: Ear("", set()))
    _opening: asyncio.Task[object] | None = None
    _timers: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def look(self, url: str, debate: str, until: float) -> None:
        """Open the page Watch and keep up with it."""
        self._where = urllib.parse.urlsplit(url).hostname, urllib.parse.urlsplit(url).port
        async with connect(
            f"{url.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"], max_size=None
        ) as line:
            begin = BackMsg()
            begin.rerun_script.query_string, begin.rerun_script.page_name = f"debate={debate}", "watch"
            await line.send(begin.SerializeToString())
            with suppress(TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + until):
                    async for said in line:
                        self._hear(line, bytes(said))
            for timer in self._timers.values():
                timer.cancel()
            if self._opening:
                self.ear.leave()

    def _hear(self, line: ClientConnection, said: bytes) -> None:
        self.ear.data_received(said)
        if (found := STREAM.search(said)) and not self._opening:
            self.ear._path = f"/{found[0].decode()}"
            opening = asyncio.get_running_loop().create_connection(lambda: self.ear, *self._where)
            self._opening = asyncio.create_task(opening)
        told = ForwardMsg.FromString(said)
        kind, asked = told.WhichOneof("type"), told.auto_rerun
        over = [asked.fragment_id] if kind == "auto_rerun" else told.stop_auto_rerun.fragment_ids
        for name in over:
            if timer := self._timers.pop(name, None):
                timer.cancel()
        if kind == "auto_rerun":
            again = _again(line, asked.fragment_id, asked.interval)
            self._timers[asked.fragment_id] = asyncio.create_task(again)


async def _again(line: ClientConnection, fragment: str, seconds: float) -> None:
    asked = BackMsg()
    asked.rerun_script.fragment_id, asked.rerun_script.is_auto_rerun = fragment, True
    while True:
        await asyncio.sleep(seconds)
        await line.send(asked.SerializeToString())


def main(viewers: int = VIEWERS) -> None:
    """Look for a while, and print how late words came."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "debates.sqlite3"
        with (
            _spoken(path) as debate,
            served(
                ROOT / "app.py", path.with_suffix(".log"), {"DEBATE_STORE": str(path)}, "streamlit", "run"
            ) as url,
        ):
            late = elsewhere(_look, url, debate, viewers)
    late.sort()
    middle, most = statistics.median(late), late[int(0.95 * len(late))]
    said = "goal reached" if most <= GOAL else "target reached" if most <= TARGET else "MISSED"
    print(
        f"{viewers} viewers: median {1000 * middle:.0f} ms, 95% within {1000 * most:.0f} ms "
        f"(target {1000 * TARGET:.0f}, goal {1000 * GOAL:.0f}: {said}); "
        f"{len(late) / viewers / SECONDS:.0f} of {2 * A_SECOND} stamps a second each"
    )


def elsewhere(act: Callable[..., Coroutine[Any, Any, T]], *values: object) -> T:
    """What it comes to in a process of its own: who listens must not keep waiting who speaks."""
    with ProcessPoolExecutor(1, get_context("spawn")) as others:
        return others.submit(_run, act, values).result()


def _run(act: Callable[..., Coroutine[Any, Any, T]], values: Sequence[object]) -> T:
    return uvloop.run(act(*values))


async def _look(url: str, debate: str, viewers: int) -> list[float]:
    each = [Viewer() for _ in range(viewers)]
    looks = [asyncio.create_task(one.look(url, debate, SETTLES + SECONDS)) for one in each]
    await asyncio.sleep(SETTLES)
    for one in each:
        one.ear.counts = True
    await asyncio.gather(*looks)
    return [seconds for one in each for seconds in one.ear.late]


@contextmanager
def _spoken(path: pathlib.Path) -> Iterator[str]:
    store = SQLiteStore(path)
    runner = Runner(store, reach=reaching(Speaker()))
    debate = runner.start(
        DebateConfig(topic=Topic(text="Should schools start later?")),
        Access(),
    )
    yield debate
    runner.stop(debate)
    runner.close()
    store.close()
