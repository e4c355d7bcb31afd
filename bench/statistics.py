"""Speed of the statistics against the package everybody uses, values equal to 1e-12.

Each ratio is of medians of processor time taken in one run, ours and ``krippendorff``'s in turn, on half-point scores
(19 distinct values, as in the worked example).
"""

import statistics as stdlib
import time
import tracemalloc
from collections.abc import Callable

import krippendorff
import numpy as np

from debate_core.measuring.agreement import alpha_value
from debate_core.measuring.intervals import leave_out
from debate_core.measuring.krippendorff import LEVELS, unit_statistics

Timed = Callable[[], object]


def half_points(judges: int, items: int) -> np.ndarray:
    """Scores of 1 to 10 in half points, a tenth of them missing."""
    rng = np.random.default_rng(1)
    scores = rng.uniform(2, 9, items) + rng.normal(0, 1.2, (judges, items))
    scores = np.clip(np.rint(scores * 2) / 2, 1, 10)
    scores[rng.random(scores.shape) < 0.1] = np.nan
    return scores


def medians(ours: Timed, theirs: Timed, repeats: int, calls: int = 1) -> tuple[float, float]:
    """Median processor seconds of each, taken in turn: what else the machine does counts little."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for run, times in zip((ours, theirs), taken, strict=True):
            start = time.process_time()
            for _ in range(calls):
                run()
            times.append((time.process_time() - start) / calls)
    return stdlib.median(taken[0]), stdlib.median(taken[1])


def show(name: str, seconds: tuple[float, float], target: float, scale: float = 1.0) -> None:
    ours, theirs = seconds[0], seconds[1] * scale
    ratio = theirs / ours
    verdict = "reached" if ratio >= target else "MISSED"
    print(
        f"{name:<34} {ours * 1e3:9.3f} ms   krippendorff {theirs * 1e3:10.1f} ms   "
        f"{ratio:6.0f} times   target {target:.0f}: {verdict}"
    )


def same(ours: float | None, theirs: float) -> None:
    if ours is None or abs(ours - theirs) > 1e-12:
        raise AssertionError(f"expected {theirs!r} to 1e-12, got {ours!r}")


def package(table: np.ndarray, level: str = "interval") -> float:
    return float(krippendorff.alpha(table, level_of_measurement=level))


def values() -> None:
    for judges, items, target, calls in ((10, 1000, 100, 20), (50, 100_000, 50, 1)):
        table = half_points(judges, items)
        same(alpha_value(table), package(table))
        taken = medians(lambda t=table: alpha_value(t), lambda t=table: package(t), 7, calls)
        show(f"interval alpha, {judges} × {items}", taken, target)
    for level in LEVELS:
        same(alpha_value(table, level), package(table, level))


def intervals() -> None:
    """Alpha without each item in turn, on which its interval rests."""
    for judges, items, target in ((4, 20, 5), (10, 1000, 200)):
        table = half_points(judges, items)
        looped = min(20, items)  # the package's loop is timed on 20 items and scaled up
        left = [np.delete(table, item, axis=1) for item in range(looped)]
        for one, other in zip(leave_out(unit_statistics(table)), left, strict=False):
            same(float(one), package(other))
        taken = medians(
            lambda t=table: leave_out(unit_statistics(t)), lambda p=left: [package(one) for one in p], 9
        )
        show(f"alpha without each item, {judges} × {items}", taken, target, items / looped)


def continuous() -> None:
    rng = np.random.default_rng(3)
    table = rng.normal(6, 2, 100_000) + rng.normal(0, 1, (50, 100_000))
    table[rng.random(table.shape) < 0.1] = np.nan
    same(alpha_value(table[:2, :200]), package(table[:2, :200]))
    taken, _ = medians(lambda: alpha_value(table), lambda: None, 9)
    tracemalloc.start()
    alpha_value(table)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    verdict = "reached" if taken <= 0.050 else "MISSED"
    print(
        f"{'continuous, 50 × 100000':<34} {taken * 1e3:9.3f} ms   {peak:.0f} MB beside the table's "
        f"{table.nbytes / 2**20:.0f}   target 50 ms: {verdict}"
    )


def main() -> None:
    values()
    intervals()
    continuous()


if __name__ == "__main__":
    main()
