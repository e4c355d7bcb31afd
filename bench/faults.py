"""Every fault of a provider or a store, at every step of every format: does the debate end in words, with all that was
bought, nothing invented, and does it go on to the same end afterwards?

A debate of scripted models, of which one call in turn goes over a real wire to a server on loopback that plays the
fault; the store's faults are injected at each of its writes. Writes what it found into docs/reliability.md, between the
marks. Invariant: a run that breaks a promise is printed, and counted as broken.
"""

import contextlib
import itertools
import multiprocessing
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.reading import memory, sentences
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.cast import Judge, Panel
from debate_core.domain.config import Deliberation, Live
from debate_core.domain.errors import RecordUnreadable, SetUpError, StoreFailed
from debate_core.domain.settings import RetryPolicy
from debate_core.library.library import list_summaries
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore, Store
from debate_core.store.events import ArtifactOpened, CallCompleted, CallFailed, DebateOpened
from debate_core.store.record import load, load_any
from tests.llm import test_bounds, test_wires
from tests.llm.calls import SECRET, reached
from tests.llm.servers import WIRES, Reply, Wire, page, serving
from tests.running import test_kill, test_reviewing
from tests.running.conftest import config
from tests.store.test_unreadable import DAMAGES
from tests.voices import Scripted, answer, parted, reaching

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parent / "docs" / "reliability.md"
QUICK = RetryPolicy(read_timeout=0.4, deadline=5.0, tries=2, first_wait=0.0, longest_wait=0.0)
JUDGES = Panel(judges=(Judge(name="Risk", domain="risk"), Judge(name="Business", domain="business")))
RECORD = "swept"
MODEL = "simulated:standard"  # as the configurations name whoever speaks over the wire
WITHIN = {"words past the bound, then an end", "too many words"}
"""More than 50 tokens hold, which is as many as their tests allow; a speech may have more."""


@dataclass(frozen=True, kw_only=True)
class Format:
    """What is conducted, with whose words, and the calls that a fault is put into."""

    config: Any
    voice: Callable[[Any], str]
    steps: tuple[str, ...]


SHORT = {"arguments_per_side": 1, "panel": JUDGES}
FORMATS = {
    "structured": Format(
        config=config(**SHORT),
        voice=answer,
        steps=("opening:con", "cross_examination:pro", "closing:con", "judging:Risk", "briefing"),
    ),
    "exchange with a live judge": Format(
        config=config(format="exchange", turns=4, live=Live(), panel=JUDGES),
        voice=answer,
        steps=("exchange:2", "live:1", "pairwise:2", "judging:Risk", "narrative", "conflict"),
    ),
    "with a deliberation": Format(
        config=config(**SHORT, deliberation=Deliberation(rounds=1)),
        voice=parted,
        steps=("deliberation:2:Risk",),
    ),
    "review of a text": Format(
        config=test_reviewing.CONFIG, voice=test_reviewing.said, steps=(test_reviewing.FIRST,)
    ),
}


def faults(wire: Wire) -> dict[str, Reply]:
    """Each fault by its name, as this wire has it."""
    found = {f"{name} (whole)": make(wire) for name, (make, _) in test_wires.FAULTS.items()}
    found |= {f"{name} (stream)": make(wire) for name, (make, *_) in test_wires.STREAM_FAULTS.items()}
    endless = test_bounds.STREAMS | test_bounds.WHOLES
    found |= {name: make(wire) for name, make in endless.items() if name not in WITHIN}
    found |= {
        f"{name}: a hole": reply for name, (of, reply) in test_bounds.HOLES.items() if of == wire.provider
    }
    refusals = {
        403: "You are not allowed",
        404: "model: m",
        400: "messages[0] is odd",
        500: "The server had an error",
    }
    found |= {f"refused with {status}": wire.refusal(status, words) for status, words in refusals.items()}
    found |= {f"a page with {status}": page(status) for status in (413, 502)}
    return found | {name: wire.half("Half", end=name) for name in ("hang", "drip")}


class Faulty(Scripted):
    """A model whose calls of one step go over the wire."""

    def __init__(self, voice: Callable[[Any], str], step: str, wire: Any) -> None:
        super().__init__(otherwise=voice)
        self._step, self._wire = step, wire

    async def complete(self, request: Any, on_text: Any = None) -> Any:
        if request.call.partition("#")[0] != self._step:
            return await super().complete(request, on_text)
        return await self._wire.complete(request, on_text)


@dataclass(kw_only=True)
class Count:
    """What a sweep found: runs, how they ended, and what was broken."""

    runs: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, name: str, end: str, broken: list[str]) -> None:
        """One run."""
        self.runs += 1
        self.ends[end] += 1
        self.broken += [f"{name}: {what}" for what in broken]
        print(f"{self.runs} {name}: {end}", file=sys.stderr)
        if broken:
            print(f"BROKEN {name}: {'; '.join(broken)}", file=sys.stderr)


