"""How far scores, and the mean of a panel, can be relied on: variance components of judges × arguments. The *relative*
coefficients, for comparing arguments or sides, leave severity out; the *absolute* ones count it.

Source: L. Cronbach et al., The Dependability of Behavioral Measurements (1972); K. McGraw & S. Wong, Psychol. Methods 1
(1996), 30-46, table 4 for names and table 7 for intervals; for missing cells C. Henderson, Biometrics 9 (1953),
226-252, method 3 (S. Searle, G. Casella & C. McCulloch, Variance Components, 1992, ch. 5).
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.additive import NEGLIGIBLE, Fit, fit, judge_variances, sized_variances
from debate_core.measuring.arrays import Floats, as_ratings, mean_given, ratio, special
from debate_core.measuring.estimate import Estimate

TARGET = 0.80
MIN_COMPLETE = 5
"""With missing cells, so many arguments that all judges scored carry an interval: our own choice."""
NAMES = ("ICC(1)", "ICC(k)", "ICC(C,1)", "ICC(C,k)", "ICC(A,1)", "ICC(A,k)")
NO_BOUNDS = "the judges agree or part so exactly that nothing shows how much this could vary"
NO_LOWER = "that of one judge reaches so low that the mean's has no lower end"


class Components(FrozenValue):
    """Variances in squared points: of arguments, of judges' severity, and the rest. Estimates: may be below 0."""

    items: float
    judges: float
    residual: float

    def relative(self, judges: float) -> float | None:
        """The relative coefficient of the mean of so many judges, ``None`` where it has no meaning.

        >>> Components(items=1.0, judges=3.0, residual=1.0).relative(4)
        0.8
        """
        return _share(self.items, self.residual / judges)

    def absolute(self, judges: float) -> float | None:
        """The absolute coefficient of the mean of so many judges, each drawn with its severity.

        >>> Components(items=1.0, judges=3.0, residual=1.0).absolute(4)
        0.5
        """
        return _share(self.items, (self.judges + self.residual) / judges)

    def times(self, factor: float) -> "Components":
        """The same in another unit, whose square is ``factor`` times as large."""
        return Components(**{name: part * factor for name, part in vars(self).items()})

    def judges_for(self, target: float = TARGET) -> int | None:
        """How many such judges' mean has a relative coefficient of ``target``, as ``judges_for`` of one judge's.

        >>> Components(items=1.0, judges=0.0, residual=1.7).judges_for()
        7
        """
        one = self.relative(1)
        return None if one is None else judges_for(one, target)


def judges_for(one: float, target: float = TARGET) -> int | None:
    """How many judges' mean reaches ``target`` where one judge's coefficient is ``one`` (at most 1): by Spearman-Brown,
    ⌈target/(1 − target) · (1 − one)/one⌉, at least 1; ``None`` where that is not above 0: no number is enough.

    >>> judges_for(0.5), judges_for(1.0), judges_for(-0.1)
    (4, 1, None)
    """
    if one <= 0.0:
        return None
    return max(1, math.ceil(target / (1.0 - target) * (1.0 - one) / one - TOLERANCE))


class Generalizability(FrozenValue):
    """The ``family`` of coefficients by McGraw & Wong's names, of ``n`` arguments, with what they rest on; each is at
    most 1, and below 0 where judges agree less than by chance.

    ``per_item``: how many judges' mean the coefficients of the mean are of, the harmonic mean of scores an argument has
    where cells are missing. ``components`` are ``None`` with a ``reason``. ``complete``: how many arguments all judges
    scored, on which intervals rest where ``missing`` cells are above 0.
    """

    family: Mapping[str, Estimate]
    components: Components | None = None
    reason: str | None = None
    per_item: float = 0.0
    complete: int = 0
    missing: int = 0


class _Squares(FrozenValue):
    """Mean squares of a complete table with n arguments (rows) and k judges (columns)."""

    n: int
    k: int
    rows: float
    columns: float
    error: float
    within: float


