"""Many debates over three workers of 20 slots, one of them killed -9 twice: 200 debates of 11 calls, 1 s a call. Target: at most
1.6 times four whole waves; nothing lost, and no committed answer bought again. Its PostgreSQL does not sync to disk.
"""

import contextlib
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

import psycopg

from debate_core.config import DebateConfig
from debate_core.events import CallCompleted, CallStarted
from debate_core.fleet.sending import Fleet
from debate_core.fleet.worker import Worker, working
from debate_core.llm.catalogue import Access
from debate_core.moderator.estimate import estimate
from debate_core.runner import runner_of
from debate_core.store import Store, open_store
from debate_core.store.postgres_tables import SCHEMA
from debate_core.transcript import Topic
from tests.postgres import new_place
from tests.voices import Scripted, answer, reaching

DEBATES, WORKERS, SLOTS, SECONDS, TARGET = 200, 3, 20, 1.0, 1.6
KILLED_AT, REPLACED_AFTER, MOST_SECONDS = (6.0, 18.0), 3.0, 240.0


def main() -> None:
    """Conduct them all and print wall-clock, ideal, their ratio, and what the kills came to."""
    place = new_place()
    sender = runner_of(place)
    assert isinstance(sender, Fleet)
    config = DebateConfig(topic=Topic(text="Should the town keep its library open until nine?"))
    ideal = -(-DEBATES // (WORKERS * SLOTS)) * SECONDS * estimate(config).deep
    records = [sender.start(config, Access(who="bench")) for _ in range(DEBATES)]
    with _workers(place) as workers:
        held = _killing(place, workers, sender, records)
    _print(sender.store, records, held, ideal)
    sender.close()


def _print(store: Store, records: list[str], held: dict[str, float], ideal: float) -> None:
    logs = {name: store.read(name) for name in records}
    calls = [(name, one) for name, log in logs.items() for one in log if isinstance(one.event, CallStarted)]
    wall = max(log[-1].at for log in logs.values()) - min(one.at for _, one in calls)
    finished = sum(log[-1].event.kind == "debate_finished" for log in logs.values())
    done = {
        (n, one.event.call): one.sequence
        for n, log in logs.items()
        for one in log
        if isinstance(one.event, CallCompleted)
    }
    twice = sum(one.sequence > done.get((name, one.event.call), one.sequence) for name, one in calls)
    again = len(calls) - len(done)
    print(
        f"{DEBATES} debates, {len(done):,} calls, {WORKERS} workers of {SLOTS}: wall {wall:.1f} s  ideal {ideal:.0f} s"
        f"  ratio {wall / ideal:.2f}  target {TARGET}: {'reached' if wall <= TARGET * ideal else 'MISSED'}"
    )
    taken = [
        min(one.at for one in logs[name] if one.at > at) - at
        for name, at in held.items()
        if logs[name][-1].at > at
    ]
    print(
        f"killed twice: {finished} finished, {DEBATES - finished} lost, {twice} committed answers bought again, {again} "
        f"calls under way asked again; {len(taken)} debates taken up after {min(taken):.1f} to {max(taken):.1f} s, "
        f"median {statistics.median(taken):.1f}"
    )


def _killing(
    place: str, workers: dict[str, subprocess.Popen[bytes]], sender: Fleet, records: list[str]
) -> dict[str, float]:
    """Kill the first worker twice and replace it, until all have ended; when each debate it had lost it."""
    held: dict[str, float] = {}
    with psycopg.connect(place, autocommit=True) as db:
        db.execute(f"SET search_path TO {SCHEMA}".encode())
        while not (
            began := db.execute(
                "SELECT extract(epoch FROM min(updated)) FROM pgqueuer WHERE status = 'picked'"
            ).fetchone()[0]
        ):
            time.sleep(0.1)
        began, plan = float(began), list(KILLED_AT)
        while any(map(sender.conducts, records)) and time.time() - began < MOST_SECONDS:
            if plan and time.time() - began >= plan[0]:
                plan.pop(0)
                workers["first"].send_signal(signal.SIGKILL)
                workers["first"].wait()
                held |= {
                    name.decode(): time.time()
                    for (name,) in db.execute(
                        "SELECT payload FROM pgqueuer JOIN fleet_workers w ON w.id = queue_manager_id::text WHERE w.name = 'first'"
                    )
                }
                time.sleep(REPLACED_AFTER)
                workers["first"] = _start(place, "first")
            time.sleep(0.2)
    return held


@contextlib.contextmanager
def _workers(place: str) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    workers = {name: _start(place, name) for name in ("first", "second", "third")[:WORKERS]}
    try:
        yield workers
    finally:
        for one in workers.values():
            one.kill()
            one.wait()


def _start(place: str, name: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "bench.fleet", place, name])


def _work(place: str, name: str) -> None:
    """What each worker's process does."""
    models = reaching(Scripted(otherwise=answer, seconds=SECONDS))
    worker = Worker(open_store(place), place, working(name, SLOTS, Access()), connects=models)
    import asyncio

    asyncio.run(worker.run())


if __name__ == "__main__":
    _work(*sys.argv[1:])