def conducted(store: Store, model: Any, start: Any = None, **more: Any) -> str | None:
    """Conduct the record to its end, from `start` or where it stands; why it stopped when that is no event of its
    own."""
    runner = Runner(store, reach=reaching(model), retry=QUICK)
    if start is not None:
        store.open_record(start, RECORD)
    try:
        runner.resume(RECORD, Access(), **more)
        assert runner.wait(RECORD, 60)
        return runner.fault_text(RECORD)
    except StoreFailed as error:
        return str(error)
    finally:
        runner.close()


def held(store: Store, one: Format) -> Any:
    """The record as it stands."""
    return load_any(store, RECORD)


def opening(one: Format) -> Any:
    """The first event of a record of this format."""
    if isinstance(one.config, ArtifactConfig):
        return ArtifactOpened(config=one.config)
    return DebateOpened(config=one.config)


def facts(store: Store) -> dict[str, Any]:
    """What the log holds, as tests compare it."""
    return test_kill.facts([stored.event for stored in store.read(RECORD)])


@contextlib.contextmanager
def fresh() -> Iterator[SQLiteStore]:
    """A store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "log.sqlite3", busy=0.2)
        try:
            yield store
        finally:
            store.close()


def whole(one: Format) -> dict[str, Any]:
    """The facts of a run without a fault."""
    with fresh() as store:
        conducted(store, Scripted(otherwise=one.voice), opening(one))
        assert held(store, one).progress == "finished"
        return facts(store)


def resumed(store: Store, one: Format, clean: dict[str, Any]) -> list[str]:
    """What is broken once the record was taken up again by models without a fault."""
    events = [stored.event for stored in store.read(RECORD)]
    bought = {str(event.call) for event in events if isinstance(event, CallCompleted)}
    model = Scripted(otherwise=one.voice)
    finished = held(store, one).progress == "finished"
    try:
        if not finished or len(facts(store)) < len(clean):
            conducted(store, model, retry_failed=finished)
    except SetUpError:  # A judge that fails while judges talk keeps its scores: nothing is to be had again.
        return [] if finished else ["can't be taken up again"]
    broken = [] if held(store, one).progress == "finished" else ["did not go on to its end"]
    broken += [] if facts(store) == clean else ["ended otherwise than without the fault"]
    return broken + (["an answer was bought twice"] if bought & set(model.asked) else [])


def swept_wires(format_name: str) -> Count:
    """Each fault at each step of a format, over one wire and the other in turn."""
    count, one = Count(), FORMATS[format_name]
    clean = whole(one)
    for turn, step in enumerate(one.steps):
        found = [faults(wire) for wire in WIRES]
        for at, name in enumerate(dict.fromkeys([*found[0], *found[1]])):
            which = (turn + at) % 2
            which = which if name in found[which] else 1 - which
            broken = _faulted(one, clean, WIRES[which], step, found[which][name])
            count.add(f"{name}, {WIRES[which].provider}, {step}, {format_name}", *broken)
    return count


def _faulted(
    one: Format, clean: dict[str, Any], wire: Wire, step: str, reply: Reply
) -> tuple[str, list[str]]:
    """How a record with the fault ended, and what it broke."""
    with fresh() as store, serving(reply) as server:
        fault = conducted(store, Faulty(one.voice, step, reached(wire.provider, server.url)), opening(one))
        found, now = held(store, one), facts(store)
        failed = [s.event for s in store.read(RECORD) if isinstance(s.event, CallFailed)]
        said = " ".join([*(event.message for event in failed), str(found.cause)])
        broken = [] if found.progress in ("paused", "finished") and not fault else [f"ended {found.progress}"]
        broken += [] if failed else ["no failure is recorded"]
        broken += [] if wire.provider in said or MODEL in said else ["who failed is not said"]
        broken += ["the key is in the log"] if SECRET in "".join(store.lines(RECORD)) else []
        # Other facts may rest on what is missing: they are compared once it has come.
        broken += [] if all(name in clean for name in now) else ["something was invented"]
        return found.progress, broken + resumed(store, one, clean)


class Full(SQLiteStore):
    """A store that takes no more after so many appends."""

    room = 10**9

    def append(self, *args: Any, **named: Any) -> Any:
        if self.room <= 0:
            raise StoreFailed("the disk took no more")
        self.room -= 1
        return super().append(*args, **named)


def swept_stores() -> Count:
    """A store that is full from the nth write on, for every n until a debate ends without it."""
    count, one = Count(), FORMATS["exchange with a live judge"]
    clean = whole(one)
    for room in itertools.count():
        with fresh() as plain:
            store = Full(plain.path, busy=0.2)
            store.room = room
            fault = conducted(store, Scripted(otherwise=one.voice), opening(one))
            before = store.read(RECORD)
            store.room = 10**9
            broken = resumed(store, one, clean)
            broken += [] if store.read(RECORD)[: len(before)] == before else ["what was stored has changed"]
            store.close()
        if fault is None:
            break
        count.add(f"full at write {room + 1}", "stopped in words", broken)
    return count


class Dying(SQLiteStore):
    """A store whose process is killed right after so many appends."""

    left = 10**9

    def append(self, *args: Any, **named: Any) -> Any:
        stored = super().append(*args, **named)
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return stored


def die(path: str, after: int) -> None:
    """Conduct the structured debate, to be killed on the way."""
    store, one = Dying(path), FORMATS["structured"]
    store.left = after
    conducted(store, Scripted(otherwise=one.voice), opening(one))


def swept_kills() -> Count:
    """Kill -9 right after the nth write, for every n until a debate ends without it."""
    count, one = Count(), FORMATS["structured"]
    clean = whole(one)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    for after in itertools.count(1):
        with fresh() as store:
            child = context.Process(target=die, args=(str(store.path), after))
            child.start()
            child.join(60)
            if child.exitcode == 0:
                break
            before = store.read(RECORD)
            broken = resumed(store, one, clean)
            broken += [] if store.read(RECORD)[: len(before)] == before else ["what was stored has changed"]
        count.add(f"killed after write {after}", "resumed", broken)
    return count


def swept_rows() -> Count:
    """Each damage of a row, at each of a debate's events: that debate alone is named."""
    count, one = Count(), FORMATS["structured"]
    with fresh() as store:
        conducted(store, Scripted(otherwise=one.voice), opening(one))
        store.open_record(opening(one), "beside")
        last = store.last_sequence(RECORD)
        store.close()
        with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
            # What a list kept of a record stands until somebody reads the record.
            db.execute("DELETE FROM summaries")
        for (name, (change, _)), place in itertools.product(DAMAGES.items(), range(1, last + 1)):
            damaged = store.path.with_name("damaged.sqlite3")
            shutil.copy(store.path, damaged)
            with contextlib.closing(sqlite3.connect(damaged, isolation_level=None)) as db:
                changed = f"UPDATE events SET {change} WHERE record = ? AND sequence = ?"
                db.execute(changed, (RECORD, place))  # fmt: skip
            count.add(f"{name} at event {place}", *_named_alone(damaged, last))
    return count