def generalizability(ratings: ArrayLike, *, clustered: bool = False) -> Generalizability:
    """Components and coefficients of ratings (n_judges, n_items), NaN missing, that count in differences.

    Undefined with fewer than 2 judges, fewer than 2 arguments that two judges scored, no variation, no cell to spare,
    or judges that share no argument. Intervals are McGraw & Wong's; where cells are missing, over the arguments that
    all judges scored if there are 5; none where arguments are ``clustered``. Raises ValueError for another shape and
    for an infinite score. Source: as this module; the harmonic mean: R. Brennan, Generalizability Theory (2001), ch. 7.

    P. Shrout & J. Fleiss, Psychol. Bull. 86 (1979), tables 2 to 4: .17, .44, .71, .91, .29, .62.

    >>> found = generalizability([[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]])
    >>> [round(found.family[name].value, 2) for name in NAMES]
    [0.17, 0.44, 0.71, 0.91, 0.29, 0.62]
    >>> [round(found.components.items, 2), round(found.components.judges, 2), round(found.components.residual, 2)]
    [2.56, 5.24, 1.02]
    """
    table = as_ratings(ratings)
    table = table[np.ix_(~np.isnan(table).all(axis=1), ~np.isnan(table).all(axis=0))]
    given = ~np.isnan(table)
    scores = given.sum(axis=0)
    if reason := _undefined_reason(table, scores):
        none = Estimate(value=None, n=scores.size, reason=reason)
        return Generalizability(family=dict.fromkeys(NAMES, none), reason=reason)
    # Around 0 and 1 wide, so that no square is too large or too small.
    table = table - np.nanmean(table)
    scale = float(np.nanmax(np.abs(table)))
    table = table / scale
    components, one_way = _components(table, scores)
    full = table[:, scores == table.shape[0]]
    missing = int(table.size - scores.sum())
    per_item = float(scores.size / (1.0 / scores).sum()) if missing else float(table.shape[0])
    bounds, without = _intervals(full, per_item, missing, clustered)
    values = [
        value
        for k in (1.0, per_item)
        for value in (_share(one_way[0], one_way[1] / k), components.relative(k), components.absolute(k))
    ]
    named_values = zip(NAMES, values[::3] + values[1::3] + values[2::3], strict=True)
    return Generalizability(
        family={
            name: _estimate_of(value, bounds.get(name), scores.size, without) for name, value in named_values
        },
        components=components.times(scale**2),
        per_item=per_item,
        complete=full.shape[1],
        missing=missing,
    )


def _share(signal: float, noise: float) -> float | None:
    return signal / (signal + noise) if signal + noise > 0.0 else None


def _undefined_reason(table: Floats, scores: Floats) -> str | None:
    if table.shape[0] < 2:
        return "fewer than 2 judges"
    if int((scores >= 2).sum()) < 2:
        return "fewer than two have scores from two judges or more"
    low, high = float(np.nanmin(table)), float(np.nanmax(table))
    if not high - low > 1e-12 * max(abs(low), abs(high)):
        return "every score is the same"
    linked = fit(np.sign(table))  # which cells are scored decides, not the scores
    if not bool(linked.connected):
        return "some judges scored nothing that links them to the others"
    return None if int(linked.df) > 0 else "no score to spare: nothing tells error from effects"


def _components(table: Floats, scores: Floats) -> tuple[Components, tuple[float, float]]:
    """Components of the crossed design and of the one-way design (arguments, the rest), by fitting constants.

    With N cells, J judges and U arguments the reduction in the sum of squares by arguments after judges has the
    expectation (N − J)σ²ᵤ + (U − 1)σ²ₑ, and by judges after arguments (N − U)σ²ⱼ + (J − 1)σ²ₑ.
    """
    fitted, items, n = fit(table), table.shape[1], float(scores.sum())
    crossed = Components(**{name: float(value) for name, value in _fit_crossed(table, fitted).items()})
    about_items = float(np.nansum((table - np.nanmean(table, axis=0, keepdims=True)) ** 2))
    about_all = float(np.nansum((table - np.nanmean(table)) ** 2))
    within, n0 = about_items / (n - items), (n - float((scores**2).sum()) / n) / (items - 1)
    return crossed, (((about_all - about_items) / (items - 1) - within) / n0, within)


def _fit_crossed(tables: Floats, fitted: Fit) -> dict[str, Floats]:
    given = ~np.isnan(tables)
    n, error = given.sum(axis=(-2, -1)), fitted.variance
    judges, items = (given.any(axis=axis).sum(axis=-1) for axis in (-1, -2))
    in_judges, in_items = (
        np.nansum((tables - mean_given(tables, axis, keepdims=True)) ** 2, axis=(-2, -1)) for axis in (-1, -2)
    )
    return {
        "items": (in_judges - fitted.sse - (items - 1) * error) / (n - judges),
        "judges": (in_items - fitted.sse - (judges - 1) * error) / (n - items),
        "residual": error,
    }


def relative_means(tables: Floats, fitted: Fit) -> Floats:
    """ICC(C,k) of the mean of each panel's judges (n,), from tables (n, n_judges, n_items) and fits; NaN undefined.

    As ``generalizability`` has it, of many tables at once and without intervals. Source: as this module.

    >>> table = np.array([[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]], dtype=float)
    >>> relative_means(table[None], fit(table[None])).round(2).tolist()
    [0.91]
    """
    parts, scores = _fit_crossed(tables, fitted), (~np.isnan(tables)).sum(axis=-2)
    scored = (scores > 0).sum(axis=-1)
    mean = parts["items"] + parts["residual"] * np.nansum(ratio(1.0, scores), axis=-1) / scored
    # Degrees of freedom are left where two judges or more scored two arguments in common.
    estimable = fitted.connected & (fitted.df > 0)
    estimable &= mean > NEGLIGIBLE * np.nansum(tables**2, axis=(-2, -1))
    return np.where(estimable, ratio(parts["items"], mean), np.nan)


