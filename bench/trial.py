"""How often what comes out when a deciding function judges simulated panels one by one, for tests and benchmarks.

The lab asks the same of whole stacks; this asks of any function, one table at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from debate_core.evidence import evidence
from debate_core.measuring.simulation import TIE, Judged, PanelTruth, simulate
from debate_core.measuring.table import PanelTable, panel_table
from debate_core.verdict import decide


def by_default_rules(table: PanelTable) -> Judged:
    """The outcome of one table alone."""
    return decide(evidence(table))


@dataclass(frozen=True, kw_only=True)
class Trial:
    """How often what came out of n panels, as shares 0 to 1.

    ``right``: the truly better side named; ``wrong``: the other, or any side at an exact tie;
    ``no_call``. ``covered``: the gap's interval held the true gap, among panels with an interval;
    ``width`` its mean width in points. ``divergent``: some argument was called divergent.
    """

    truth: PanelTruth
    n: int
    right: float
    wrong: float
    no_call: float
    covered: float | None
    width: float | None
    divergent: float


def trial(
    truth: PanelTruth,
    n: int,
    rng: np.random.Generator,
    judged: Callable[[PanelTable], Judged] = by_default_rules,
) -> Trial:
    """Judge n simulated panels by one deciding function.

    >>> class Never:
    ...     call, interval, divergent = "no_call", (-1.0, 1.0), ()
    >>> found = trial(PanelTruth(), 10, np.random.default_rng(0), lambda table: Never())
    >>> found.no_call, found.covered, found.width
    (1.0, 1.0, 2.0)
    """
    panels = simulate(truth, n, rng)
    right = wrong = parted = 0
    widths: list[float] = []
    covered = 0
    for ratings, gap in zip(panels.ratings, panels.gaps, strict=True):
        found = judged(panel_table(ratings, truth.sides))
        better = "tie" if abs(gap) < TIE else ("pro" if gap > 0 else "con")
        right += found.call == better
        wrong += found.call not in (better, "no_call")
        parted += bool(found.divergent)
        if found.interval is not None:
            low, high = found.interval
            covered += bool(low <= gap <= high)
            widths.append(high - low)
    return Trial(
        truth=truth,
        n=n,
        right=right / n,
        wrong=wrong / n,
        no_call=(n - right - wrong) / n,
        covered=covered / len(widths) if widths else None,
        width=float(np.mean(widths)) if widths else None,
        divergent=parted / n,
    )
