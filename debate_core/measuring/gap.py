"""The gap, pro minus con in score points, and how sure it is; and the side that each judge's own scores prefer."""

from collections.abc import Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.rubric import Ballot
from debate_core.measuring.additive import ContrastError, Fit, apply_floor, contrast_error, fit, parts
from debate_core.measuring.arrays import Bools, Floats, Ints, as_ratings, as_sides, ratio, side_means, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import clustered_error
from debate_core.measuring.table import PanelTable
from debate_core.measuring.weights import LearnedNoise, normalise

Reading = Literal["evenly matched", "a small lead", "leaning", "clear"]
TIE_WITHIN = 0.25
"""A judge's own side gap within this many points is a tie."""
LEVEL_BY_JUDGE = 0.80


class SideResults(FrozenValue):
    """Each side's result in points, and each judge's ``shares`` (n_judges,) in it, summing to 1.

    With complete data a share is the judge's weight; missing cells shift it. A judge without any
    score on a side has share 0. ``side_means`` (n_judges, 2) are the raw means, pro then con, NaN
    where the judge has no score there: its position. ``parts`` (n_judges, 2) add up to the two results:
    what each judge contributes, NaN for one without a part; with complete data its share of its mean.
    """

    pro: float | None
    con: float | None
    shares: Floats
    side_means: Floats
    parts: Floats


class Contrast(Estimate):
    """A difference from ``n`` scores with its standard error ``se`` and degrees of freedom ``df``, both ``None`` where
    there is no interval, which is Student's t at ``level``."""

    interval: tuple[float, float] | None = field(init=False, default=None)
    se: float | None = None
    df: float | None = None

    def __post_init__(self) -> None:
        if self.value is not None and self.se is not None and self.df is not None:
            reach = _quantile(self.df, 0.5 + self.level / 2) * self.se
            object.__setattr__(self, "interval", (self.value - reach, self.value + reach))

    @property
    def p_pro(self) -> float | None:
        """The chance that pro is better, by the same t distribution."""
        if self.value is None or self.se is None or self.df is None:
            return None
        return float(special().stdtr(self.df, self.value / self.se))

    def widen(self, factor: float) -> "Contrast":
        """The same with an error so many times as large."""
        return self if self.se is None else replace(self, se=self.se * factor)


class BareError(FrozenValue):
    """What a gap's standard error rests on, before any floor: a ``variance`` on ``df`` degrees of freedom, which goes
    into the error's square ``factor`` times."""

    variance: float
    df: float
    factor: float


class Gap(Contrast):
    """Pro minus con in points, errors pooled over judges. ``by_judge``: the same with its error clustered by judge, so
    that judges of unlike leanings make the interval wide. ``judges`` are the indices that had a part. ``bare``: of
    scores and of judges' own gaps, None without any; ``rounding``: the variance that this alone gives the gap."""

    level: float = 0.90
    by_judge: Contrast
    judges: tuple[int, ...] = ()
    sides: SideResults
    bare: tuple[BareError, BareError] | None = None
    rounding: float = 0.0

    @property
    def pooled(self) -> Contrast:
        """The gap without the judges' parts."""
        names = ("value", "level", "n", "reason", "se", "df")
        return Contrast(**{name: getattr(self, name) for name in names})

    def at(self, level: float, by_judge: float) -> "Gap":
        """The same with its intervals at other levels."""
        return replace(self, level=level, by_judge=replace(self.by_judge, level=by_judge))

    def larger_than(self, learned: LearnedNoise) -> bool:
        """Whether this debate's own noise is larger than earlier debates allow: of scores, or of judges' own gaps."""
        return self.bare is not None and any(
            before.larger(own.variance, own.df) for before, own in zip(learned.priors, self.bare, strict=True)
        )

    def moderate(self, learned: LearnedNoise) -> "Gap":
        """The same with both errors moderated by what earlier debates tell, never below that of rounding; as it is
        where its own noise is larger."""
        if self.bare is None or self.larger_than(learned):
            return self
        errors = []
        for before, own in zip(learned.priors, self.bare, strict=True):
            variance, df = before.moderates(own.variance, own.df)
            errors.append({"se": max(variance * own.factor, self.rounding) ** 0.5, "df": df})
        return replace(self, **errors[0], by_judge=replace(self.by_judge, **errors[1]))


