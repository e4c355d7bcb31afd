"""Speed of the statistics against the package everybody uses, values equal to 1e-12.

Each ratio is of medians of processor time taken in one run, ours and ``krippendorff``'s in turn, on half-point scores
(19 distinct values, as in the worked example). ``python -m bench.statistics simulation`` prints the
simulated coverage and power that docs/statistics.md shows.
"""

import statistics as stdlib
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import krippendorff
import numpy as np

from bench.trial import Trial, trial
from debate_core.evidence import evidence
from debate_core.measuring.agreement import alpha, alpha_value, kappa
from debate_core.measuring.divergence import diverge
from debate_core.measuring.intervals import leave_out
from debate_core.measuring.krippendorff import LEVELS, unit_statistics
from debate_core.measuring.simulation import PanelTruth, simulate
from debate_core.measuring.table import PanelTable
from debate_core.verdict import Outcome, decide

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


USUAL = {"severity_sd": 1.5, "noise": 1.0, "missing": 0.1}
PANELS: tuple[tuple[str, dict[str, object]], ...] = (
    ("exact tie", {"gap": 0.0}),
    ("gap of 1 point", {"gap": 1.0}),
    ("gap of 2 points", {"gap": 2.0}),
    ("gap of 2, no cell missing", {"gap": 2.0, "missing": 0.0}),
    ("gap of 1, 6 judges", {"gap": 1.0, "judges": 6}),
    ("gap of 1, whole scores", {"gap": 1.0, "rounded": True}),
    ("gap of 1, unequal noise", {"gap": 1.0, "noise": (0.5, 1.0, 1.0, 2.0)}),
    ("gap of 1, half the error shared by all", {"gap": 1.0, "families": (0, 0, 0, 0), "shared": 0.5}),
    ("tie, half the error shared by all", {"gap": 0.0, "families": (0, 0, 0, 0), "shared": 0.5}),
    ("tie, half the error shared in pairs", {"gap": 0.0, "families": (0, 0, 1, 1), "shared": 0.5}),
)
UNEQUAL = (0.5, 0.5, 1.0, 2.0)
PRECISION = np.array(UNEQUAL) ** -2
SECURITY = np.array([0.20, 0.15, 0.45, 0.20])
# Weights of the judges, and whether past debates tell how noisy each is.
WEIGHTED: tuple[tuple[str, dict[str, object], np.ndarray, bool], ...] = (
    ("gap of 1, weights of a security topic", {"gap": 1.0}, SECURITY, False),
    (
        "the same, its heaviest judge twice as noisy",
        {"gap": 1.0, "noise": (1.0, 1.0, 2.0, 1.0)},
        SECURITY,
        False,
    ),
    ("gap of 1, unequal noise, weights by precision", {"gap": 1.0, "noise": UNEQUAL}, PRECISION, False),
    ("the same, precision known from past debates", {"gap": 1.0, "noise": UNEQUAL}, PRECISION, True),
    ("tie, the same", {"gap": 0.0, "noise": UNEQUAL}, PRECISION, True),
)


def simulation(n: int = 2000) -> None:
    """The tables of docs/statistics.md, as Markdown."""
    print("| 4 judges, 3 + 3 arguments | right | wrong | no call | 90% interval covers | width |")
    print("|---|---|---|---|---|---|")
    for name, changes in PANELS:
        row(name, trial(PanelTruth(**{**USUAL, **changes}), n, np.random.default_rng(1)))
    for name, changes, weights, known in WEIGHTED:
        truth = PanelTruth(**{**USUAL, **changes})
        shares, variances = weights / weights.sum(), 1 / weights if known else None
        judged = partial(weighted, weights=shares, variances=variances)
        row(name, trial(truth, n, np.random.default_rng(1), judged))
    divergence(n)
    coverage(n)
    standings(n)


def weighted(table: PanelTable, weights: np.ndarray, variances: np.ndarray | None) -> Outcome:
    return decide(evidence(replace(table, weights=weights, variances=variances)))


def row(name: str, found: Trial) -> None:
    right = "–" if found.truth.gap == 0 else f"{found.right:.1%}"
    print(
        f"| {name} | {right} | {found.wrong:.1%} | {found.no_call:.1%} | {found.covered:.1%} | {found.width:.2f} |"
    )