def _named_alone(path: pathlib.Path, last: int) -> tuple[str, list[str]]:
    store = SQLiteStore(path)
    listed = {row.id: row.fault for row in list_summaries(store)}
    broken = ["a neighbour is named too"] if listed["beside"] else []
    broken += [] if len(list(store.lines(RECORD))) == last else ["its lines are not all to be had"]
    try:
        load(store, RECORD)
        end = "the damage changed nothing"
    except RecordUnreadable:
        end = "named"
        broken += [] if listed[RECORD] else ["the list does not name it"]
    store.close()
    path.unlink()
    return end, broken


SWEEPS: dict[str, Callable[[], Count]] = {
    **{f"each fault at each step, {name}": partial(swept_wires, name) for name in FORMATS},
    "a store that is full from its nth write on": swept_stores,
    "kill -9 right after the nth write": swept_kills,
    "a damaged row, each damage at each event": swept_rows,
}


def swept(name: str) -> Count:
    """One sweep, in a process of its own."""
    SQLiteStore.facts_reach = "OFF"
    return SWEEPS[name]()


def main() -> None:
    """All sweeps; the page's figures are made anew."""
    began = time.monotonic()
    lines = ["| tried | runs | how they ended | promises broken |", "|---|---|---|---|"]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        found_of = zip(SWEEPS, pool.map(swept, SWEEPS), strict=True)
    for name, found in found_of:
        ends = ", ".join(f"{number} {end}" for end, number in sorted(found.ends.items()))
        lines.append(f"| {name} | {found.runs} | {ends} | {len(found.broken)} |")
        print(lines[-1])
    lines.append("")
    for provider, size in memory().items():
        lines.append(
            f"An answer of 600 MB in gzip, {provider}'s wire: the process's peak grew by {size / 2**20:.1f} MiB."
        )
    lines += ["", *sentences(), "", f"Made in {(time.monotonic() - began) / 60:.0f} minutes."]
    text = "\n".join(lines)
    print(text)
    marks = r"(<!-- figures -->\n).*?(\n<!-- /figures -->)"
    page_text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(re.sub(marks, lambda m: m[1] + text + m[2], page_text, flags=re.DOTALL), encoding="utf-8")
