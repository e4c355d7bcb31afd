"""How good panels of several sizes are, on the same simulated arguments and errors: a smaller panel is the first judges
of a larger one.

Alpha on unlimited arguments is our own derivation: see docs/statistics.md, *The lab*."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.agreement import alphas
from debate_core.measuring.arrays import Bools, Floats, ratio
from debate_core.measuring.estimate import Share, SimulatedMean, mean_of, paired_difference
from debate_core.measuring.simulation import PanelTruth, SimulatedPanel, SimulatedPanels, simulate
from debate_core.measuring.table import Standings

NO_INTERVAL = "no panel had an interval"
DecideMany = Callable[[Floats, Sequence[str], Sequence[Standings] | None], Iterable[SimulatedPanel]]


class Coverage(FrozenValue):
    """How often an interval held the truth, among panels that had one, and its mean ``width``.

    ``held`` is ``None`` with a ``reason``. ``truth`` is the mean of what was to be held, ``shift`` how
    far the interval's middle lies above it on average.
    """

    held: Share | None
    width: SimulatedMean | None
    truth: float | None
    reason: str | None = None
    shift: SimulatedMean | None = None


class IntervalsAmong(FrozenValue):
    """The gap's interval among some panels: mean ``width`` and root mean squared error in points."""

    width: float
    held: Share
    off_by: float


class PanelFigures(FrozenValue):
    """What came of n panels of one size.

    ``right``: the truly better side named (never at an exact tie); ``wrong``: the other one, or any
    at a tie; ``pro``: that side named. ``gap`` in points at the rules' level; ``free``: the same judges' scores of
    freely drawn arguments. The arrays (n,) are there to compare panel by panel: ``misses`` where there is a gap
    interval that does not hold the true gap, ``widths`` and ``errors`` (measured minus true gap) in points, NaN without
    an interval.
    """

    truth: PanelTruth
    n: int
    right: Share
    wrong: Share
    no_call: Share
    pro: Share
    gap: Coverage
    free: SimulatedPanels
    rights: Bools
    wrongs: Bools
    misses: Bools
    widths: Floats
    errors: Floats

    @cached_property
    def alpha(self) -> Coverage:
        """Alpha's interval at 95%, on the same judges' scores of freely drawn arguments, which its promise is about."""
        ends = _ends([one.interval for one in alphas(self.free.ratings)])
        if reason := alpha_limit_reason(self.truth):
            return Coverage(held=None, width=mean_of(ends[:, 1] - ends[:, 0]), truth=None, reason=reason)
        return _cover(ends, alpha_limit(self.free))

    @property
    def off_by(self) -> float | None:
        there = self.among(~np.isnan(self.errors))
        return there.off_by if there else None

    def among(self, marks: Bools) -> IntervalsAmong | None:
        """What the gap's interval did in the panels marked, all of which must have one."""
        if not marks.any():
            return None
        return IntervalsAmong(
            width=float(self.widths[marks].mean()),
            held=Share(count=int((~self.misses[marks]).sum()), of=int(marks.sum())),
            off_by=float(np.sqrt((self.errors[marks] ** 2).mean())),
        )


class PanelStep(FrozenValue):
    """What a larger panel did on the same debates; shares in 0 to 1, ``width`` in points.

    ``missed``: how much more often the gap's interval did not hold the true gap; ``squared_error``:
    how much larger the gap's squared error is, in squared points. ``was`` and ``now``, and these
    comparisons, are of the panels that have an interval at both sizes; ``None`` without any.
    """

    before: PanelFigures
    after: PanelFigures
    right: SimulatedMean
    wrong: SimulatedMean
    was: IntervalsAmong | None
    now: IntervalsAmong | None
    missed: SimulatedMean | None
    width: SimulatedMean | None
    squared_error: SimulatedMean | None


