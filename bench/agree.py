"""How long `agree` takes, and how much memory, on 100 judges × 10,000 items with four cells in ten missing.

Runs the command in a process of its own, start-up and imports included. Invariant: the tables are the same each time.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

JUDGES, ITEMS = 100, 10_000
SECONDS, MEGABYTES = 5.0, 500


def ragged() -> np.ndarray:
    """Scores in half points, four in ten missing."""
    rng = np.random.default_rng(1)
    scores = rng.uniform(2, 9, ITEMS) + rng.normal(0, 1.2, (JUDGES, ITEMS))
    scores = np.clip(np.rint(scores * 2) / 2, 1, 10)
    scores[rng.random(scores.shape) < 0.4] = np.nan
    return scores


def long(scores: np.ndarray) -> str:
    rows = [f"R{j},item-{u},{scores[j, u]:g}" for j, u in zip(*np.nonzero(~np.isnan(scores)), strict=True)]
    return "\n".join(["rater,item,score", *rows])


def items_as_rows(scores: np.ndarray) -> str:
    rows = [
        f"item-{u},{','.join('' if np.isnan(x) else f'{x:g}' for x in scores[:, u])}" for u in range(ITEMS)
    ]
    return "\n".join(["item," + ",".join(f"R{j}" for j in range(JUDGES)), *rows])


def main() -> None:
    """Print processor seconds, and the largest memory of any run so far."""
    scores = ragged()
    for name, text in (("long", long(scores)), ("items as rows", items_as_rows(scores))):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "ragged.csv"
            file.write_text(text)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            words = [sys.executable, "-m", "debate_core", "agree", str(file), "--json"]
            subprocess.run(words, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        memory = after.ru_maxrss / 1024
        met = "reached" if seconds <= SECONDS and memory <= MEGABYTES else "MISSED"
        print(
            f"{JUDGES} × {ITEMS:,} ragged, {name:<14} {seconds:5.1f} s  {memory:4.0f} MB  "
            f"target {SECONDS:g} s, {MEGABYTES} MB: {met}"
        )


if __name__ == "__main__":
    main()
