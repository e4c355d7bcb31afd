"""Many debates in one process: 60 at once over the critical path of one, 4 s a call; then 500 queued behind 60 at once,
none lost. Target: at most 1.25. The log is on this machine's disk, as the product has it."""

import pathlib
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from debate_core.llm.catalogue import Access
from debate_core.running.estimate import estimate
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.study.conductor import Conductor, Progress
from debate_core.study.design import MAX_BATCH, Study
from tests.voices import Scripted, answer, reaching

SECONDS, TARGET, QUEUED = 4.0, 1.25, 500
PAIR = ("simulated:standard", "simulated:standard")


def main() -> None:
    """Conduct both and print wall-clock, critical path, their ratio, and the process's own time."""
    alone = _study(1)
    deep = SECONDS * estimate(alone.config(alone.topics[0], PAIR)).deep
    wall, cpu, progress = _conduct(_study(MAX_BATCH))
    ratio = wall / deep
    print(
        f"{MAX_BATCH} at once: wall {wall:.2f} s  critical path {deep:.1f} s  ratio {ratio:.3f}  target {TARGET}: "
        f"{'reached' if ratio <= TARGET else 'MISSED'}  (processor {cpu:.2f} s, {progress.finished} finished)"
    )
    wall, cpu, progress = _conduct(_study(MAX_BATCH + QUEUED), seconds=0.1)
    lost = progress.planned - progress.finished
    print(
        f"{QUEUED} queued behind {MAX_BATCH}: {progress.finished} of {progress.planned} finished, {lost} lost, in "
        f"{wall:.1f} s (processor {cpu:.1f} s)"
    )


def _study(topics: int) -> Study:
    named = [f"Should town {number} keep its library open until nine?" for number in range(topics)]
    return Study(name="load", topics=named, pairs=(PAIR,), debates_at_once=MAX_BATCH)


def _conduct(study: Study, seconds: float = SECONDS) -> tuple[float, float, Progress]:
    with _runner(seconds) as runner:
        began, used = time.perf_counter(), time.process_time()
        progress = Conductor(study, runner, Access()).conduct()
        return time.perf_counter() - began, time.process_time() - used, progress


@contextmanager
def _runner(seconds: float) -> Iterator[Runner]:
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "log.sqlite3")
        runner = Runner(store, reach=reaching(Scripted(otherwise=answer, seconds=seconds)))
        yield runner
        runner.close()
        store.close()
