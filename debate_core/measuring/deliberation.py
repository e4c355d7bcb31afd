"""How close deliberating judges are, whether they should go on, and how each moved. Accord is a ratio for deciding
that, not alpha: no chance correction, no interval.

Source: all of it is our own; see docs/method.md.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.arrays import Bools, Floats, as_ratings, as_sides
from debate_core.measuring.gap import ballots, side_means

THRESHOLD = 0.80
"""The accord from which on judges need not deliberate."""
ROUNDS = 3
SECONDS = 120.0
DEBATE_SHARE = 1 / 3
"""The least range of a debate's dimension that is a disagreement, as a share of the scale: 3 points on 1-10."""
ARTIFACT_SHARE = 0.75
"""The same for an artifact's: 1.5 points on 1-3."""


class Aspect(NamedTuple):
    """What a judge has one score on: a rubric's dimension, in a debate on one side."""

    dimension: str
    side: str | None = None


Scores = Mapping[Aspect, Sequence[float | None]]


@dataclass(frozen=True, kw_only=True)
class Evaluations:
    """Where each judge stands, in panel order: its verdict, and its score on each aspect; ``None`` missing."""

    verdicts: tuple[str | None, ...]
    scores: Scores


@dataclass(frozen=True, kw_only=True)
class Accord:
    """.6 × ``consensus`` + .4 × ``closeness``, all 0 to 1; ``None`` with ``reason``.

    ``consensus``: share of the commonest verdict. ``closeness``: mean over aspects of 1 − range/width, ``None`` where
    no aspect has 2 scores (it then counts as 1). ``judges``: how many gave a verdict.
    """

    value: float | None
    consensus: float | None = None
    closeness: float | None = None
    judges: int = 0
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """One area: the verdict (no ``dimension``) or a dimension, of one ``side`` in a debate; ``severity`` 0 to 1.

    ``range`` is highest minus lowest score, in points.
    """

    kind: Literal["verdict", "dimension"]
    severity: float
    dimension: str | None = None
    side: str | None = None
    range: float | None = None


def debate_evaluations(own: Floats, dimensions: Mapping[str, Floats], sides: Sequence[str]) -> Evaluations:
    """Where each judge of a debate stands: its computed ballot, and its mean on each dimension of each side.

    ``own`` (n_judges, n_items): composites under each judge's own weights; ``dimensions``: scores by dimension, of the
    same shape, in points; NaN missing. A judge without scores on both sides has no ballot. Raises ValueError for
    another shape or unknown sides.

    >>> found = debate_evaluations([[8, 5], [5, 7]], {"logic": [[9, 5], [5, None]]}, ["pro", "con"])
    >>> found.verdicts, found.scores[Aspect("logic", "con")]
    (('PRO', 'CON'), (5.0, None))
    """
    scores: dict[Aspect, tuple[float | None, ...]] = {}
    for name, given in dimensions.items():
        table = as_ratings(given)
        means = side_means(table, as_sides(sides, table.shape[1]))
        for column, side in enumerate(("pro", "con")):
            values = means[:, column].tolist()
            scores[Aspect(name, side)] = tuple(None if np.isnan(value) else value for value in values)
    return Evaluations(verdicts=ballots(own, sides), scores=scores)


def accord(verdicts: Sequence[str | None], scores: Scores, width: float) -> Accord:
    """How close the judges are: .6 × share of the commonest verdict + .4 × mean closeness on the aspects; 0 to 1.

    ``scores`` has per aspect one score a judge, in points; ``width`` is the scale's (1-10: 9), above 0. Closeness is
    1 − range/width, floored at 0, over aspects with 2 scores or more; 1 when there is none. Undefined with fewer than
    2 verdicts; a judge that failed is ``None`` throughout.

    Two of three say PASS, and logic ranges over 1 of 2 points: .6 · 2/3 + .4 · 1/2.

    >>> round(accord(["PASS", "PASS", "FAIL"], {Aspect("logic"): [2, 3, None]}, 2).value, 6)
    0.6
    >>> accord(["PRO", None], {}, 9).reason
    'fewer than 2 judges gave a verdict'
    """
    given = [verdict for verdict in verdicts if verdict is not None]
    if len(given) < 2:
        return Accord(value=None, judges=len(given), reason="fewer than 2 judges gave a verdict")
    consensus = max(Counter(given).values()) / len(given)
    ranges = [spread for spread in map(_range, scores.values()) if spread is not None]
    closeness = sum(max(0.0, 1.0 - spread / width) for spread in ranges) / len(ranges) if ranges else None
    value = 0.6 * consensus + 0.4 * (1.0 if closeness is None else closeness)
    return Accord(value=value, consensus=consensus, closeness=closeness, judges=len(given))


def disagreements(
    verdicts: Sequence[str | None], scores: Scores, width: float, least: float
) -> tuple[Disagreement, ...]:
    """Where the judges disagree, worst first; none where all agree. Verdicts, scores and width as ``accord``.

    The verdict, unless all agree: severity 1 − share of the commonest. An aspect whose range is at least ``least``
    × width (``DEBATE_SHARE``, ``ARTIFACT_SHARE``): severity range ÷ width, at most 1. Of equal severity the verdict
    comes first, then aspects as given.

    >>> scores = {Aspect("logic", "pro"): [3, 9], Aspect("honesty", "pro"): [5, 6]}
    >>> found = disagreements(["PRO", "CON"], scores, 9, DEBATE_SHARE)
    >>> [(area.dimension, round(area.severity, 2)) for area in found]
    [('logic', 0.67), (None, 0.5)]
    """
    areas = []
    consensus = accord(verdicts, {}, width).consensus
    if consensus is not None and consensus < 1.0:
        areas.append(Disagreement(kind="verdict", severity=1.0 - consensus))
    for (dimension, side), given in scores.items():
        spread = _range(given)
        if spread is None or spread <= TOLERANCE or spread < least * width - TOLERANCE:
            continue
        severity = min(spread / width, 1.0)
        areas.append(
            Disagreement(kind="dimension", severity=severity, dimension=dimension, side=side, range=spread)
        )
    return tuple(sorted(areas, key=lambda area: -area.severity))