@lru_cache(maxsize=1024)
def _quantile(df: float, p: float) -> float:
    return float(special().stdtrit(df, p))


def gaps(panels: Sequence[PanelTable]) -> tuple[Gap, ...]:
    """Pro minus con of each panel's own composites (n_judges, n_items), in their unit; panels of one shape and sides.

    A weighted least-squares fit of judge and argument effects. The standard error rests on the
    unweighted fit's residuals: with equal weights pooled over judges; with unequal ones, or with the
    panel's ``variances`` known from elsewhere, judge by judge (``rater_variance.contrast_error``), because a
    weighted mean hangs on the errors of those who weigh most. t interval. A second error is clustered by judge
    (``clustered``). Neither variance is taken to be below the panel's ``floor``.
    ``value`` is ``None`` when no judge, or fewer than one argument a side, is left, or when the
    judges left share no argument that would tie the sides together, or when the items have no sides;
    ``se``, interval and probability without degrees of freedom.
    Source: H. Scheffé, The Analysis of Variance (1959), §§ 1.4, 2.9 (contrasts and their error), ch. 4 (the fit).
    """
    own, sides = np.stack([panel.own for panel in panels]), panels[0].sides
    if sides is None:
        return (_no_gap("what was judged has no sides", np.full((own.shape[1], 2), np.nan)),) * len(panels)
    pro = as_sides(sides, own.shape[-1])
    means = side_means(own, pro)
    both = np.asarray(~np.isnan(means).any(axis=-1))
    share = normalise(np.stack([panel.weights for panel in panels]), both)
    used = np.where((share > 0)[..., None], own, np.nan)
    # Whether a panel's judges that have a part weigh differently
    smallest = np.where(share > 0, share, np.inf).min(axis=-1, initial=np.inf)
    unequal, plain = share.max(axis=-1, initial=0.0) - smallest > TOLERANCE, fit(used)
    weighted = fit(used, share) if unequal.any() else plain
    adjusted = np.array([panel.adjusted for panel in panels])[:, None, None]
    cells = np.where(adjusted, _adjusted_cells(weighted, pro), _plain_cells(used, pro, share))
    # Both sides on the scale of the weighted panel, so that their difference is the gap.
    items = weighted.items + np.nansum(share * weighted.judges, axis=-1)[:, None]
    parts = _Gaps(
        value=(cells * np.nan_to_num(used)).sum(axis=(-2, -1)),
        **_errors(panels, plain, cells, unequal),
        # A score's variance goes into the gap with Σ h², that of judges' own gaps with the squares of their shares.
        factors=((cells**2).sum(axis=(-2, -1)), (np.where(pro, cells, 0.0).sum(axis=-1) ** 2).sum(axis=-1)),
        n=(~np.isnan(used)).sum(axis=(-2, -1)),
        middle=side_means(items, pro).mean(axis=-1),
        taking=share > 0,
        shares=np.where(pro, cells, 0.0).sum(axis=-1),
        side_means=means,
        parts=_parts(used, weighted, cells, share, pro),
    )
    # Judges all linked and both sides scored: a gap; of the rest some lack what it needs.
    sound = plain.connected & ~np.isnan(parts.middle)
    return tuple(
        parts.at(place, None if sound[place] else _undefined_reason(panel, used[place], pro))
        for place, panel in enumerate(panels)
    )


def _parts(used: Floats, weighted: Fit, cells: Floats, share: Floats, pro: Bools) -> Floats:
    """What each judge adds to each side's result (…, n_judges, 2): a missing score counts as the fit expects it."""
    fitted = weighted.items[..., None, :] + weighted.judges[..., :, None]
    filled = np.where(np.isnan(used), fitted, used)
    middle = share * side_means(filled, pro).mean(axis=-1)
    lead = (cells * np.nan_to_num(used)).sum(axis=-1)
    parts = np.stack((middle + lead / 2.0, middle - lead / 2.0), axis=-1)
    return np.where((share > 0)[..., None], parts, np.nan)


def _no_gap(reason: str, means: Floats) -> Gap:
    none = Contrast(value=None, level=LEVEL_BY_JUDGE, reason=reason)
    nothing = np.full(means.shape, np.nan)
    sides = SideResults(pro=None, con=None, shares=np.zeros(len(means)), side_means=means, parts=nothing)
    return Gap(value=None, reason=reason, by_judge=none, sides=sides)


