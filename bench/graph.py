"""Wall-clock over the critical path: 0.5 s a call, 4 judges, calls of one phase overlapping. Target: at most 1.05."""

import pathlib
import tempfile
import time

from debate_core.config import DebateConfig
from debate_core.llm.catalogue import Access
from debate_core.llm.scripted import Scripted
from debate_core.moderator.estimate import estimate
from debate_core.runner import Runner
from debate_core.store import Store
from debate_core.transcript import Topic
from tests.answers import answer

SECONDS = 0.5


def main() -> None:
    """Conduct one debate in each order and print wall-clock, critical path and their ratio."""
    for order in ("simultaneous", "alternating"):
        config = DebateConfig(topic=Topic(text="Should schools start later?"), order=order)
        path = SECONDS * estimate(config).deep
        wall = _conduct(config)
        calls = estimate(config).calls
        print(
            f"{order:<13} {calls} calls  wall {wall:.3f} s  critical path {path:.1f} s  ratio {wall / path:.3f}"
        )


def _conduct(config: DebateConfig) -> float:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(pathlib.Path(folder) / "log.sqlite3")
        model = Scripted(otherwise=answer, seconds=SECONDS)
        runner = Runner(store, connect=lambda name, access: model)
        began = time.perf_counter()
        record = runner.start(config, Access())
        runner.wait(record)
        wall = time.perf_counter() - began
        runner.close()
        store.close()
        return wall
