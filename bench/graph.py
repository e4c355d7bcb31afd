"""Wall-clock over the critical path: 0.5 s a call, 4 judges, calls that don't wait for each other overlapping. Target:
at most 1.05, for both orders of a structured debate and for both timings of the live judge."""

import pathlib
import tempfile
import time

from debate_core.calls import graph
from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.transcript import Topic
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from tests.voices import Scripted, answer, reaching

SECONDS = 0.5
TOPIC = Topic(text="Should schools start later?")
CASES = {
    "simultaneous phases": DebateConfig(topic=TOPIC),
    "alternating phases": DebateConfig(topic=TOPIC, order="alternating"),
    "exchange, live, lagged": DebateConfig(topic=TOPIC, format="exchange", turns=6, live=Live()),
    "exchange, live, strict": DebateConfig(
        topic=TOPIC, format="exchange", turns=6, live=Live(feedback="strict")
    ),
}


def main() -> None:
    """Conduct each debate and print wall-clock, critical path and their ratio."""
    for name, config in CASES.items():
        wall, made = _conduct(config)
        path = SECONDS * _deep(config, made)
        ratio = wall / path
        print(
            f"{name:<24}{len(made):>3} calls  wall {wall:.3f} s  critical path {path:.1f} s  ratio {ratio:.3f}"
        )


def _deep(config: DebateConfig, made: set[str]) -> int:
    """The longest chain of calls that were made (an explanation that nobody needed costs no time)."""
    depth: dict[str, int] = {}
    for step in graph(config):
        depth[step.name] = (step.name in made) + max((depth[name] for name in step.needs), default=0)
    return max(depth.values())


def _conduct(config: DebateConfig) -> tuple[float, set[str]]:
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "log.sqlite3")
        model = Scripted(otherwise=answer, seconds=SECONDS)
        runner = Runner(store, reach=reaching(model))
        began = time.perf_counter()
        record = runner.start(config, Access())
        runner.wait(record)
        wall = time.perf_counter() - began
        runner.close()
        store.close()
        return wall, set(model.asked)
