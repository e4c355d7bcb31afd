"""How close deliberating judges are, whether they should go on, how each moved, and how far alpha has changed.

Source: all of it is our own; see docs/method.md."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.config import Deliberation, WhyClosed
from debate_core.domain.frozen import FrozenModel, FrozenValue, Null
from debate_core.domain.numerals import DECIMALS, TOLERANCE
from debate_core.domain.transcript import SIDES, Side
from debate_core.measuring.agreement import alpha, alphas
from debate_core.measuring.arrays import Bools, Floats, Ints, as_ratings, as_sides, ratio, side_means
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import ballots
from debate_core.measuring.intervals import HANGS, leave_out, sum_by_cluster
from debate_core.measuring.krippendorff import Level, unit_statistics

DEBATE_SHARE = 1 / 3
"""The least range of a debate's dimension that is a disagreement, as a share of the scale: 3 points on 1-10."""
ARTIFACT_SHARE = 0.75
"""The same for an artifact's: 1.5 points on 1-3."""


class Aspect(NamedTuple):
    """What a judge has one score on: a rubric's dimension, in a debate on one side."""

    dimension: str
    side: Side | None = None


Scores = Mapping[Aspect, Sequence[float | None]]


class Evaluations(FrozenValue):
    """Where each judge stands, in panel order: its verdict, and its score on each aspect; ``None`` missing."""

    verdicts: tuple[str | None, ...]
    scores: Scores


class Accord(FrozenValue):
    """.6 × ``consensus`` + .4 × ``closeness``, all 0 to 1; ``None`` with ``reason``.

    ``consensus``: share of the commonest verdict. ``closeness``: mean over aspects of 1 − range/width, ``None`` where
    no aspect has 2 scores (it then counts as 1). ``judges``: how many gave a verdict.
    """

    value: float | None
    consensus: float | None = None
    closeness: float | None = None
    judges: int = 0
    reason: str | None = None


class Disagreement(FrozenModel):
    """One area: the verdict or a dimension, of one side in a debate. ``severity``: 0 to 1; ``range``: highest minus
    lowest score, in points."""

    type: Literal["verdict", "dimension"]
    dimension: Annotated[str | None, Null("the verdict is of no dimension")] = None
    side: Annotated[Side | None, Null("it is of no side: the verdict, or a dimension of a text")] = None
    severity: float
    range: Annotated[float | None, Null("verdicts have no range")] = None


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
        for column, side in enumerate(SIDES):
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
    'fewer than 2 gave a verdict'
    """
    given = [verdict for verdict in verdicts if verdict is not None]
    if len(given) < 2:
        return Accord(value=None, judges=len(given), reason="fewer than 2 gave a verdict")
    consensus = max(Counter(given).values()) / len(given)
    ranges = [spread for spread in map(_range, scores.values()) if spread is not None]
    closeness = sum(max(0.0, 1.0 - spread / width) for spread in ranges) / len(ranges) if ranges else None
    value = 0.6 * consensus + 0.4 * (1.0 if closeness is None else closeness)
    return Accord(value=value, consensus=consensus, closeness=closeness, judges=len(given))


def disagreements(
    verdicts: Sequence[str | None], scores: Scores, width: float, minimum: float
) -> tuple[Disagreement, ...]:
    """Where the judges disagree, worst first; none where all agree. Verdicts, scores and width as ``accord``.

    The verdict, unless all agree: severity 1 − share of the commonest. An aspect whose range is at least ``minimum``
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
        areas.append(Disagreement(type="verdict", severity=1.0 - consensus))
    for (dimension, side), given in scores.items():
        spread = _range(given)
        if spread is None or spread <= TOLERANCE or spread < minimum * width - TOLERANCE:
            continue
        severity = min(spread / width, 1.0)
        areas.append(
            Disagreement(type="dimension", severity=severity, dimension=dimension, side=side, range=spread)
        )
    return tuple(sorted(areas, key=lambda area: -area.severity))


def _range(given: Sequence[float | None]) -> float | None:
    present = [score for score in given if score is not None]
    return max(present) - min(present) if len(present) > 1 else None


class Standoff(FrozenValue):
    """How things stand after ``rounds`` of talk (0: before any) and ``seconds`` in all.

    ``judges``: how many can still take part. ``moved``: whether any score or verdict changed in the last round,
    ``None`` before the first.
    """

    accord: Accord
    disagreements: tuple[Disagreement, ...]
    judges: int
    rounds: int
    seconds: float
    moved: bool | None


