"""Words as they come, by server-sent events: looked up once for all who listen, and each change written once."""

import asyncio
import json
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from os.path import commonprefix

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from debate_core.composition import personal_store, runner_of
from debate_core.domain.errors import DebateError
from debate_core.domain.settings import store_address
from debate_core.library.stage import Look, listener_of, offered_words
from debate_core.store import LOOK_LASTS, Store
from debate_core.store.access import Visitor, signer_beside
from pages.routes import HEADERS, refuse

TICK, CHECK_EVERY, BEAT, CHANGES = 0.03, LOOK_LASTS / 3, 15.0, 60
"""Seconds between two looks at the words, at everyone's right, and signs of life; changes kept for the slow."""
MAX_STREAMS, STREAMS_OF_ONE = 2000, 800
"""Of all together, and of whoever holds one link or is one person: a hall fits."""


class Room:
    """Those who listen to one record: what there is, in parts that are JSON each, and what changed of it.

    look: the parts now, None where there are no more. admits: whether a person may still listen.
    """

    def __init__(self, store: Store, record: str, look: Look, admits: Callable[[Visitor], bool]) -> None:
        self._store, self.record, self._look, self._admits = store, record, look, admits
        self.listeners: Counter[Visitor] = Counter()
        self.shut: set[Visitor] = set()
        self.number = 0
        self.parts: Sequence[str] = ()
        self.changes: deque[bytes] = deque(maxlen=CHANGES)
        self.turned = asyncio.Event()
        self.over = False
        self.task: asyncio.Task[None]
        self._beat = time.monotonic()

    async def follow(self) -> None:
        checked = 0.0
        try:
            while self.listeners.total() and not _stops():
                if time.monotonic() - checked > CHECK_EVERY:
                    checked = time.monotonic()
                    self.shut = await asyncio.to_thread(self._check, tuple(self.listeners))
                    if self.shut:
                        self._turn()
                begun = time.monotonic()
                if (parts := await asyncio.to_thread(self._look)) is None:
                    break
                self.take(parts)
                await asyncio.sleep(max(TICK / 2, TICK - (time.monotonic() - begun)))
        except DebateError:
            pass
        finally:
            self.over = True
            self._turn()

    def _check(self, people: Sequence[Visitor]) -> set[Visitor]:
        # A worker on another machine hands words on only while somebody looks.
        self._store.look(self.record)
        return {one for one in people if not self._admits(one)}

    def take(self, parts: Sequence[str]) -> None:
        """What there is now; whoever listens hears of what changed."""
        if parts != self.parts or not self.number:
            self.changes.append(_message(self.parts, parts))
            self.parts = parts
            self.number += 1
            self._turn()
        elif time.monotonic() - self._beat > BEAT:
            self._turn()

    def _turn(self) -> None:
        self._beat = time.monotonic()
        turned, self.turned = self.turned, asyncio.Event()
        turned.set()

    def since(self, number: int) -> bytes:
        """What came after that change; a sign of life where nothing did."""
        missed = self.number - number
        if number and missed <= len(self.changes):
            return b"".join(islice(self.changes, len(self.changes) - missed, None)) or b": still here\n\n"
        return _message((), self.parts)


def _message(before: Sequence[str], now: Sequence[str]) -> bytes:
    """How many parts there are; of each changed one its place, how much stays at its ends, and what stands between."""
    changes = []
    for at, part in enumerate(now):
        old = before[at] if at < len(before) else ""
        if part != old:
            begin = len(commonprefix((old, part)))  # noqa: RUF071  letters are meant
            end = len(commonprefix((old[begin:][::-1], part[begin:][::-1])))  # noqa: RUF071
            changes.append([at, begin, end, part[begin : len(part) - end]])
    return f"data: {json.dumps([len(now), changes])}\n\n".encode()


def _stops() -> bool:
    """Whether the server was asked to stop: it waits until every stream has ended."""
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return bool(getattr(server, "should_exit", False))


_rooms: dict[tuple[str, str], Room] = {}


def whole_store() -> Store:
    return runner_of(store_address()).store


class Stream(Response):
    """Sends a room's changes to one listener until either ends; who came first has made the room for all of a kind."""

    def __init__(self, kind: str, person: Visitor, until: float, room: Room) -> None:
        super().__init__(media_type="text/event-stream", headers=HEADERS | {"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._kind, self._person, self._until, self._room = kind, person, until, room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listeners = [one.listeners for one in _rooms.values()]
        own = sum(one[self._person] for one in listeners)
        if own >= STREAMS_OF_ONE or sum(one.total() for one in listeners) >= MAX_STREAMS:
            return await Response("As many listen as can.", 503, HEADERS)(scope, receive, send)
        name = (self._kind, self._room.record)
        room = _rooms.get(name, self._room)
        if room.over or room is self._room:
            room = _rooms[name] = self._room
            room.task = asyncio.create_task(room.follow())
        room.listeners[self._person] += 1
        gone = asyncio.create_task(_wait_until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._send_all(room, gone, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            room.listeners[self._person] -= 1
            if not room.listeners.total() and _rooms.get(name) is room:
                del _rooms[name]

    async def _send_all(self, room: Room, gone: asyncio.Task[None], send: Send) -> None:
        read = 0
        while not (room.over or gone.done() or self._person in room.shut or time.time() > self._until):
            turned, number = room.turned, room.number
            if number:
                await send({"type": "http.response.body", "body": room.since(read), "more_body": True})
                read = number
            await turned.wait()


async def hear_words(request: Request) -> Response:
    """What Watch shows being said, for a person whom a page gave a token for it."""
    record = request.path_params["record"]
    listener = listener_of(signer_beside(store_address()), request.query_params.get("t", ""), time.time())
    store = whole_store()
    look = offered_words(store.place, record)
    if (
        look
        and listener
        and listener[0] == record
        and await asyncio.to_thread(_may_hear, store, record, listener[1])
    ):
        return Stream("watch", *listener[1:], Room(store, record, look, partial(_may_hear, store, record)))
    return refuse("a stream without a token that holds")


def _may_hear(store: Store, record: str, person: Visitor) -> bool:
    return personal_store(store, person).allows(record, "see")


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