class _Gaps(FrozenValue):
    """What a stack's gaps are made of, one a table: arrays (n,), ``taking`` and ``shares`` (n, n_judges)."""

    value: Floats
    n: Ints
    errors: tuple[ContrastError, ContrastError]
    bare: tuple[ContrastError, ContrastError]
    factors: tuple[Floats, Floats]
    rounding: Floats
    middle: Floats
    taking: Bools
    shares: Floats
    side_means: Floats
    parts: Floats

    def at(self, place: int, refused: str | None) -> Gap:
        """One table's gap, or why it has none; its standard error, or why that is none."""
        means = self.side_means[place]
        if refused:
            return _no_gap(refused, means)
        value, middle = float(self.value[place]), float(self.middle[place])
        pooled, by_judge = (self._error(error, place) for error in self.errors)
        by_judge = pooled if "reason" in pooled else by_judge
        pro, con = middle + value / 2.0, middle - value / 2.0
        n = int(self.n[place])
        return Gap(
            value=value,
            n=n,
            **pooled,
            by_judge=Contrast(value=value, n=n, level=LEVEL_BY_JUDGE, **by_judge),
            judges=tuple(self.taking[place].nonzero()[0].tolist()),
            bare=self._bare_errors(place),
            rounding=float(self.rounding[place]),
            sides=SideResults(
                pro=pro, con=con, shares=self.shares[place], side_means=means, parts=self.parts[place]
            ),
        )

    def _bare_errors(self, place: int) -> tuple[BareError, BareError] | None:
        if not all(error.df[place] > 0 for error in self.bare):
            return None
        scores, own_gaps = (
            BareError(
                variance=float(error.se[place]) ** 2 / float(factor[place]),
                df=float(error.df[place]),
                factor=float(factor[place]),
            )
            for error, factor in zip(self.bare, self.factors, strict=True)
        )
        return scores, own_gaps

    @staticmethod
    def _error(error: ContrastError, place: int) -> dict[str, Any]:
        se, df = float(error.se[place]), float(error.df[place])
        return {"se": se, "df": df} if df > 0 else {"reason": "too few scores to tell error from effect"}


def read_gap(value: float, *, named: bool) -> Reading:
    """How a gap in points reads: under 1, 1 to 3, over 3, whichever side it favours, and whether that is ``named`` the
    winner; our own, see docs/method.md.

    >>> [read_gap(gap, named=False) for gap in (0.99, 5 / 3 - 8 / 3, 3.0, 3.01)]
    ['evenly matched', 'leaning', 'leaning', 'clear']
    >>> read_gap(0.99, named=True)
    'a small lead'
    """
    size = abs(value)
    if size < 1.0 - TOLERANCE:
        return "a small lead" if named else "evenly matched"
    return "leaning" if size <= 3.0 + TOLERANCE else "clear"


def ballot_of(position: float | None) -> Ballot | None:
    """The sign of a judge's own side gap in points, TIE within .25; ``None`` without one. Our own, see docs/method.md.

    >>> ballot_of(0.3), ballot_of(-0.25), ballot_of(-0.26), ballot_of(None)
    ('PRO', 'TIE', 'CON', None)
    """
    if position is None or np.isnan(position):
        return None
    if abs(position) <= TIE_WITHIN + TOLERANCE:
        return "TIE"
    return "PRO" if position > 0 else "CON"


def own_gaps(own: Floats, sides: Sequence[str]) -> Floats:
    """Each judge's own gap in points (n_judges,), from composites (n_judges, n_items) under its own weights; NaN
    without a score on both sides.

    >>> own_gaps(np.array([[7.0, 5.0], [np.nan, 5.0]]), ["pro", "con"]).tolist()
    [2.0, nan]
    """
    means = side_means(own, as_sides(sides, own.shape[1]))
    return np.asarray(means[:, 0] - means[:, 1])


def ballots(own: ArrayLike, sides: Sequence[str]) -> tuple[Ballot | None, ...]:
    """Each judge's computed ballot, from composites (n_judges, n_items) under its own weights; ``None`` without a gap.

    Raises ValueError for another shape, an infinite score or unknown sides. Source: as ``ballot_of``.

    >>> ballots([[7, 5], [5, 5.2], [None, 5]], ["pro", "con"])
    ('PRO', 'TIE', None)
    """
    return tuple(map(ballot_of, own_gaps(as_ratings(own), sides).tolist()))


