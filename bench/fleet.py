"""Many debates over many workers: 200 of 11 calls, 1 s a call, over three workers of 20 slots, of which one is killed
-9 at 6 and at 18 s and replaced after 3. Target: at most 1.6 times four whole waves, nothing lost, and no committed
answer bought again. PostgreSQL is started for it, and syncs nothing to disk.
"""

import asyncio
import contextlib
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

import psycopg

from debate_core.composition import open_store, runner_of
from debate_core.domain.config import DebateConfig
from debate_core.domain.transcript import Topic
from debate_core.llm.catalogue import Access
from debate_core.running.estimate import estimate
from debate_core.running.fleet.worker import Worker, describe_worker
from debate_core.running.runner import Runner
from debate_core.store.events import CallCompleted, CallStarted, StoredEvent
from debate_core.store.tables import SCHEMA
from tests.postgres import new_place
from tests.voices import Scripted, answer, reaching

DEBATES, NAMES, SLOTS, SECONDS, TARGET = 200, ("killed", "second", "third"), 20, 1.0, 1.6
KILLED_AT, REPLACED_AFTER, MAX_SECONDS = (6.0, 18.0), 3.0, 300.0
_BEGAN = "SELECT extract(epoch FROM min(updated))::float8 FROM pgqueuer WHERE status = 'picked'"
_HELD = (
    "SELECT convert_from(payload, 'UTF8'), extract(epoch FROM clock_timestamp())::float8 FROM pgqueuer"
    " JOIN fleet_workers w ON w.id = queue_manager_id::text WHERE w.name = 'killed'"
)


def main() -> None:
    """Conduct them all and print wall-clock, ideal, their ratio, and what the kills came to."""
    place = new_place()
    runner = runner_of(place)
    config = DebateConfig(topic=Topic(text="Should the town keep its library open until nine?"))
    ideal = -(-DEBATES // (len(NAMES) * SLOTS)) * SECONDS * estimate(config).deep
    records = [runner.start(config, Access(who="bench")) for _ in range(DEBATES)]
    with _workers(place) as workers:
        held = _killing(place, workers, runner, records)
    _say({name: runner.store.read(name) for name in records}, held, ideal)
    runner.close()


def _say(logs: dict[str, list[StoredEvent]], held: dict[str, float], ideal: float) -> None:
    begun = [
        (name, one, one.event.call)
        for name, log in logs.items()
        for one in log
        if isinstance(one.event, CallStarted)
    ]
    ended = {
        (name, one.event.call): one.sequence
        for name, log in logs.items()
        for one in log
        if isinstance(one.event, CallCompleted)
    }
    wall = max(log[-1].at for log in logs.values()) - min(one.at for _, one, _ in begun)
    finished = sum(log[-1].event.kind == "debate_finished" for log in logs.values())
    twice = sum(one.sequence > ended.get((name, call), one.sequence) for name, one, call in begun)
    after = {name: [one.at for one in logs[name] if one.at > at] for name, at in held.items()}
    taken = [min(times) - held[name] for name, times in after.items() if times]
    print(
        f"{DEBATES} debates, {len(ended):,} calls, {len(NAMES)} workers of {SLOTS}: wall {wall:.1f} s  ideal "
        f"{ideal:.0f} s  ratio {wall / ideal:.2f}  target {TARGET}: "
        f"{'reached' if wall <= TARGET * ideal else 'MISSED'}\n"
        f"one killed twice: {finished} finished, {DEBATES - finished} lost, {twice} committed answers bought again, "
        f"{len(begun) - len(ended)} calls under way asked again; {len(taken)} debates taken up after {min(taken):.1f} "
        f"to {max(taken):.1f} s, median {statistics.median(taken):.1f}"
    )


def _killing(
    place: str, workers: dict[str, subprocess.Popen[bytes]], runner: Runner, records: list[str]
) -> dict[str, float]:
    """Kill a worker as planned and replace it, until all have ended; what it had, and when it lost it."""
    held: dict[str, float] = {}
    with psycopg.connect(place, autocommit=True) as db:
        db.execute(f"SET search_path TO {SCHEMA}".encode())
        while (began := db.execute(_BEGAN).fetchone()[0]) is None:
            time.sleep(0.1)
        plan = list(KILLED_AT)
        while any(map(runner.conducts, records)) and time.time() - began < MAX_SECONDS:
            if plan and time.time() - began >= plan[0]:
                plan.pop(0)
                workers["killed"].send_signal(signal.SIGKILL)
                workers["killed"].wait()
                held |= dict(db.execute(_HELD).fetchall())
                db.execute("DELETE FROM fleet_workers WHERE name = 'killed'")
                time.sleep(REPLACED_AFTER)
                workers["killed"] = _start(place, "killed")
            time.sleep(0.2)
    return held


@contextlib.contextmanager
def _workers(place: str) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    workers = {name: _start(place, name) for name in NAMES}
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
    asyncio.run(
        Worker(open_store(place), place, describe_worker(name, SLOTS, Access()), connects=models).run()
    )


if __name__ == "__main__":
    _work(*sys.argv[1:])