def panel_sizes(
    truth: PanelTruth, sizes: Sequence[int], n: int, rng: np.random.Generator, decide_many: DecideMany
) -> tuple[PanelFigures, ...]:
    """n panels of each of ``sizes``, drawn once with all of the truth's judges and an exact gap.

    ``decide_many`` takes ratings (n, n_judges, n_items), sides and standings. Raises ValueError for a size under 1 or
    above the truth's judges. Source: common random numbers, A. Law, Simulation Modeling and Analysis (4th ed., 2007),
    § 11.2.

    Sides that are exactly so far apart tie their arguments together, which drawn ones are not: alpha's
    interval would be blamed for that (it then covers 90 to 99% by the gap), so it has draws of its own.

    >>> class Never:
    ...     call, likely = "no_call", (-1.0, 1.0)
    >>> found = panel_sizes(
    ...     PanelTruth(judges=3), (2, 3), 5, np.random.default_rng(1), lambda many, *_: [Never()] * len(many)
    ... )
    >>> [(one.truth.judges, one.no_call.value, one.gap.held.value, one.gap.width.value) for one in found]
    [(2, 1.0, 1.0, 2.0), (3, 1.0, 1.0, 2.0)]
    >>> found[0].alpha.held.of
    5
    """
    seed = int(rng.integers(2**32))
    exact, free = (
        simulate(replace(truth, exact=kind), n, np.random.default_rng(seed)) for kind in (True, False)
    )
    return tuple(_figures(exact.first(judges), free.first(judges), decide_many) for judges in sizes)


def _figures(panels: SimulatedPanels, free: SimulatedPanels, decide_many: DecideMany) -> PanelFigures:
    figures = [
        (one.call, one.likely) for one in decide_many(panels.ratings, panels.truth.sides, panels.standings)
    ]
    n = len(figures)
    calls = np.array([call for call, _ in figures])
    better = np.select([panels.gaps > TOLERANCE, -panels.gaps > TOLERANCE], ["pro", "con"], "tie")
    named, rights = calls != "no_call", calls == better
    wrongs = named & ~rights
    # An interval's two bounds, NaN where a panel has none
    ends = _ends([interval for _, interval in figures])
    # Judges that use the scale more widely see a gap wider: theirs is the one to be held.
    target = panels.gaps * panels.spread.mean(axis=1)
    errors = ends.mean(axis=1) - target  # the interval lies evenly around the measured gap
    return PanelFigures(
        truth=panels.truth,
        n=n,
        right=Share(count=int(rights.sum()), of=n),
        wrong=Share(count=int(wrongs.sum()), of=n),
        no_call=Share(count=int((~named).sum()), of=n),
        pro=Share(count=int((calls == "pro").sum()), of=n),
        gap=replace(_cover(ends, target), shift=mean_of(errors)),
        free=free,
        rights=rights,
        wrongs=wrongs,
        misses=~np.isnan(errors) & ~_hold(ends, target),
        widths=ends[:, 1] - ends[:, 0],
        errors=errors,
    )


def step(before: PanelFigures, after: PanelFigures) -> PanelStep:
    """What came of going from one panel to the other, on the same debates.

    Comparisons are ``None`` where too few panels have an interval at both sizes. Raises ValueError for unequal numbers
    of panels. Source: as ``shares.paired_difference`` and ``shares.mean_of``.
    """
    if before.n != after.n:
        raise ValueError(f"step: expected as many panels before as after, got {before.n} and {after.n}")
    both = ~np.isnan(before.widths) & ~np.isnan(after.widths)
    return PanelStep(
        before=before,
        after=after,
        right=paired_difference(before.rights, after.rights),
        wrong=paired_difference(before.wrongs, after.wrongs),
        was=before.among(both),
        now=after.among(both),
        missed=paired_difference(before.misses[both], after.misses[both]) if both.any() else None,
        width=mean_of(after.widths - before.widths),
        squared_error=mean_of(after.errors**2 - before.errors**2),
    )


