"""How long reading a judge's answer takes, over the bundled rows: 50 ms a row are allowed, 100 ms a bomb.

Knows only the reader and the fixture. Invariant: each row's time is the best of five, so that other work on the
machine is left out.
"""

import json
import time
from pathlib import Path
from typing import Any

from debate_core.judging.reading import read_answer
from debate_core.rubric import STANDARD

ROWS = Path(__file__).parent.parent / "tests" / "fixtures" / "judge_outputs.jsonl"
IDS = ("PRO-1", "PRO-2", "CON-1", "CON-2")
ALLOWED_MS = {"bomb": 100.0}


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