def stop(now: Standoff, settings: Deliberation) -> WhyClosed | None:
    """Why no further round begins, the first that holds in the order of ``WhyClosed``; ``None``: another round.

    >>> near = accord(["PRO", "PRO"], {}, 9)
    >>> before = Standoff(accord=near, disagreements=(), judges=2, rounds=0, seconds=0.0, moved=None)
    >>> stop(before, Deliberation())
    'accord_reached'
    """
    if now.judges < settings.evaluations or now.accord.value is None:
        return "too_few_judges"
    if now.accord.value >= settings.threshold - TOLERANCE:
        return "accord_reached"
    if not now.disagreements:
        return "no_disagreement"
    if now.moved is False:
        return "nothing_moved"
    if now.rounds >= settings.rounds:
        return "round_limit"
    return "time_limit" if now.seconds >= settings.seconds else None


Label = Literal["held", "away", "toward_with_evidence", "toward_without_evidence"]


class Move(FrozenModel):
    """How one judge's composite of one argument moved, in points; ``others``: the mean of the other judges' before.
    ``toward``: the judges it came nearer to, the nearest first. Moving without evidence is a mark, no proof of
    conformity."""

    judge: str
    argument: str
    before: float
    after: float
    others: Annotated[float | None, Null("no other judge scored it")]
    label: Annotated[Label | None, Null("no other judge scored it")]
    toward: tuple[str, ...] = ()


def moves(
    before: Floats, after: Floats, new_evidence: Bools, judges: Sequence[str], arguments: Sequence[str]
) -> tuple[Move, ...]:
    """How each judge moved on each argument it scored both times, by argument, then judge; both by their names.

    Composites ``before`` and ``after`` (n_judges, n_items) in points, NaN missing; ``new_evidence`` of the same shape:
    whether what the judge names as its cause was found, and is not what it had named already. A move is *toward* the
    others when it ends nearer to their mean before; one that ends as far beyond is *away*.

    >>> [(one.label, one.toward) for one in moves([[4], [8]], [[6], [8]], [[False], [False]], "AB", ["PRO-1"])]
    [('toward_without_evidence', ('B',)), ('held', ())]
    """
    first, then = as_ratings(before), as_ratings(after)
    cited = np.asarray(new_evidence, dtype=np.bool_)
    rows = []
    for item, judge in np.argwhere(~np.isnan(first + then).T).tolist():
        column, start, end = first[:, item], float(first[judge, item]), float(then[judge, item])
        peers = np.delete(column, judge)
        others = None if np.isnan(peers).all() else float(np.nanmean(peers))
        label = _label(start, end, others, cited=bool(cited[judge, item]))
        near, far = np.abs(column - end), np.abs(column - start)
        nearer = [at for at in np.argsort(near, kind="stable").tolist() if far[at] - near[at] > TOLERANCE]
        rows.append(
            Move(
                judge=judges[judge],
                argument=arguments[item],
                # A composite that ends on a half reads alike wherever it is rounded.
                before=round(start, DECIMALS),
                after=round(end, DECIMALS),
                others=others,
                label=label,
                toward=() if label == "held" else tuple(judges[at] for at in nearer),
            )
        )
    return tuple(rows)


def others_mean(ratings: Floats) -> Floats:
    """For each cell (…, n_judges, n_items) the mean of the other judges' scores of the argument, NaN without any.

    >>> others_mean(np.array([[2.0, 1.0], [4.0, np.nan], [6.0, np.nan]])).tolist()
    [[5.0, nan], [4.0, 1.0], [3.0, 1.0]]
    """
    there = ~np.isnan(ratings)
    filled = np.nan_to_num(ratings)
    count = there.sum(axis=-2, keepdims=True) - there
    return ratio(filled.sum(axis=-2, keepdims=True) - filled, count)


def _label(before: float, after: float, others: float | None, *, cited: bool) -> Label | None:
    if abs(after - before) <= TOLERANCE:
        return "held"
    if others is None:
        return None
    if abs(after - others) >= abs(before - others) - TOLERANCE:
        return "away"
    return "toward_with_evidence" if cited else "toward_without_evidence"


SAME = "no score changed"
APART = "fewer than two arguments have scores from two judges or more in both"
TALK = ("before the discussion", "after the discussion")


class AlphaChange(Estimate):
    """Alpha ``after`` minus ``before``, over ``n`` arguments, for these judges.

    Both alphas are of what counts in both tables, so each may differ from its table's own.
    """

    before: float | None
    after: float | None


def alpha_change(before: ArrayLike, after: ArrayLike, level: Level = "interval") -> AlphaChange:
    """Alpha after minus alpha before, of the same judges and arguments, with an interval paired over arguments.

    ``before`` and ``after`` (n_judges, n_items), NaN missing; only scores given both times count. Undefined, interval
    and source as ``alpha_difference``; no interval when no score changed. Raises ValueError for tables of different
    shapes, an infinite score or an unknown level.

    >>> first = [[7, 8, 5, 4, 3], [4, 8, 6, 2, 5], [7, 5, 5, 3, 1]]
    >>> then = [[7, 8, 5, 4, 3], [6, 8, 6, 3, 3], [7, 7, 5, 3, 2]]
    >>> found = alpha_change(first, then)
    >>> round(found.before, 2), round(found.after, 2), [round(end, 2) for end in found.interval]
    (0.49, 0.92, [0.15, 0.75])
    >>> alpha_change(first, first).reason
    'no score changed'
    """
    first, then = as_ratings(before), as_ratings(after)
    if first.shape != then.shape:
        raise ValueError(f"after: expected the shape of before, {first.shape}, got {then.shape}")
    missing = np.isnan(first) | np.isnan(then)
    return _difference(np.where(missing, np.nan, np.stack((first, then))), level, TALK, None)