def _ends(intervals: Sequence[tuple[float, float] | None]) -> Floats:
    return np.array([pair or (np.nan, np.nan) for pair in intervals], dtype=np.float64).reshape(-1, 2)


def _cover(ends: Floats, truths: Floats) -> Coverage:
    there, width = ~np.isnan(ends.sum(axis=1) + truths), mean_of(ends[:, 1] - ends[:, 0])
    if not there.any():
        return Coverage(held=None, width=width, truth=None, reason=NO_INTERVAL)
    held = Share(count=int(_hold(ends, truths).sum()), of=int(there.sum()))
    return Coverage(held=held, width=width, truth=float(truths[there].mean()))


def _hold(ends: Floats, truths: Floats) -> Bools:
    return np.asarray((ends[:, 0] <= truths) & (truths <= ends[:, 1]))


def alpha_limit_reason(truth: PanelTruth) -> str | None:
    """Why there is no formula for these panels; ``None`` when there is one.

    >>> alpha_limit_reason(PanelTruth(rounded=True))
    'whole scores between 1 and 10 have no formula for it'
    """
    if truth.rounded:
        return "whole scores between 1 and 10 have no formula for it"
    if truth.missing and truth.missing_by:
        return "scores that are missing the more often the lower they are have no formula for it"
    if truth.con_arguments is not None or truth.pro_noise != 1.0:
        return "sides of unlike number or noise have no formula for it"
    if truth.split:
        return "one split argument is no part of unlimited arguments of one kind"
    return None


def alpha_limit(panels: SimulatedPanels) -> Floats:
    """The limit for each panel (n,), at most 1; NaN where no score would vary. Two judges or more.

    Raises ValueError for rounded or split panels, which have no formula. Source: as this module.
    Arguments with sd 2, errors of 1, no severity, no gap: within 1, total 4 + 1, alpha .8.

    >>> from debate_core.measuring.simulation import simulate
    >>> truth = PanelTruth(argument_sd=2.0, severity_sd=0.0)
    >>> alpha_limit(simulate(truth, 2, np.random.default_rng(1))).round(6).tolist()
    [0.8, 0.8]
    """
    truth = panels.truth
    if reason := alpha_limit_reason(truth):
        raise ValueError(f"truth: expected one with a formula, but {reason}")
    judges, gap = truth.judges, truth.gap or 0.0
    spread, lean = panels.spread, panels.lean
    # C_ij, term by term as above
    crossed = spread[:, :, None] * lean[:, None, :]
    covariance = (
        (truth.argument_sd**2 + gap**2 / 4) * spread[:, :, None] * spread[:, None, :]
        + gap / 4 * (crossed + crossed.transpose(0, 2, 1))
        + lean[:, :, None] * lean[:, None, :] / 4
        + error_covariance(truth)
    )
    # Means of C_jj and of C_ij, i ≠ j; then W and T
    own = np.trace(covariance, axis1=1, axis2=2) / judges
    shared = (covariance.sum(axis=(1, 2)) - own * judges) / (judges * (judges - 1))
    within = own - shared + panels.severity.var(axis=1, ddof=1)
    return np.asarray(1.0 - ratio(within, own + panels.severity.var(axis=1)))


def error_covariance(truth: PanelTruth) -> Floats:
    """Covariance of two judges' errors of one argument (n_judges, n_judges), in squared points; our own.

    >>> error_covariance(PanelTruth(judges=3, noise=2.0, families=(0, 0, 1), shared=0.5)).tolist()
    [[4.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 4.0]]
    """
    noise = np.broadcast_to(np.asarray(truth.noise, dtype=np.float64), (truth.judges,))
    part = np.eye(truth.judges)
    if truth.families is not None:
        family = np.asarray(truth.families)
        part = np.where(family[:, None] == family, truth.shared, 0.0)
        np.fill_diagonal(part, 1.0)
    return np.asarray(np.outer(noise, noise) * part)