def _undefined_reason(panel: PanelTable, used: Floats, pro: Bools) -> str | None:
    if panel.weights.size and not panel.weights.any():
        return "no judge has any weight"
    if not pro.any() or pro.all():
        return "one side has no argument"
    if np.isnan(used).all():
        return "no judge scored both sides"
    scored = ~np.isnan(used).all(axis=0)
    for judges in parts(used):
        mine = ~np.isnan(used[list(judges)]).all(axis=0)
        # The share of pro's and of con's scored arguments that this part of the panel holds
        of_pro, of_con = ((mine & side).sum() / (scored & side).sum() for side in (pro, ~pro))
        if not np.isclose(of_pro, of_con):
            named = ", ".join(str(judge + 1) for judge in judges)
            who = f"judge {named} shares" if len(judges) == 1 else f"judges {named} share"
            return f"{who} no argument with the others, so the sides cannot be compared"
    return None


def _adjusted_cells(weighted: Fit, pro: Bools) -> Floats:
    """What each score adds to the gap (…, J, U), judges' effects removed: the fit as a linear form."""
    cell = weighted.cells
    total = cell.sum(axis=-2)
    scored = total > 0
    safe = np.where(scored, total, np.inf)
    # How many arguments each side's mean is over
    sides = [(scored & side).sum(axis=-1, keepdims=True) for side in (pro, ~pro)]
    # The contrast of argument effects, each a mean of its cells; then what it pulls through the judges' effects.
    want = np.where(pro, ratio(1.0, sides[0]), ratio(-1.0, sides[1])) * scored / safe
    pull = np.einsum("...ij,...ju,...u->...i", weighted.inverse, cell, want)
    shift = np.einsum("...j,...ju->...u", pull, cell) / safe
    return np.asarray(cell * (want[..., None, :] - pull[..., :, None] + shift[..., None, :]))


def _plain_cells(used: Floats, pro: Bools, share: Floats) -> Floats:
    """What each score adds to the weighted mean of judges' own side differences (…, J, U)."""
    present = ~np.isnan(used)
    cells = np.zeros_like(used)
    for side, sign in ((pro, 1.0), (~pro, -1.0)):
        each = ratio(sign * share, (present & side).sum(axis=-1))
        cells += np.where(present & side, each[..., None], 0.0)
    return cells


def _errors(panels: Sequence[PanelTable], plain: Fit, cells: Floats, unequal: Bools) -> dict[str, Any]:
    """The gap's error, pooled over judges or told judge by judge, and the one clustered by judge; with their floors,
    and without; and the variance of rounding."""
    none, part = np.full(panels[0].weights.shape, np.nan), (cells**2).sum(axis=-1)
    known = np.stack([none if panel.variances is None else panel.variances for panel in panels])
    rescaled = np.array([panel.rescaled for panel in panels])
    prior = (rescaled * [panel.floor.prior for panel in panels])[:, None]
    # Σ h² times what is expected of each judge, from past debates where they tell; and times that of rounding.
    expected = (part * np.where(np.isnan(known), prior, known)).sum(axis=-1)
    rounding = part.sum(axis=-1) * (rescaled * [panel.floor.rounding for panel in panels])
    bare = _spread(plain, cells, unequal, known), clustered_error(plain, cells)
    return {
        "bare": bare,
        "errors": tuple(apply_floor(one, expected, rounding) for one in bare),
        "rounding": rounding,
    }


def _spread(plain: Fit, cells: Floats, unequal: Bools, known: Floats) -> ContrastError:
    """The gap's standard error and its degrees of freedom; none of the latter where there is nothing to tell."""
    # √(σ² Σ h²)
    pooled = np.sqrt(plain.variance * (cells**2).sum(axis=(-2, -1)))
    free = plain.df.astype(np.float64)
    by_judge = unequal | ~np.isnan(known).all(axis=-1)
    if not by_judge.any():
        return ContrastError(se=pooled, df=free)
    own = contrast_error(plain, cells, known)
    return ContrastError(se=np.where(by_judge, own.se, pooled), df=np.where(by_judge, own.df, free))