def alpha_difference(
    first: ArrayLike,
    second: ArrayLike,
    level: Level = "interval",
    *,
    clusters: Ints | None = None,
    names: tuple[str, str] = ("the first", "the second"),
) -> AlphaChange:
    """Alpha of the second table minus alpha of the first, of the same arguments, whoever the judges of either are.

    ``first`` (n_judges, n_items) and ``second`` (n_others, n_items), NaN missing; only arguments that two judges or
    more scored in both count. Undefined when either alpha is. The interval joins the two alphas' own, as far from the
    difference as each bound is from its alpha, less what the two share: r, the correlation of their values without each
    argument, or without each of ``clusters`` (n_items,). No interval when either alpha has none, as where all agree
    exactly. ``names`` stand in reasons. Raises ValueError for unequal numbers of arguments, an infinite score or an
    unknown level.
    Source: G. Zou, Psychol. Methods 12 (2007), 399-413, for dependent coefficients; the intervals as ``alpha``; r from
    the jackknife (B. Efron & R. Tibshirani, An Introduction to the Bootstrap, 1993, § 11.2) is our own.

    >>> found = alpha_difference([[1, 2, 3, 4], [2, 1, 4, 3]], [[1, 2, 3, 4], [1, 2, 3, 5], [2, 2, 3, 4]])
    >>> round(found.before, 2), round(found.after, 2), found.n
    (0.65, 0.89, 4)
    """
    one, other = as_ratings(first), as_ratings(second)
    if one.shape[1] != other.shape[1]:
        raise ValueError(f"second: expected the {one.shape[1]} arguments of first, got {other.shape[1]}")
    joint = np.logical_and(*((~np.isnan(table)).sum(axis=0) >= 2 for table in (one, other)))
    # Judges without scores fill up the smaller table: they change no figure.
    tables = np.full((2, max(one.shape[0], other.shape[0]), one.shape[1]), np.nan)
    for place, table in enumerate((one, other)):
        tables[place, : table.shape[0]] = np.where(joint, table, np.nan)
    change = _difference(tables, level, names, clusters)
    if joint.sum() < 2:
        own = zip(names, (alpha(table, level) for table in (one, other)), strict=True)
        reason = "; ".join(f"{name}: {lacking.reason}" for name, lacking in own if lacking.value is None)
        return replace(change, reason=reason or APART)
    return change


def _difference(tables: Floats, level: Level, names: tuple[str, str], clusters: Ints | None) -> AlphaChange:
    first, then = alphas(tables, level, clusters)
    sums = unit_statistics(tables, level)
    change = AlphaChange(value=None, before=first.value, after=then.value, n=first.n)
    if first.value is None or then.value is None:
        which, lacking = (names[0], first) if first.value is None else (names[1], then)
        return replace(change, reason=f"{which}: {lacking.reason}")
    gap = then.value - first.value
    change = replace(change, value=gap)
    if np.array_equal(tables[0], tables[1], equal_nan=True):
        return replace(change, reason=SAME)
    if first.interval is None or then.interval is None:
        which, lacking = (names[0], first) if first.interval is None else (names[1], then)
        return replace(change, reason=f"{which}: {lacking.reason}")
    there = sum_by_cluster(sums.count[0][:, None], clusters)[:, 0] > 0  # the same of the second
    shared = _correlate(leave_out(sums, clusters)[:, there])
    if shared is None:
        return replace(change, reason=HANGS)
    # d ∓ √(a² + b² − 2rab), a and b the reach of each part
    down = then.value - then.interval[0], first.interval[1] - first.value
    up = then.interval[1] - then.value, first.value - first.interval[0]
    low, high = (max(one**2 + other**2 - 2.0 * shared * one * other, 0.0) ** 0.5 for one, other in (down, up))
    return replace(change, interval=(gap - low, gap + high))


def _correlate(without: Floats) -> float | None:
    """The correlation of two figures (2, n_items) over leaving out each argument; ``None`` where undefined."""
    deviations = without - without.mean(axis=1, keepdims=True)
    size = float(np.sqrt((deviations[0] ** 2).sum() * (deviations[1] ** 2).sum()))
    return float(deviations[0] @ deviations[1] / size) if size > 0.0 else None