def divergence(n: int) -> None:
    print("\n| divergence, 4 judges, 6 arguments | some argument | the split one |\n|---|---|---|")
    for name, changes in (
        ("none diverges", {}),
        ("none diverges, no cell missing", {"missing": 0.0}),
        ("2-2 split of 6 points", {"split": 6.0}),
        ("2-2 split of 6 points, no cell missing", {"split": 6.0, "missing": 0.0}),
        ("2-2 split of 6 points, noise 0.5", {"split": 6.0, "noise": 0.5}),
        ("2-2 split of 6 points, whole scores", {"split": 6.0, "rounded": True}),
        ("none diverges, noise .8 .8 .8 1.6", {"noise": (0.8, 0.8, 0.8, 1.6)}),
        ("none diverges, noise .5 .5 1 2", {"noise": UNEQUAL}),
        ("none diverges, noise .3 .3 .3 3", {"noise": (0.3, 0.3, 0.3, 3.0)}),
    ):
        truth = PanelTruth(**{**USUAL, "gap": None, **changes})
        panels = simulate(truth, n, np.random.default_rng(2))
        found = [diverge(ratings).divergent for ratings in panels.ratings]
        some = np.mean([bool(indices) for indices in found])
        split = f"{np.mean([0 in indices for indices in found]):.1%}" if "split" in changes else "–"
        print(f"| {name} | {some:.1%} | {split} |")


def coverage(n: int) -> None:
    print("\n| alpha's 95% interval, true alpha .80 | covers | mean width |\n|---|---|---|")
    for items in (6, 10, 20, 50):
        truth = PanelTruth(gap=None, argument_sd=2.0, severity_sd=0.0, arguments_a_side=items // 2)
        panels = simulate(truth, n, np.random.default_rng(5))
        bounds = [alpha(ratings).interval for ratings in panels.ratings]
        given = [pair for pair in bounds if pair]
        held = np.mean([low <= 0.8 <= high for low, high in given])
        width = np.mean([high - low for low, high in given])
        print(f"| {items} arguments | {held:.1%} | {width:.2f} |")


def standings(n: int) -> None:
    """Judges who give the true standing three times in four, else any of the four alike."""
    print("\n| 95% intervals on standings, 4 judges | kappa | AC1 | percent | none |\n|---|---|---|---|---|")
    labels = np.arange(4)
    for name, items, prevalence in (
        ("6 arguments", 6, (0.25, 0.25, 0.25, 0.25)),
        ("10 arguments", 10, (0.25, 0.25, 0.25, 0.25)),
        ("20 arguments", 20, (0.25, 0.25, 0.25, 0.25)),
        ("6 arguments, nearly all of one standing", 6, (0.03, 0.03, 0.04, 0.90)),
    ):
        given = 0.75 * np.eye(4) + 0.0625
        agreeing = float(np.array(prevalence) @ (given**2).sum(axis=1))
        share = np.array(prevalence) @ given
        chance = float((share**2).sum()), float((share * (1 - share)).sum() / 3)
        truths = [(agreeing - by_chance) / (1 - by_chance) for by_chance in chance] + [agreeing]
        rng, held = np.random.default_rng(7), []
        for _ in range(n):
            true = rng.choice(4, items, p=prevalence)
            kept = rng.random((4, items)) < 0.75
            found = kappa(np.where(kept, true, rng.choice(labels, (4, items))).tolist(), labels.tolist())
            bounds = (found.interval, found.ac1_interval, found.percent_interval)
            held.append(
                [None if b is None else b[0] <= t <= b[1] for b, t in zip(bounds, truths, strict=True)]
            )
        shares = [np.mean([one[k] for one in held if one[k] is not None]) for k in range(3)]
        none = np.mean([one[0] is None for one in held])
        print(f"| {name} | {shares[0]:.1%} | {shares[1]:.1%} | {shares[2]:.1%} | {none:.1%} |")


if __name__ == "__main__":
    if sys.argv[1:] == ["simulation"]:
        simulation()
    else:
        main()
