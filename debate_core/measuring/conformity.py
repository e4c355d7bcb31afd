"""What moved deliberating judges, as far as probes can tell: judges asked again without the others, or with positions,
reasons, or another argument's positions only."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np

from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.arrays import Bools, Floats, Ints, as_ratings, ratio
from debate_core.measuring.deliberation import others_mean
from debate_core.measuring.estimate import Estimate, Share
from debate_core.measuring.intervals import jackknife

LEVEL = 0.05
"""The chance of a false accusation that is put up with."""
PERMUTATIONS = 1999
SEED = 2_026
"""Seeds the permutations, so that one table has one p value."""

Kind = Literal["normative", "informational", "planted"]
CONFORMITY: tuple[Kind, ...] = ("normative", "planted")
"""The effects that show conformity: positions alone have no argument in them."""
ProbeFinding = Literal[
    "conformity shown", "evidence moved them", "unexplained moves", "can't tell", "nothing moved"
]

FEW = "fewer than 3 arguments to compare"
NOTHING = "no score was given in every reading with another judge's beside it"
ALIKE = "all judges are as far from the others on every argument: there is no pull to measure"
NO_PLANT = "every argument was shown the same planted positions: there is nothing to compare"


class Effect(Estimate):
    """What one probe shows: ``value`` as a pull, or as points moved for each planted point, from ``n`` scores; its
    interval over arguments, for these judges. ``p``: the one-sided chance of as much without any effect."""

    kind: Kind
    p: float | None = None


def pull(before: Floats, after: Floats) -> Estimate:
    """λ = Σ(g − ḡ)Δ / Σ(g − ḡ)², g the others' mean minus the judge's own score before, Δ after minus before.

    The part of the way to the others' mean that judges went: 0 none, 1 all of it, below 0 away from them; from ``n``
    scores. By itself it shows no influence: re-reading alone has a pull above 0, since a score that erred upward comes
    down.

    Tables (n_judges, n_items) in points, over the cells scored both times. Undefined where g does not vary. The
    interval is a jackknife over arguments. Source: our own, see docs/method.md; the jackknife as ``jackknife``.

    Two judges, 2 apart on argument 1, 4 on argument 2; the lower goes half the way on both: g = 2, −2, 4, −4 and
    Δ = 1, 0, 2, 0, so λ = (2 + 8)/40.

    >>> pull([[4, 3], [6, 7]], [[5, 5], [6, 7]]).value
    0.25
    """
    first, then = as_ratings(before), as_ratings(after)
    return _slope(others_mean(first) - first, then - first)


def re_read_rate(before: Floats, re_read: Floats) -> Share | None:
    """The share of composites (n_judges, n_items) that changed when judges merely read again; ``None`` without any.

    Its interval takes answers to be independent.

    >>> re_read_rate([[4, 3], [6, None]], [[5, 3], [6, 7]]).value
    0.3333333333333333
    """
    change = np.abs(as_ratings(re_read) - as_ratings(before))
    of = int((~np.isnan(change)).sum())
    return Share(count=int((change > TOLERANCE).sum()), of=of) if of else None


def beyond_re_reading(kind: Kind, before: Floats, probe: Floats, re_read: Floats) -> Effect:
    """λ of a probe − λ_0, how much more it pulled than reading again: *normative*, the others' positions alone, or
    *informational*, their reasons without their scores, which betray where their writer stands, so that part of it may
    be conformity.

    Tables (n_judges, n_items): the first scores, and those of both probes. p by swapping the probes cell by cell, at
    random ``PERMUTATIONS`` times: it takes a judge's answers in one call to err independently, and finds too much
    where a whole call comes out milder or harsher. Undefined as ``pull``.
    Source: our own, see docs/method.md; the test: E. Edgington & P. Onghena, Randomization Tests (4th ed., 2007).

    >>> first = [[3, 8, 5, 6, 2, 7], [5, 4, 7, 8, 4, 5], [4, 6, 9, 4, 6, 9]]
    >>> nearer = [[4, 6.5, 6.5, 6, 3.5, 7], [4.25, 5.5, 7, 6.5, 4, 6.5], [4, 6, 7.5, 5.5, 4.5, 7.5]]
    >>> found = beyond_re_reading("normative", first, nearer, first)
    >>> round(found.value, 2), found.p <= LEVEL
    (0.5, True)
    """
    first, then, again = map(as_ratings, (before, probe, re_read))
    # λ is linear in Δ, so it is the slope of their difference.
    gap, change = others_mean(first) - first, then - again
    slope = _slope(gap, change)
    if slope.value is None:
        return _effect(kind, slope)
    counted = ~np.isnan(gap + change)
    terms = (gap[counted] - gap[counted].mean()) * change[counted]
    return _effect(kind, slope, _p(_swaps(terms.size) @ terms, float(terms.sum())))


def planted_effect(before: Floats, after: Floats, sources: Ints) -> Effect:
    """N_X: points moved for each point by which the planted positions differ, the judge's own first score taken off.

    ``sources`` as ``draw_sources`` drew them; the planted value is the others' mean ``before`` of the argument whose
    positions were shown. N_X is the least-squares slope of Δ on it, beside the judge's own first score and its mean. p
    by drawing anew, ``PERMUTATIONS`` times, which argument each planted position went to: since chance placed them,
    what is found is caused by them. Undefined where planted values do not vary within a judge. Raises ValueError for
    sources of another shape, out of range, or that plant an argument on itself.
    Source: our own, see docs/method.md; the test as ``beyond_re_reading``.

    >>> first, sources = [[3, 8, 5, 6], [5, 4, 7, 8]], [[1, 2, 3, 0], [2, 3, 0, 1]]
    >>> round(planted_effect(first, [[3.5, 7.5, 6.5, 5.5], [5, 5, 5, 8]], sources).value, 6)
    0.5
    """
    first, then, source_of = as_ratings(before), as_ratings(after), _sources(sources, np.shape(before))
    others = others_mean(first)
    value = np.where(source_of >= 0, np.take_along_axis(others, source_of, axis=1), np.nan)
    counted = ~np.isnan(first + then + value)
    tables = [np.nan_to_num(table) for table in (value, first, then - first)]
    slopes, residual = _partial(tables, _masks(counted))
    figure = _figure(slopes, counted, NO_PLANT)
    if figure.value is None:
        return _effect("planted", figure)
    # Against the planted values as drawn; residuals of a judge sum to 0, so its mean planted value takes no part.
    drawn = np.zeros(PERMUTATIONS)
    for judge in np.flatnonzero(counted.any(axis=1)).tolist():
        cells = np.flatnonzero(counted[judge])
        again = _derangements(
            tuple(cells.tolist()), tuple(sorted(source_of[judge, cells].tolist())), SEED + judge
        )
        drawn += others[judge][again] @ residual[judge, cells]
    return _effect("planted", figure, _p(drawn, float((residual * tables[0]).sum())))


def _sources(sources: Ints, shape: tuple[int, ...]) -> Ints:
    indices = np.asarray(sources, dtype=np.int64)
    if indices.shape != shape:
        raise ValueError(f"sources: expected the shape of before, {shape}, got {indices.shape}")
    if indices.size and (indices.min() < -1 or indices.max() >= shape[1]):
        raise ValueError(f"sources: expected indices below {shape[1]} or -1, got {indices.tolist()}")
    if (indices == np.arange(shape[1])).any():
        raise ValueError("sources: an argument's own positions are not planted")
    return indices


@lru_cache(maxsize=64)
def _derangements(cells: tuple[int, ...], sources: tuple[int, ...], seed: int) -> Ints:
    """``PERMUTATIONS`` random orders of ``sources`` (…, n_cells), none of which gives a cell itself."""
    rng, own = np.random.default_rng(seed), np.array(cells)
    drawn = rng.permuted(np.tile(np.array(sources), (PERMUTATIONS, 1)), axis=1)
    while (bad := (drawn == own).any(axis=1)).any():
        drawn[bad] = rng.permuted(drawn[bad], axis=1)
    return drawn


@lru_cache(maxsize=16)
def _swaps(cells: int) -> Floats:
    """``PERMUTATIONS`` random draws of which cells are swapped, −1, and which are not, 1 (…, cells)."""
    return np.random.default_rng(SEED).choice(np.array([-1.0, 1.0]), (PERMUTATIONS, cells))


def _effect(kind: Kind, estimate: Estimate, p: float | None = None) -> Effect:
    return Effect(kind=kind, p=p, **vars(estimate))


def _p(drawn: Floats, seen: float) -> float:
    """The share of what chance drew, with what was seen, that reaches it; never 0."""
    return (int((drawn >= seen - TOLERANCE).sum()) + 1) / (drawn.size + 1)


def _masks(counted: Bools) -> Floats:
    """Weights (1 + n, n_judges, n_items): with all n arguments that count, then without each."""
    arguments = np.flatnonzero(counted.any(axis=0))
    masks = np.repeat(counted[None].astype(np.float64), 1 + arguments.size, axis=0)
    masks[np.arange(arguments.size) + 1, :, arguments] = 0.0
    return masks


def _slope(x: Floats, y: Floats) -> Estimate:
    """The least-squares slope of y on x (n_judges, n_items), over the cells that have both."""
    counted = ~np.isnan(x + y)
    masks = _masks(counted)
    away = _center(np.nan_to_num(x), masks, (-2, -1))
    return _figure(_ratio(away * np.nan_to_num(y), away**2), counted, ALIKE)


def _partial(tables: Sequence[Floats], masks: Floats) -> tuple[Floats, Floats]:
    value, first, change = (_center(table, masks, (-1,)) for table in tables)
    on_first, value_on_first = (
        np.nan_to_num(_ratio(first * other, first**2))[:, None, None] for other in (change, value)
    )
    residual = change - on_first * first
    return _ratio(residual * value, (value - value_on_first * first) ** 2), residual[0]


def _center(table: Floats, masks: Floats, over: tuple[int, ...]) -> Floats:
    count = np.maximum(masks.sum(axis=over, keepdims=True), 1.0)
    return np.asarray(masks * (table - (masks * table).sum(axis=over, keepdims=True) / count))


def _ratio(products: Floats, squares: Floats) -> Floats:
    """Σ products / Σ squares of each table (n, n_judges, n_items), NaN where nothing varies."""
    return ratio(products.sum(axis=(-2, -1)), squares.sum(axis=(-2, -1)), TOLERANCE)


def _figure(slopes: Floats, counted: Bools, undefined: str) -> Estimate:
    """A slope (with all arguments, then without each) with its interval, or why there is none."""
    cells = int(counted.sum())
    if np.isnan(slopes[0]):
        return Estimate(value=None, n=cells, reason=undefined if cells else NOTHING)
    value = float(slopes[0])
    if slopes.size < 4:
        return Estimate(value=value, n=cells, reason=FEW)
    return replace(jackknife(value, slopes[1:], low=-np.inf, high=np.inf), n=cells)


def significant(effects: Sequence[Effect]) -> tuple[bool, ...]:
    """Whether each effect is more than chance makes of none: p at ``LEVEL``, over how many tested effects would show
    conformity, where it is one of these (Bonferroni).

    >>> figures = {"planted": 0.03, "normative": 0.2, "informational": 0.05}
    >>> significant([Effect(kind=kind, value=0.4, p=p) for kind, p in figures.items()])
    (False, False, True)
    """
    accusing = sum(one.kind in CONFORMITY and one.p is not None for one in effects)
    return tuple(
        one.p is not None and one.p * (accusing if one.kind in CONFORMITY else 1) <= LEVEL for one in effects
    )


def findings(moved: bool, effects: Sequence[Effect]) -> tuple[ProbeFinding, ...]:
    """What may be said of a deliberation in which scores ``moved`` or not, given what its probes show (perhaps none).

    *Conformity shown* on a planted or a normative effect, each of two at half the level, since two probes are two
    chances of a false accusation (Bonferroni); *evidence moved them* on an informational one. With neither: *nothing
    moved*, *can't tell* when probes were run, *unexplained moves* when none was.

    >>> findings(True, []), findings(True, [Effect(kind="planted", value=0.1, p=0.2)])
    (('unexplained moves',), ("can't tell",))
    >>> findings(True, [Effect(kind="planted", value=0.4, p=0.03), Effect(kind="normative", value=0.1, p=0.2)])
    ("can't tell",)
    >>> findings(True, [Effect(kind="normative", value=0.4, p=0.03)])
    ('conformity shown',)
    """
    seen = {one.kind for one, is_shown in zip(effects, significant(effects), strict=True) if is_shown}
    probe_findings: list[ProbeFinding] = []
    if seen.intersection(CONFORMITY):
        probe_findings.append("conformity shown")
    if "informational" in seen:
        probe_findings.append("evidence moved them")
    if probe_findings:
        return tuple(probe_findings)
    if not moved:
        return ("nothing moved",)
    return ("can't tell",) if any(one.p is not None for one in effects) else ("unexplained moves",)