def weighted_relative(table: Floats, weights: Floats, known: Floats | None = None) -> float:
    """ICC(C,k) of a panel's weighted mean, at most 1, from a table (n_judges, n_items) and weights (n_judges,); NaN
    where nothing tells error from effects, or the arguments don't differ.

    The arguments' weighted effects vary by V, of which E is error: each judge's own variance (``known`` (n_judges,): in
    the ratios of past debates) by its squared share in each argument. (V − E)/V. Source: as this module; errors of
    judges apart: F. Grubbs, J. Am. Stat. Assoc. 43 (1948), 243-264.

    A judge without weight has no say, however it scored:

    >>> table = np.array([[8, 3, 6.5, 4], [8, 4, 6, 4], [1, 9, 2, 8.0]])
    >>> round(weighted_relative(table, np.array([0.5, 0.5, 0.0])), 2)
    0.98
    """
    used = np.where((weights > 0)[:, None], table, np.nan)
    plain, weighted = fit(used), fit(used, weights)
    items = weighted.items[~np.isnan(weighted.items)]
    if not (bool(plain.connected) and int(plain.df) > 0 and items.size > 1):
        return float("nan")
    variances = judge_variances(plain) if known is None else sized_variances(plain, known)
    share = weighted.cells / np.maximum(weighted.cells.sum(axis=0), NEGLIGIBLE)
    error = float((np.nan_to_num(variances)[:, None] * share**2).sum(axis=0)[share.any(axis=0)].mean())
    whole = float(items.var(ddof=1))
    return (whole - error) / whole if whole > NEGLIGIBLE * float(np.nansum(used**2)) else float("nan")


def _estimate_of(
    value: float | None, bounds: tuple[float, float] | None, n: int, without: str | None
) -> Estimate:
    if value is None:
        why = "nothing varies beyond noise: there is no common signal"
    elif bounds and math.isinf(bounds[0]):
        why = NO_LOWER
    elif bounds is None or not bounds[1] - bounds[0] > TOLERANCE:
        why = without or NO_BOUNDS
    elif not bounds[0] <= value <= bounds[1]:
        why = "what all judges scored tells otherwise than everything together"
    else:
        return Estimate(value=value, interval=bounds, n=n)
    return Estimate(value=value, n=n, reason=why)


def _intervals(
    full: Floats, per_item: float, missing: int, clustered: bool
) -> tuple[dict[str, tuple[float, float]], str | None]:
    if clustered:
        return {}, "items of one cluster aren't independent"
    if missing and full.shape[1] < MIN_COMPLETE:
        return {}, f"scores are missing, and fewer than {MIN_COMPLETE} were scored by all judges"
    squares = _squares(full)
    n, k = squares.n, squares.k
    ends = {
        "ICC(1)": _by_ratio(squares.rows, squares.within, n - 1, n * (k - 1), k),
        "ICC(C,1)": _by_ratio(squares.rows, squares.error, n - 1, (n - 1) * (k - 1), k),
        "ICC(A,1)": _absolute(squares),
    }
    known = {name: bounds for name, bounds in ends.items() if bounds is not None}
    # The mean of k judges: k ρ/(1 + (k − 1) ρ) of each bound, which is McGraw & Wong's own interval.
    mean = {
        name.replace("1)", "k)"): (_step_up(low, per_item), _step_up(high, per_item))
        for name, (low, high) in known.items()
    }
    return known | mean, None


def _step_up(one: float, judges: float) -> float:
    below = 1.0 + (judges - 1.0) * one
    return judges * one / below if below > 1e-12 else -math.inf


def _squares(full: Floats) -> _Squares:
    k, n = full.shape
    rows, columns, middle = full.mean(axis=0), full.mean(axis=1), full.mean()
    error = float(((full - rows - columns[:, None] + middle) ** 2).sum()) / ((n - 1) * (k - 1))
    between = float(k * ((rows - middle) ** 2).sum())
    rounding = 1e-12 * float((full**2).mean())
    return _Squares(
        n=n,
        k=k,
        rows=between / (n - 1),
        columns=float(n * ((columns - middle) ** 2).sum()) / (k - 1),
        error=error if error > rounding else 0.0,
        within=float(((full - rows) ** 2).sum()) / (n * (k - 1)),
    )


def _quantile(top: float, bottom: float) -> float:
    return float(special().fdtri(top, bottom, 0.975))


