"""How long reading a judge's answer takes, over the bundled rows: 50 ms a row are allowed, 100 ms a bomb; and for
`bench.faults` what a packed answer adds to a process, and how sentences around scores are read.

Knows the reader, the wires and the fixtures. Invariant: each row's time is the best of five, so that other work on the
machine is left out.
"""

import asyncio
import gzip
import io
import json
import multiprocessing
import resource
import time
from pathlib import Path
from typing import Any

from debate_core.answers.retraction import retracts_scores
from debate_core.answers.scores import read_answer
from debate_core.domain.rubric import STANDARD
from debate_core.llm.errors import ModelError
from tests.llm.calls import reached, request
from tests.llm.servers import WIRES, Reply, serving

ROWS = Path(__file__).parent.parent / "tests" / "fixtures" / "judge_outputs.jsonl"
IDS = ("PRO-1", "PRO-2", "CON-1", "CON-2")
ALLOWED_MS = {"bomb": 100.0}
SENTENCES = Path(__file__).parent / "sentences.json"
PACKED = 600_000_000  # bytes of an answer once it is unpacked


def time_row(row: dict[str, Any]) -> float:
    """Milliseconds of processor time to read one row, the best of five."""
    times = []
    for _ in range(5):
        start = time.process_time()
        read_answer(
            row["text"], argument_ids=IDS, rubric=STANDARD, transcript=row.get("context_transcript", "")
        )
        times.append(1000 * (time.process_time() - start))
    return min(times)


def grown(provider: str, url: str, found: Any) -> None:
    """In a process of its own: how many bytes an answer added to the most it ever used."""
    model = reached(provider, url)
    asked = request(cap=2000)
    asyncio.run(model.complete(asked))  # reads in what the SDK needs
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        asyncio.run(model.complete(asked))
    except ModelError:
        found.put((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
    else:
        found.put(PACKED)


def memory() -> dict[str, int]:
    """By wire, the bytes that an answer of 600 MB, packed into less than one, adds to a process."""
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6) as packed:
        for _ in range(PACKED // 10_000_000):
            packed.write(b"y" * 10_000_000)
    reply = Reply(headers={"content-encoding": "gzip"}, pieces=[file.getvalue()])
    context, found = multiprocessing.get_context("spawn"), {}
    for wire in WIRES:
        with serving(wire.whole("Fine."), reply) as server:
            told = context.Queue()
            child = context.Process(target=grown, args=(wire.provider, server.url, told))
            child.start()
            found[wire.provider] = told.get(timeout=120)
            child.join(10)
    return found


def sentences() -> list[str]:
    """How many sentences of each list were read as they should be; `unseen` were kept from whoever wrote the rule."""
    lines = ["| sentences around the scores | in view of the rule | unseen |", "|---|---|---|"]
    for name, written in json.loads(SENTENCES.read_text(encoding="utf-8")).items():
        takes = name.startswith("take")
        right = [retracts_scores(one, low=1, high=10, dimensions=STANDARD.keys) is takes for one in written]
        unseen = right[2::3]
        seen = len(right) - len(unseen)
        lines.append(f"| {name} | {sum(right) - sum(unseen)} of {seen} | {sum(unseen)} of {len(unseen)} |")
    return lines


def main() -> None:
    """Print the median, the slowest rows, and those over what is allowed."""
    rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    times = sorted(((time_row(row), row["id"], row["category"]) for row in rows), reverse=True)
    print(f"reading: {len(rows)} rows, median {times[len(times) // 2][0]:.2f} ms")
    for taken, name, category in times[:5]:
        print(f"  {taken:6.1f} ms  {name} ({category})")
    over = [name for taken, name, category in times if taken > ALLOWED_MS.get(category, 50.0)]
    print("  over what is allowed: " + (", ".join(over) or "none"))


if __name__ == "__main__":
    main()
