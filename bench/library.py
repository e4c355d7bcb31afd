"""How long looking into a large store takes: 2,000 debates, or 10,000 with `python -m bench.library 10000`.

One simulated debate under many ids, put there through the store. Invariant: commands are timed as whole processes, in
processor time; what a list says of each debate is kept as the conductor keeps it.
"""

import gc
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from debate_core.composition import model_factory
from debate_core.domain.config import DebateConfig
from debate_core.domain.transcript import Topic
from debate_core.library.library import list_summaries, read_history, save_summary
from debate_core.library.report import ReportSettings, report
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore, Store
from debate_core.store.events import Event
from debate_core.store.record import load

DEBATES = 2_000
KEPT = 40
"""Debates on which the ratio of folding to reading is taken."""


def main(debates: int = DEBATES) -> None:
    """Fill a store and print what each way of looking into it takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "log.sqlite3"
        store = SQLiteStore(path)
        events = simulated()
        fill(store, events, debates)
        size = sum(file.stat().st_size for file in path.parent.iterdir()) / debates / 1024
        print(f"{debates} debates of {len(events)} events, {size:.0f} KB each")
        appends(store, events)
        looks(store)
        for words in (["list"], ["list", "--limit", "50"], ["report", "kept"], ["history"]):
            seconds = command(path, words)
            print(f"{'python -m debate_core ' + ' '.join(words):<44}{seconds:8.2f} s of processor time")
        store.close()


def simulated() -> tuple[Event, ...]:
    """The events of one simulated debate."""
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "one.sqlite3")
        runner = Runner(store, reach=model_factory)
        record = runner.start(DebateConfig(topic=Topic(text="Should schools start later?")), Access())
        runner.wait(record)
        runner.close()
        found = tuple(stored.event for stored in store.read(record))
        store.close()
        return found


def fill(store: SQLiteStore, events: tuple[Event, ...], debates: int) -> None:
    """The same debate under many ids. Not one of them has to survive a power cut."""
    store._facts.connection(0).execute("PRAGMA synchronous = OFF")
    for number in range(debates):
        name = store.open_record(events[0], f"debate-{number:05}")
        store.append(name, events[1:])
    store._facts.connection(0).execute("PRAGMA synchronous = FULL")


def appends(store: Store, events: tuple[Event, ...]) -> None:
    """What keeping a summary adds to an append, and to a debate's end."""
    name = store.open_record(events[0], "kept")
    store.append(name, events[1:-1])
    held = load(store, name)
    show("keep a summary, debate not finished", median(lambda: save_summary(store, held), 200), 0.0003)
    store.append(name, events[-1:])
    began = time.process_time()
    list_summaries(store)
    print(f"{'every debate folded, as after an upgrade':<44}{time.process_time() - began:8.2f} s, once")
    held = load(store, name)
    show("keep a summary, debate finished", median(lambda: save_summary(store, held), 5))


def looks(store: Store) -> None:
    """Reading what is kept, and what folding anew would take instead."""
    newest = load(store, list_summaries(store, limit=1)[0].id)
    paged = median(lambda: list_summaries(store, limit=50), 9)
    show("a page of 50", paged, 0.1)
    rows = store.records(KEPT)
    folding = median(lambda: [load(store, row.id) for row in rows], 3) * 50 / KEPT
    print(f"{'  folding those instead':<44}{folding / paged:8.1f} times as long")
    show("every summary", median(lambda: list_summaries(store), 3))
    past = median(lambda: read_history(store, newest), 5)
    show("the judges' history", past)
    reported = lambda: report(newest, read_history(store, newest), ReportSettings())  # noqa: E731
    show("Panel's data: page, record, history, report", median(reported, 3) + paged, 2.0)


def median(work: Callable[[], object], repeats: int) -> float:
    """The median processor time of one run, in seconds."""
    times = []
    gc.collect()
    for _ in range(repeats):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return sorted(times)[repeats // 2]


def show(name: str, seconds: float, target: float | None = None) -> None:
    verdict = ""
    if target is not None:
        verdict = f"   target {target * 1e3:g}: {'reached' if seconds <= target else 'MISSED'}"
    print(f"{name:<44}{seconds * 1e3:8.2f} ms{verdict}")


def command(path: pathlib.Path, words: list[str]) -> float:
    """Processor seconds of a whole command, the best of three: other work on the machine slows it, none speeds it."""
    env = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = [sys.executable, "-m", "debate_core", *words, "--store", str(path)]
        subprocess.run(done, stdout=subprocess.DEVNULL, check=True, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else DEBATES)