def _by_ratio(rows: float, noise: float, top: int, bottom: int, k: int) -> tuple[float, float] | None:
    """Bounds (F − 1)/(F + k − 1) at the ratio of mean squares over, and times, the F points."""
    if not noise > 0.0:
        return None
    low, high = rows / noise / _quantile(top, bottom), rows / noise * _quantile(bottom, top)
    return (low - 1.0) / (low + k - 1.0), (high - 1.0) / (high + k - 1.0)


def _absolute(squares: _Squares) -> tuple[float, float] | None:
    """McGraw & Wong (1996), table 7: Satterthwaite's degrees of freedom for the error of judges and rest."""
    n, k = squares.n, squares.k
    if not squares.error > 0.0 or not squares.rows + squares.columns > 0.0:
        return None
    shared = k * (squares.columns - squares.error) / n
    rho = (squares.rows - squares.error) / (squares.rows + (k - 1) * squares.error + shared)
    a = k * rho / (n * (1.0 - rho))
    b = 1.0 + k * rho * (n - 1) / (n * (1.0 - rho))
    parts = (a * squares.columns) ** 2 / (k - 1) + (b * squares.error) ** 2 / ((n - 1) * (k - 1))
    if not parts > 0.0:
        return None
    df = (a * squares.columns + b * squares.error) ** 2 / parts
    noise = k * squares.columns + (k * n - k - n) * squares.error
    down, up = _quantile(n - 1, df), _quantile(df, n - 1)
    low = n * (squares.rows - down * squares.error) / (down * noise + n * squares.rows)
    high = n * (up * squares.rows - squares.error) / (noise + n * up * squares.rows)
    return low, high


class SideStudy(FrozenValue):
    """Comparing two sides: the ``coefficient`` now, g² less its error variance over g², and how many such judges, or
    ``more_arguments``, bring it to .80; ``reason``: why no number of one of them does, or of neither."""

    coefficient: float | None = None
    judges: int | None = None
    more_arguments: int | None = None
    reason: str | None = None


def side_study(
    gap: float, se: float, judges: int, arguments: int, share: float = 0.0, leaning: float = 0.0
) -> SideStudy:
    """What comparing sides needs at this gap: its error variance falls with arguments, but for the part ``leaning``
    (squared points) by which judges lean, and with judges as ρ + (1 − ρ)/J, ρ the ``share`` of it in common.

    ``gap`` and its standard error ``se`` above 0, in points; ``arguments`` of both sides, more of them in the same
    proportion. The gap's square is taken down by what its error adds to it. Source: our own, the relative coefficient
    of a design with arguments nested in sides (Brennan, 2001, ch. 3), the sides' variance from one difference.

    Signal 4 − 1.2 = 2.8, so that noise of .7 would do: 1.2/.7 = 1.714 times as many scores.

    >>> side_study(2.0, 1.2**0.5, 4, 6)
    SideStudy(coefficient=0.7, judges=7, more_arguments=5, reason=None)

    Where .4 of it is leaning, .8 has to fall to .3: 2⅔ times as many arguments; where .7 is, no number will do.

    >>> [side_study(2.0, 1.2**0.5, 4, 6, leaning=one).more_arguments for one in (0.4, 0.7)]
    [10, None]
    """
    signal = gap**2 - se**2
    if signal <= 0.0:
        return SideStudy(coefficient=0.0, reason="the lead is no larger than its standard error")
    allowed = signal * (1.0 - TARGET) / TARGET
    own = (share + (1.0 - share) / judges) * allowed / se**2 - share
    needed = max(1, math.ceil((1.0 - share) / own - TOLERANCE)) if own > TOLERANCE else None
    more, left = None, allowed - leaning
    reason: str | None = "more arguments don't change how judges lean"
    if left > TOLERANCE:
        more = max(0, math.ceil(arguments * (se**2 - leaning) / left - TOLERANCE) - arguments)
        reason = None if needed else "more such judges share their mistakes"
    coefficient = round(signal / gap**2, 12)
    return SideStudy(coefficient=coefficient, judges=needed, more_arguments=more, reason=reason)


def judges_needed(parts: Components, one: Estimate) -> Estimate:
    """How many judges' mean has a relative coefficient of .80, by the components; its interval from that of ``one``
    judge's coefficient, infinite where no number is enough."""
    judges = parts.judges_for()
    if one.interval is None:
        return Estimate(value=judges, reason=one.reason)
    high, low = (judges_for(end) for end in one.interval)
    return Estimate(value=judges, interval=None if low is None else (low, math.inf if high is None else high))


def whole_ends(estimate: Estimate) -> tuple[int, int] | None:
    """The interval of a count, ``None`` without one or with an infinite end.

    >>> [whole_ends(Estimate(value=3.0, interval=(2.0, most))) for most in (5.0, math.inf)]
    [(2, 5), None]
    """
    if estimate.interval is None or math.isinf(estimate.interval[1]):
        return None
    return int(estimate.interval[0]), int(estimate.interval[1])