def _range(given: Sequence[float | None]) -> float | None:
    present = [score for score in given if score is not None]
    return max(present) - min(present) if len(present) > 1 else None


Stop = Literal[
    "too_few_judges", "accord_reached", "no_disagreement", "nothing_moved", "round_limit", "time_limit"
]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When to stop: ``threshold`` of accord (0 to 1), ``rounds`` at most, ``seconds`` after which no round begins,
    fewer than ``evaluations`` (2 or more)."""

    threshold: float = THRESHOLD
    rounds: int = ROUNDS
    seconds: float = SECONDS
    evaluations: int = 2


@dataclass(frozen=True, kw_only=True)
class Standoff:
    """How things stand after ``rounds`` of talk (0: before any) and ``seconds`` in all.

    ``judges``: how many can still take part. ``moved``: whether any score or verdict changed in the last round,
    ``None`` before the first.
    """

    accord: Accord
    disagreements: tuple[Disagreement, ...]
    judges: int
    rounds: int = 0
    seconds: float = 0.0
    moved: bool | None = None


def stop(now: Standoff, limits: Limits | None = None) -> Stop | None:
    """Why no further round begins, the first that holds in the order of ``Stop``; ``None``: another round.

    >>> near = accord(["PRO", "PRO"], {}, 9)
    >>> stop(Standoff(accord=near, disagreements=(), judges=2))
    'accord_reached'
    """
    bounds = limits or Limits()
    if now.judges < bounds.evaluations or now.accord.value is None:
        return "too_few_judges"
    if now.accord.value >= bounds.threshold - TOLERANCE:
        return "accord_reached"
    if not now.disagreements:
        return "no_disagreement"
    if now.moved is False:
        return "nothing_moved"
    if now.rounds >= bounds.rounds:
        return "round_limit"
    return "time_limit" if now.seconds >= bounds.seconds else None


Label = Literal["held", "away", "toward_with_evidence", "toward_without_evidence"]


@dataclass(frozen=True, kw_only=True)
class Move:
    """How one judge's composite of one argument moved (indices), ``before`` to ``after`` in points.

    ``others``: the mean of the other judges' composites before, ``None`` where nobody else scored it, and then no
    ``label`` but ``held`` can be given: ``reason`` says so. ``toward``: the judges it came nearer to, the one it came
    nearest to first. ``toward_without_evidence`` is a mark, not a proof of conformity.
    """

    judge: int
    argument: int
    before: float
    after: float
    others: float | None
    label: Label | None
    toward: tuple[int, ...] = ()
    reason: str | None = None


def moves(before: Floats, after: Floats, new_evidence: Bools) -> tuple[Move, ...]:
    """How each judge moved on each argument it scored both times, by argument, then judge.

    Composites ``before`` and ``after`` (n_judges, n_items) in points, NaN missing; ``new_evidence`` of the same shape:
    whether what the judge names as its cause was found, and is not what it had named already. A move is *toward* the
    others when it ends nearer to their mean before; one that ends as far beyond is *away*.

    >>> [(one.label, one.toward) for one in moves([[4], [8]], [[6], [8]], [[False], [False]])]
    [('toward_without_evidence', (1,)), ('held', ())]
    """
    first, then = as_ratings(before), as_ratings(after)
    cited = np.asarray(new_evidence, dtype=np.bool_)
    both = ~np.isnan(first) & ~np.isnan(then)
    return tuple(
        _move(
            first[:, argument], judge, argument, (float(then[judge, argument]), bool(cited[judge, argument]))
        )
        for argument, judge in np.argwhere(both.T).tolist()
    )


def others_mean(ratings: Floats) -> Floats:
    """For each cell (…, n_judges, n_items) the mean of the other judges' scores of the argument, NaN without any.

    >>> others_mean(np.array([[2.0, 1.0], [4.0, np.nan], [6.0, np.nan]])).tolist()
    [[5.0, nan], [4.0, 1.0], [3.0, 1.0]]
    """
    there = ~np.isnan(ratings)
    filled = np.where(there, ratings, 0.0)
    count = there.sum(axis=-2, keepdims=True) - there
    total = filled.sum(axis=-2, keepdims=True) - filled
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _move(column: Floats, judge: int, argument: int, ended: tuple[float, bool]) -> Move:
    before, (after, cited) = float(column[judge]), ended
    peers = np.delete(column, judge)
    others = float(np.nanmean(peers)) if not np.isnan(peers).all() else None
    plain = Move(judge=judge, argument=argument, before=before, after=after, others=others, label="held")
    if abs(after - before) <= TOLERANCE:
        return plain
    if others is None:
        return replace(plain, label=None, reason="no other judge scored it")
    if abs(after - others) >= abs(before - others) - TOLERANCE:
        label: Label = "away"
    else:
        label = "toward_with_evidence" if cited else "toward_without_evidence"
    near, far = np.abs(column - after), np.abs(column - before)
    nearer = [one for one in np.argsort(near, kind="stable").tolist() if far[one] - near[one] > TOLERANCE]
    return replace(plain, label=label, toward=tuple(nearer))
