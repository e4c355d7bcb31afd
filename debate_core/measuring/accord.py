"""Accord: how close deliberating judges are. A ratio for deciding whether to go on, not agreement.

Small pure functions on verdicts and dimension scores; no chance correction, no interval, and never
shown as alpha. Invariant: accord and severities lie in 0 to 1.
Source: all of it is our own; see docs/method.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Scores = Mapping[str, Sequence[float | None]]


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """One area: the verdict (``dimension`` is ``None``) or a dimension; severity 0 to 1."""

    kind: Literal["verdict", "dimension"]
    dimension: str | None
    severity: float
    range: float | None = None


def accord(verdicts: Sequence[str | None], scores: Scores, width: float) -> float | None:
    """.6 × share of the commonest verdict + .4 × mean closeness on the dimensions; 0 to 1.

    ``scores`` has per dimension one score a judge, ``None`` missing; ``width`` is the scale's
    (1-10: 9), above 0. Closeness is 1 − range/width, floored at 0, over dimensions with 2 scores or
    more; 1 when there is none. ``None`` with fewer than 2 verdicts.

    Two of three say PASS, and logic ranges over 1 of 2 points: .6·2/3 + .4·1/2.

    >>> round(accord(["PASS", "PASS", "FAIL"], {"logic": [2, 3, None]}, 2), 6)
    0.6
    """
    share = commonest_share(verdicts)
    if share is None:
        return None
    close = [max(0.0, 1.0 - spread / width) for spread in map(_range, scores.values()) if spread is not None]
    return 0.6 * share + 0.4 * (sum(close) / len(close) if close else 1.0)


def commonest_share(verdicts: Sequence[str | None]) -> float | None:
    """Share of the commonest verdict among those given, above 0 to 1; ``None`` with fewer than 2.

    >>> commonest_share(["PRO", "CON", "PRO", None])
    0.6666666666666666
    """
    given = [verdict for verdict in verdicts if verdict is not None]
    if len(given) < 2:
        return None
    return max(Counter(given).values()) / len(given)


def disagreements(
    verdicts: Sequence[str | None], scores: Scores, width: float, least: float
) -> tuple[Disagreement, ...]:
    """Areas of disagreement, worst first; none where all agree. Verdicts, scores and width as ``accord``.

    The verdict, unless all agree: severity 1 − share of the commonest. A dimension whose range is
    at least ``least`` × width (.75 for artifacts, .33 for debates, where 3 points of 9 count):
    severity range ÷ width, at most 1.

    >>> found = disagreements(["PRO", "CON"], {"logic": [3, 9], "honesty": [5, 6]}, 9, 0.33)
    >>> [(area.dimension, round(area.severity, 2)) for area in found]
    [('logic', 0.67), (None, 0.5)]
    """
    areas = []
    share = commonest_share(verdicts)
    if share is not None and share < 1.0:
        areas.append(Disagreement(kind="verdict", dimension=None, severity=1.0 - share))
    for name, given in scores.items():
        spread = _range(given)
        if spread is not None and spread > 0 and spread >= least * width - 1e-9:
            severity = min(spread / width, 1.0)
            areas.append(Disagreement(kind="dimension", dimension=name, severity=severity, range=spread))
    return tuple(sorted(areas, key=lambda area: -area.severity))


def _range(given: Sequence[float | None]) -> float | None:
    """Highest minus lowest, ``None`` with fewer than 2 scores."""
    present = [score for score in given if score is not None]
    return max(present) - min(present) if len(present) > 1 else None
